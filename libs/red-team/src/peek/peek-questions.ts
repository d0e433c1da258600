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

/** Arguments of this name for ordinary use of the tool. */
function plainPool(name: string, future: FutureFacts): readonly unknown[] {
  const { symbols, dates, known } = future;
  switch (name) {
    case 'symbol':
    case 'left':
      return symbols.slice(0, 3);
    case 'right':
      return symbols.slice(-2);
    case 'symbols':
      return [symbols.slice(0, 2), undefined];
    case 'date_start':
      return ['1970-01-01', ...dates.slice(0, 3)];
    case 'date_end':
      return ['9999-12-31'];
    case 'target_date':
      return dates;
    case 'date':
      return [...dates, ...known.filingDates];
    case 'document_type':
    case 'form':
      return [...known.forms, '10-K', '10-Q'];
    case 'id':
      return [...known.newsIds, '1'];
    case 'prices':
      return [Object.fromEntries(symbols.map((symbol) => [symbol, 1]))];
    case 'indicator':
      return ['ma', 'rsi', 'bbands', 'macd'];
    case 'section':
      return ['mda', 'risk'];
    case 'keywords':
      return [['the'], ['a']];
    case 'action':
      return ['LONG_SHORT', 'HOLD'];
    case 'path':
      return known.paths;
    case 'folder':
      return ['news/', 'filings/', undefined];
    case 'query':
      return ['the company', 'shares and results'];
    case 'company_id':
      return symbols.map((symbol) => `filer-${symbol}`);
    case 'periods':
      return [['2022FY', '2022Q1'], ['2023Q1']];
    case 'ticker':
      return known.accessions.map(partOf(1));
    case 'filing_name':
      return known.accessions.map(partOf(0));
    case 'issue_time':
      return known.accessions.map(partOf(2));
    case 'filing_path':
      return known.accessions.map((accession) => `XBRL/${accession}`);
    case 'concept_id':
      return ['us-gaap:Assets', 'us-gaap_NetIncomeLoss'];
    case 'period':
      return ['FY2022', '2022-12-31', 'Q1 2020'];
    case 'name':
      return ['sma', 'rsi', 'atr', 'obv'];
    default:
      return [undefined];
  }
}

/** The plain values and all that may lead past the as-of. */
function poolOf(name: string, future: FutureFacts): readonly unknown[] {
  return [...plainPool(name, future), ...futurePool(name, future), ...statements];
}

function futurePool(name: string, future: FutureFacts): readonly unknown[] {
  const { dates, symbols, newsIds, words, filingDates, forms, documents, paths, accessions } =
    future;
  if (name.includes('date')) return [...dates, ...filingDates];
  switch (name) {
    case 'symbol':
    case 'left':
    case 'right':
      return symbols;
    case 'id':
      return [
        ...newsIds,
        ...newsIds.map(Number).filter(Number.isInteger),
        ...documents,
        ...numbers,
      ];
    case 'keywords':
      return words.map((word) => [word]);
    case 'path':
    case 'after':
      return paths;
    case 'query':
      return words;
    case 'periods':
      return dates.map((date) => [`${date.slice(0, 4)}FY`, `${date.slice(0, 4)}Q2`]);
    case 'ticker':
      return accessions.map(partOf(1));
    case 'issue_time':
      return accessions.map(partOf(2));
    case 'filing_path':
      return accessions.flatMap((name) =>
        ['', '/', './', '../', 'XBRL/../', 'XBRL/'].map((to) => `${to}XBRL/${name}`),
      );
    case 'period':
      return dates.flatMap((date) => [date, `FY${date.slice(0, 4)}`]);
    case 'document_type':
    case 'form':
      return forms;
    case 'options':
      return [{}, { period: 1 }, { length: 1 }, { period: -1 }];
    case 'prices':
      return [Object.fromEntries(symbols.slice(0, 2).map((symbol) => [symbol, 1]))];
    default:
      return [...numbers, ...words.slice(0, 5)];
  }
}
