/** Mutants are drawn by a seed alone, and those that are known to be equivalent still exist. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, mutantsOf } from './draw-mutants.ts';
import { equivalentMutants, isEquivalent } from './equivalent-mutants.ts';
import type { ListedMutant } from './listed-mutant.ts';

const folder = mkdtempSync(join(tmpdir(), 'draw-mutants-'));
const file = relative('.', join(folder, 'smaller.ts'));
const source = `/** Two lines of comment. */
export function smaller(one: number, other: number): number {
  return one <
    other ? one : other + 0;
}
`;

let mutants: readonly ListedMutant[];
beforeAll(async () => {
  writeFileSync(file, source);
  mutants = await mutantsOf([file]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the mutants of a file', () => {
  it('name what they change, and where', () => {
    const comparison = { file, line: 3, mutator: 'EqualityOperator', original: 'one < other' };
    expect(mutants).toContainEqual(
      expect.objectContaining({ ...comparison, replacement: 'one >= other', range: '3:9-4:9' }),
    );
    const sum = { file, line: 4, mutator: 'ArithmeticOperator', original: 'other + 0' };
    expect(mutants).toContainEqual(expect.objectContaining({ ...sum, replacement: 'other - 0' }));
  });

  it('have a key each', () => {
    expect(new Set(mutants.map(({ key }) => key)).size).toBe(mutants.length);
  });
});

describe('a draw', () => {
  /** Without the random name of the folder, by which two seeds would now and then agree. */
  const named = (): ListedMutant[] =>
    mutants.map((mutant) => ({ ...mutant, key: mutant.key.replace(file, 'smaller.ts') }));
  const keys = (seed: string, count: number): string[] =>
    drawn(named(), { seed, count }).map(({ key }) => key);

  it('depends on its seed alone', () => {
    expect(keys('a', 4)).toHaveLength(4);
    expect(keys('a', 4)).toEqual(keys('a', 4));
    expect(keys('a', mutants.length)).not.toEqual(keys('b', mutants.length));
    expect(drawn(named().toReversed(), { seed: 'a', count: 4 }).map(({ key }) => key)).toEqual(
      keys('a', 4),
    );
  });

  it('of fewer is the beginning of one of more, and never has more than there are', () => {
    expect(keys('a', 4)).toEqual(keys('a', 6).slice(0, 4));
    expect(keys('a', 10_000)).toHaveLength(mutants.length);
  });
});

describe('equivalent mutants', () => {
  it('still exist, and say why nobody sees them', async () => {
    const files = [...new Set(equivalentMutants.map((known) => known.file))];
    const existing = await mutantsOf(files);
    for (const known of equivalentMutants) {
      const { file: place, original, replacement, reason } = known;
      const found = existing.filter(isEquivalent).find((one) => one.file === place);
      expect(found, `${place}: ${original} to ${replacement}`).toBeDefined();
      expect(reason.length).toBeGreaterThan(20);
    }
  });

  it('are the texts of invariants, and no others', async () => {
    const path = relative('.', join(folder, 'invariant.ts'));
    writeFileSync(path, "invariant(of('a') === 'b', 'it is b');\nrefuse('it is b');\n");
    const texts = (await mutantsOf([path])).filter(({ mutator }) => mutator === 'StringLiteral');
    expect(texts.map((mutant) => [mutant.original, isEquivalent(mutant)])).toEqual([
      ["'a'", false],
      ["'b'", false],
      ["'it is b'", true],
      ["'it is b'", false],
    ]);
  });
});
