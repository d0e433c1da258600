/** The patterns of every published schema. */

import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What was published before is kept as it was. */
const files = globSync('docs/reference/**/*.{json,yaml}').filter(
  (file) => !file.endsWith('published.json'),
);

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { pattern } = value as { pattern?: unknown };
  const own = typeof pattern === 'string' ? [pattern] : [];
  return [...own, ...Object.values(value).flatMap(patternsIn)];
}

/** Each pattern once, in order. */
export const publishedPatterns = [
  ...new Set(files.flatMap((file) => patternsIn(parse(readFileSync(file, 'utf8'))))),
].sort();
