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

export const equivalentMutants: readonly EquivalentMutant[] = [
  {
    file: 'libs/event-log/src/embedded/journal-file.ts',
    original: 'this.file !== undefined || openFiles >= openMax',
    replacement: 'true',
    reason:
      'A journal that is not kept open is opened for each write: slower, and with the same bytes.',
  },
  {
    file: 'libs/llm/src/wire/anthropic-messages.ts',
    original: "'partial_input'",
    replacement: '""',
    reason: 'The name of a member that is set and taken away through the same constant.',
  },
  {
    file: 'libs/market-data/src/bars/byte-fields.ts',
    original: 'unit === 1',
    replacement: 'false',
    reason: 'A unit of 0.1 is below 1 as well, and a seventh digit is refused by that.',
  },
  ...['true', 'book.announced.length >= 0'].map((replacement) => ({
    file: 'libs/portfolio/src/matching/session-turn.ts',
    original: 'book.announced.length > 0',
    replacement,
    reason: 'Where nothing is announced, nothing takes effect: the condition saves the look.',
  })),
  {
    file: 'libs/tools/src/auditing/concept-tools.ts',
    original: 'taxonomy?.year',
    replacement: 'taxonomy.year',
    reason: 'Evaluated only for a concept that was found in that taxonomy, so there is one.',
  },
  {
    file: 'libs/tools/src/auditing/parsed-filing.ts',
    original: 'one.embeddedLinkbases.length > 0',
    replacement: 'one.embeddedLinkbases.length >= 0',
    reason: 'A schema without linkbases has no links either: reading it as one adds no base set.',
  },
];

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
