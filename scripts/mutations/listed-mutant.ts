/** A mutant by the source that it changes, so that it is recognized in another process, and by readers. */

import { relative } from 'node:path';

interface Position {
  readonly line: number;
  readonly column: number;
}

/** As StrykerJS describes a mutant; its lines and columns count from 0. */
interface RawMutant {
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

export interface ListedMutant {
  /** The same in every process that sees the same source. */
  readonly key: string;
  /** Relative to the project. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly mutator: string;
  /** White space of both is collapsed. */
  readonly original: string;
  readonly replacement: string;
}

/** The key of a mutant; `root` is the folder of the project, by default the current one. */
export function keyOf({ fileName, mutatorName, replacement, location }: RawMutant): string {
  const { start, end } = location;
  const range = `${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
  return `${relative('.', fileName)}:${range} ${mutatorName} ${collapsed(replacement ?? '')}`;
}

export function listedMutant(mutant: RawMutant, source: string): ListedMutant {
  const { location, mutatorName: mutator, replacement = '' } = mutant;
  return {
    key: keyOf(mutant),
    file: relative('.', mutant.fileName),
    line: location.start.line + 1,
    mutator,
    original: collapsed(textAt(source, location)),
    replacement: collapsed(replacement),
  };
}

function textAt(source: string, { start, end }: RawMutant['location']): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  lines[last] = lines[last]!.slice(0, end.column);
  lines[0] = lines[0]!.slice(start.column);
  return lines.join('\n');
}

const collapsed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
