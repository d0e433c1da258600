/**
 * Mutants that no test can kill, or that other suites judge: kept by their text, since lines move.
 */

import { readFileSync } from 'node:fs';
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
    file: 'libs/backtest/src/result/equity-rows.ts',
    original: 'equity > this.high',
    replacement: 'equity >= this.high',
    reason: 'The greatest equity so far is set to what it is already.',
  },
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
  ...['trade', 'adjusted'].map((price) => ({
    file: 'libs/workflows/src/workflow/disputed-price.ts',
    original: `Math.abs(stated - ${price}) <= tolerance`,
    replacement: `Math.abs(stated - ${price}) < tolerance`,
    reason:
      'The tolerance is a billionth above half a cent: prices as they are written are never ' +
      'apart by that.',
  })),
  ...[
    ["name === 'items'", 'false'],
    ["'none'", '""'],
    ["'quadratic'", '""'],
  ].map(([original = '', replacement = '']) => ({
    file: 'libs/workflows/src/judging/judging-sections.ts',
    original,
    replacement,
    reason: 'Labels of items are 0 or 1, whose squared difference is whether they differ.',
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
  {
    file: 'libs/tools/src/mcp/capability-server.ts',
    original: 'http?.req?.headers',
    replacement: 'http?.req.headers',
    reason:
      'The server of HTTP hands over a request with each call; only the type allows for none.',
  },
  {
    file: 'libs/backtest/src/again/expand-journal.ts',
    original: 'loop.waiting !== undefined',
    replacement: 'false',
    reason:
      'A question behind the last recorded answer has no answer, and so no place: only time is ' +
      'saved.',
  },
  {
    file: 'libs/portfolio/src/fills/fill-part.ts',
    original: 'held * sideOf(book, order)',
    replacement: 'held / sideOf(book, order)',
    reason: 'An exit is in shares or money: its side is 1 or -1.',
  },
  ...[
    ['read.size === readMax', 'true'],
    ['read.size === readMax', 'false'],
    ['read.size === readMax', 'read.size !== readMax'],
    ['read.clear();', ';'],
    ['read.set(text, outcome);', ';'],
  ].map(([original = '', replacement = '']) => ({
    file: 'libs/backtest/src/module-process/followed-run.ts',
    original,
    replacement,
    reason: 'More or fewer answers are kept as they were read: only time and memory differ.',
  })),
  {
    file: 'libs/backtest/src/again/recording-defect.ts',
    original: 'attempts.get(asOf)?.at(-1)?.ended',
    replacement: 'attempts.get(asOf)?.at(-1).ended',
    reason:
      'Attempts are grouped by their decision, and no group is empty: only the type allows it.',
  },
  {
    file: 'libs/backtest/src/shard/written-run.ts',
    original: 'requireSameRun(readManifest(folder), plan, folder);',
    replacement: ';',
    reason:
      'The folder of the result has been checked for the same before its first run is opened.',
  },
  {
    file: 'libs/portfolio/src/fills/out-of-order.ts',
    original: 'working.length === 0',
    replacement: 'false',
    reason:
      'The next order to fill notes the equity of its own decision, and looks at nothing before ' +
      'that.',
  },
  {
    file: 'libs/portfolio/src/matching/bar-paths.ts',
    original: '(symbols[a] as string) < (symbols[b] as string)',
    replacement: 'symbols[a] as string <= (symbols[b] as string)',
    reason: 'The symbols of a run have names of their own: no two are equal.',
  },
  {
    file: 'libs/event-log/src/embedded/folder-lock.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'Splitting a text never gives an empty list: the fallback is there for the type alone.',
  },
  {
    file: 'libs/event-log/src/embedded/journal-file.ts',
    original: 'openFiles--',
    replacement: 'openFiles++',
    reason: 'Then fewer journals are kept open, and opened for each write: slower, the same bytes.',
  },
];

/**
 * Files whose behavior shows against a broker or a database alone, which the suites `cluster` and
 * `feeds` run; and the program of a module's second thread, which is compiled: each run of a
 * confined module in `e2e` and `long` runs it.
 */
export const judgedElsewhere: readonly string[] = [
  'libs/backtest/src/module-process/intake-main.ts',
  'libs/event-log/src/kafka/',
  'libs/feeds/src/kafka/',
  'libs/llm/src/postgres/',
];

export const isEquivalent = (mutant: ListedMutant): boolean =>
  isInvariantText(mutant) ||
  equivalentMutants.some(
    ({ file, original, replacement }) =>
      file === mutant.file && original === mutant.original && replacement === mutant.replacement,
  );

/** What an invariant says is read where the program has a defect: no input brings it. */
function isInvariantText({ file, line, mutator, original }: ListedMutant): boolean {
  if (mutator !== 'StringLiteral') return false;
  const statement = (linesOf(file)[line - 1] as string).trim();
  return statement.startsWith('invariant(') && statement.endsWith(`, ${original});`);
}

const sources = new Map<string, readonly string[]>();

function linesOf(file: string): readonly string[] {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const lines = readFileSync(file, 'utf8').split('\n');
  sources.set(file, lines);
  return lines;
}
