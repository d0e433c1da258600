/**
 * Every pattern of the product: literals, those built while modules load, and the calls
 * that build others.
 */

import { isProduct, projectFiles, type ProjectFile } from '../tidy/project-files.ts';
import type { Finding } from '../tidy/finding.ts';
import { findPatterns, type FoundPatterns } from './find-patterns.ts';
import { loadedPatterns } from './loaded-patterns.ts';

/** A place that uses a pattern. */
export interface Use {
  readonly file: string;
  readonly line: number;
  /** `/source/flags`. */
  readonly pattern: string;
  /** The pattern as written if it is a literal, else the variable or function that builds it. */
  readonly name: string;
}

/** A call that builds patterns while the product runs. */
interface Builder {
  readonly file: string;
  readonly line: number;
  /** The variable or function that it is in. */
  readonly name: string;
}

/** What ships: the product and the launcher. */
const ships = ({ path }: ProjectFile): boolean => isProduct(path) || /^bin\/[^/]+\.js$/.test(path);

type FileWithPatterns = FoundPatterns & { readonly path: string };

/**
 * Loads the files of libs that build patterns, so that parts from other files are in their places.
 */
export async function patternsOf(
  root: string,
): Promise<{ uses: Use[]; builders: Builder[]; findings: Finding[] }> {
  const files = projectFiles(root)
    .filter(ships)
    .map(({ path, text }): FileWithPatterns => ({ path, ...findPatterns(path, text) }));
  const loading = files.filter(({ builders }) => builders.some(({ isOfModule }) => isOfModule));
  const built = await loadedPatterns(root, loading);
  const uses: Use[] = [];
  const builders: Builder[] = [];
  const findings: Finding[] = [];
  for (const { path: file, literals, builders: calls, opaque } of files) {
    for (const { literal, line } of literals) {
      uses.push({ file, line, pattern: literal, name: literal });
    }
    for (const call of calls) {
      const { line, name } = call;
      for (const pattern of built.get(call) ?? []) uses.push({ file, line, pattern, name });
      if (!call.isOfModule) builders.push({ file, line, name });
    }
    for (const { line, found } of opaque) {
      findings.push({ file, line, expected: 'a literal, or new RegExp', found });
    }
  }
  return { uses, builders, findings };
}
