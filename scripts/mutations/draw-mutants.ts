/** Lists the mutants that StrykerJS makes of a room, and draws some of them by a seed. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { type ListedMutant, listedMutant } from './listed-mutant.ts';

/** The instrumenter reports what it does; only what it cannot do is of interest. */
const quiet = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => true,
  isErrorEnabled: () => true,
  isFatalEnabled: () => true,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: console.warn,
  error: console.error,
  fatal: console.error,
};

/** Every mutant of these files, in their order. Paths are relative to the project. */
export async function mutantsOf(files: readonly string[]): Promise<readonly ListedMutant[]> {
  const instrumenter = new Instrumenter(quiet);
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const listed: ListedMutant[] = [];
  for (const name of files) {
    const content = readFileSync(name, 'utf8');
    const { mutants } = await instrumenter.instrument([{ name, content, mutate: true }], options);
    listed.push(...mutants.map((mutant) => listedMutant(mutant, content)));
  }
  return listed;
}

/**
 * `count` of the mutants, in the order of the hash of seed and mutant: another seed draws others.
 */
export function drawn(
  mutants: readonly ListedMutant[],
  { seed, count }: { readonly seed: string; readonly count: number },
): readonly ListedMutant[] {
  const placed = mutants.map((mutant) => ({ mutant, place: hashOf(`${seed} ${mutant.key}`) }));
  placed.sort((one, other) => (one.place < other.place ? -1 : 1));
  return placed.slice(0, count).map(({ mutant }) => mutant);
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
