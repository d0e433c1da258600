/** Mutants that no test can kill, or that other suites judge: kept by their text, since lines move. */

import type { ListedMutant } from './listed-mutant.ts';

interface EquivalentMutant {
  readonly file: string;
  /** As the report prints them. */
  readonly original: string;
  readonly replacement: string;
  /** Why nobody can see the difference. */
  readonly reason: string;
}

export const equivalentMutants: readonly EquivalentMutant[] = [];

/** Files whose behavior shows against a broker or a database alone: the suites `cluster` and `feeds` run them. */
export const judgedElsewhere: readonly string[] = [
  'libs/event-log/src/kafka/',
  'libs/feeds/src/kafka/',
  'libs/llm/src/postgres/',
];

export const isEquivalent = ({ file, original, replacement }: ListedMutant): boolean =>
  equivalentMutants.some(
    (known) =>
      known.file === file && known.original === original && known.replacement === replacement,
  );
