/**
 * Questions that ask a tool for the future: in every argument, by date, id, offset, word
 * and statement.
 */

import type { SeededRandom } from '#values';
import type { Tool } from '#tools';
import type { FutureFacts } from '../scratch/future-facts.js';

/**
 * Texts that are not a date, symbol or id, but that a careless server would run, unpack or look up.
 */
const statements = [
  "' OR 1=1 --",
  "AAPL'; SELECT * FROM prices WHERE date > '1970-01-01' --",
  '2026-01-02" UNION SELECT max(date) FROM prices --',
  '../../data/prices.csv',
  '__proto__',
  '%00',
  '*',
];

const numbers = [0, 1, -1, 5, 20, 1_000, 1_000_000, 2 ** 31, -(2 ** 31), 0.5];

export type Question = Readonly<Record<string, unknown>>;

/**
 * `count` questions for a tool: first each future value in each argument that could take it, the
 * others plain; then any value anywhere, drawn from `random`.
 */
export function* peekQuestions(
  tool: Tool,
  future: FutureFacts,
  { random, count }: { readonly random: SeededRandom; readonly count: number },
): Generator<Question> {
  const names = Object.keys(tool.input.shape);
  const pools = new Map(names.map((name) => [name, poolOf(name, future)]));
  const plain = (): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, pick(plainPool(name, future), random)]));
  let left = count;
  for (const [name, pool] of pools) {
    for (const value of pool) {
      if (left-- <= 0) return;
      yield { ...plain(), [name]: value };
    }
  }
  for (; left > 0; left--) {
    const any = names.flatMap((name) => {
      if (random.below(8) === 0) return [];
      // Mostly plain: one argument that is refused hides what the others ask.
      if (random.below(3) > 0) return [[name, pick(plainPool(name, future), random)] as const];
      const pool = random.below(4) === 0 ? [...statements, ...numbers, null] : pools.get(name);
      return [[name, pick(pool ?? [null], random)] as const];
    });
    yield Object.fromEntries(any);
  }
}

const pick = <T>(values: readonly T[], random: SeededRandom): T =>
  values[random.below(values.length)] as T;

/** The parts of the name of an XBRL package, `10k-aapl-20230930`. */
const partOf =
  (index: number) =>
  (accession: string): string =>
    accession.split('-')[index] ?? accession;

type Pool = (future: FutureFacts) => readonly unknown[];

const firstSymbols: Pool = ({ symbols }) => symbols.slice(0, 3);
const plainForms: Pool = ({ known }) => [...known.forms, '10-K', '10-Q'];

/** Arguments for ordinary use of a tool, by name. */
const plainPools = new Map<string, Pool>([
  ['symbol', firstSymbols],
  ['left', firstSymbols],
  ['right', ({ symbols }) => symbols.slice(-2)],
  ['symbols', ({ symbols }) => [symbols.slice(0, 2), undefined]],
  ['date_start', ({ dates }) => ['1970-01-01', ...dates.slice(0, 3)]],
  ['date_end', () => ['9999-12-31']],
  ['target_date', ({ dates }) => dates],
  ['date', ({ dates, known }) => [...dates, ...known.filingDates]],
  ['document_type', plainForms],
  ['form', plainForms],
  ['id', ({ known }) => [...known.newsIds, '1']],
  ['prices', ({ symbols }) => [Object.fromEntries(symbols.map((symbol) => [symbol, 1]))]],
  ['indicator', () => ['ma', 'rsi', 'bbands', 'macd']],
  ['section', () => ['mda', 'risk']],
  ['keywords', () => [['the'], ['a']]],
  ['action', () => ['LONG_SHORT', 'HOLD']],
  ['path', ({ known }) => known.paths],
  ['folder', () => ['news/', 'filings/', undefined]],
  ['query', () => ['the company', 'shares and results']],
  ['company_id', ({ symbols }) => symbols.map((symbol) => `filer-${symbol}`)],
  ['periods', () => [['2022FY', '2022Q1'], ['2023Q1']]],
  ['ticker', ({ known }) => known.accessions.map(partOf(1))],
  ['filing_name', ({ known }) => known.accessions.map(partOf(0))],
  ['issue_time', ({ known }) => known.accessions.map(partOf(2))],
  ['filing_path', ({ known }) => known.accessions.map((accession) => `XBRL/${accession}`)],
  ['concept_id', () => ['us-gaap:Assets', 'us-gaap_NetIncomeLoss']],
  ['period', () => ['FY2022', '2022-12-31', 'Q1 2020']],
  ['name', () => ['sma', 'rsi', 'atr', 'obv']],
]);

const plainPool = (name: string, future: FutureFacts): readonly unknown[] =>
  plainPools.get(name)?.(future) ?? [undefined];

/** The plain values and all that may lead past the as-of. */
function poolOf(name: string, future: FutureFacts): readonly unknown[] {
  return [...plainPool(name, future), ...futurePool(name, future), ...statements];
}

const futureSymbols: Pool = ({ symbols }) => symbols;
const futurePaths: Pool = ({ paths }) => paths;
const futureForms: Pool = ({ forms }) => forms;
const pathsToPackages = ['', '/', './', '../', 'XBRL/../', 'XBRL/'];

/** Arguments that may lead past the as-of, by name. */
const futurePools = new Map<string, Pool>([
  ['symbol', futureSymbols],
  ['left', futureSymbols],
  ['right', futureSymbols],
  [
    'id',
    ({ newsIds, documents }) => {
      const wholeIds = newsIds.map(Number).filter(Number.isInteger);
      return [...newsIds, ...wholeIds, ...documents, ...numbers];
    },
  ],
  ['keywords', ({ words }) => words.map((word) => [word])],
  ['path', futurePaths],
  ['after', futurePaths],
  ['query', ({ words }) => words],
  [
    'periods',
    ({ dates }) => dates.map((date) => [`${date.slice(0, 4)}FY`, `${date.slice(0, 4)}Q2`]),
  ],
  ['ticker', ({ accessions }) => accessions.map(partOf(1))],
  ['issue_time', ({ accessions }) => accessions.map(partOf(2))],
  [
    'filing_path',
    ({ accessions }) =>
      accessions.flatMap((name) => pathsToPackages.map((to) => `${to}XBRL/${name}`)),
  ],
  ['period', ({ dates }) => dates.flatMap((date) => [date, `FY${date.slice(0, 4)}`])],
  ['document_type', futureForms],
  ['form', futureForms],
  ['options', () => [{}, { period: 1 }, { length: 1 }, { period: -1 }]],
  [
    'prices',
    ({ symbols }) => [Object.fromEntries(symbols.slice(0, 2).map((symbol) => [symbol, 1]))],
  ],
]);

function futurePool(name: string, future: FutureFacts): readonly unknown[] {
  const { dates, filingDates, words } = future;
  if (name.includes('date')) return [...dates, ...filingDates];
  return futurePools.get(name)?.(future) ?? [...numbers, ...words.slice(0, 5)];
}
