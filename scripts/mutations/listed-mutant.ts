/**
 * A mutant by the source that it changes, so that it is recognized in another process,
 * and by readers.
 */

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
  /** Lines count from 1 and columns from 0, as StrykerJS takes them: `3:9-4:14`. */
  readonly range: string;
  readonly mutator: string;
  /** White space of both is collapsed. */
  readonly original: string;
  readonly replacement: string;
}

/** The key of a mutant; `root` is the folder of the project, by default the current one. */
export function keyOf({ fileName, mutatorName, replacement, location }: RawMutant): string {
  const place = `${relative('.', fileName)}:${rangeOf(location)}`;
  return `${place} ${mutatorName} ${collapsed(replacement ?? '')}`;
}

const rangeOf = ({ start, end }: RawMutant['location']): string =>
  `${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;

export function listedMutant(mutant: RawMutant, source: string): ListedMutant {
  const { location, mutatorName: mutator, replacement = '' } = mutant;
  return {
    key: keyOf(mutant),
    file: relative('.', mutant.fileName),
    line: location.start.line + 1,
    range: rangeOf(location),
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
