/** The first place at which two JSON values differ. */

import { readFileSync } from 'node:fs';
import { excerpt, printable } from '#values';
import { requireBounded, resultBytesMax } from '#files';

interface JsonDifference {
  /** As `runs[2].metrics.sharpe`; empty for the values themselves. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/**
 * Walks both in the order of `expected`; undefined if they are equal. An undefined member
 * counts as absent.
 */
export function jsonDifference(
  expected: unknown,
  found: unknown,
  path = '',
): JsonDifference | undefined {
  if (Object.is(expected, found)) return undefined;
  if (!isTree(expected) || !isTree(found) || Array.isArray(expected) !== Array.isArray(found)) {
    return { path, expected: shown(expected), found: shown(found) };
  }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    let step;
    if (Array.isArray(expected)) {
      step = `[${name}]`;
    } else if (path === '') {
      step = name;
    } else {
      step = `.${name}`;
    }
    const difference = jsonDifference(expected[name], found[name], `${path}${step}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? excerpt(value) : printable(JSON.stringify(value), 120);
}

/** What differs in a JSON file whose text is not as it should be, in words. */
export function memberThatDiffers(path: string, expectedText: string): string {
  requireBounded(path, resultBytesMax);
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const difference = jsonDifference(JSON.parse(expectedText), found);
    if (difference === undefined) return 'altered, though it says the same';
    const { path: member, expected, found: what } = difference;
    const where = member === '' ? '' : `${member}: `;
    return `${where}altered; expected ${expected}; found ${what}`;
  } catch {
    return 'altered; it is not JSON';
  }
}
