/**
 * Weekly metrics of real prices against an independent implementation: every symbol, every week
 * of the quarter.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMarket, parseAsOf, type Market } from '#backtest';
import { Capability, reportGenerationTools } from '#tools';
import { askPython, installLimitMs } from './ask-python.fixture.js';

const root = process.env['TAPEFOLD_DATA'];
if (root === undefined) throw new Error('set TAPEFOLD_DATA to the folder of the reference data');
const folder = join(root, 'herculean-2026');

const peers: Readonly<Record<string, string>> = {
  AAPL: 'MSFT GOOGL META',
  ADBE: 'MSFT',
  AMZN: 'GOOGL META MSFT',
  GOOGL: 'META AMZN MSFT',
  META: 'GOOGL AMZN',
  MSFT: 'GOOGL AMZN AAPL',
  NVDA: 'MSFT GOOGL META AMZN AAPL',
  TSLA: 'AAPL AMZN META GOOGL MSFT NVDA',
  SPY: '',
};
/** Last sessions of weeks, a Wednesday, and the days after a holiday. */
const targets = [
  '2026-01-02',
  '2026-01-09',
  '2026-01-16',
  '2026-01-20',
  '2026-01-23',
  '2026-02-04',
  '2026-02-20',
  '2026-03-06',
  '2026-03-27',
  '2026-03-31',
];
const questions = Object.keys(peers).flatMap((symbol) =>
  targets.map((target) => ({ symbol, target })),
);

interface Row {
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly adj: number;
}

function rowsOfFile(): ReadonlyMap<string, Row[]> {
  const [, ...lines] = readFileSync(join(folder, 'prices_adjusted.csv'), 'utf8').trim().split('\n');
  const rows = new Map<string, Row[]>();
  for (const line of lines) {
    const [symbol = '', date = '', ...prices] = line.split(',');
    const [open = NaN, high = NaN, low = NaN, adj = NaN] = prices.map(Number);
    rows.set(symbol, [...(rows.get(symbol) ?? []), { date, open, high, low, adj }]);
  }
  return rows;
}

type Answer = Readonly<Record<string, unknown>>;

/** The last place of a number may differ where it is rounded from the middle. */
function agrees(key: string, found: unknown, expected: unknown): boolean {
  if (typeof expected !== 'number' || typeof found !== 'number')
    return JSON.stringify(found) === JSON.stringify(expected);
  const decimals = /_pct$|volatility$|^rsi/.test(key) ? 2 : 4;
  return (
    Number(found.toFixed(decimals)) === found &&
    Math.abs(found - expected) <= 0.5 * 10 ** -decimals + 1e-9
  );
}

/** Members of both, with those of `macd_values` at the same level as the others. */
const flat = ({ macd_values: macd, ...rest }: Answer): Answer => ({ ...rest, ...(macd as object) });

describe('weekly metrics', () => {
  let market: Market;
  let answers: readonly Answer[] = [];
  beforeAll(async () => {
    market = await openMarket(folder);
    const rows = rowsOfFile();
    const rowsOf = (symbol: string): Row[] => rows.get(symbol) ?? [];
    const asked = questions.map(({ symbol, target }) => {
      const names = (peers[symbol] ?? '').split(' ').filter((name) => name !== '');
      const ofPeers = Object.fromEntries(names.map((name) => [name, rowsOf(name)]));
      return { rows: rowsOf(symbol), peers: ofPeers, target };
    });
    answers = askPython<Answer[]>('weekly_metrics.py', asked);
  }, installLimitMs);
  afterAll(() => market.close());

  const ask = (asOf: string, symbol: string, target_date: string): Answer | string => {
    const { view } = market.at(parseAsOf(asOf));
    const sets = [reportGenerationTools];
    const capability = new Capability({ sets, context: { view, desk: null }, now: () => 0 });
    const outcome = capability.call('get_weekly_metrics', { symbol, target_date });
    return outcome.error ?? (outcome.value as Answer);
  };

  it.each(questions.map((question, index) => ({ ...question, index })))(
    'of $symbol on $target',
    ({ symbol, target, index }) => {
      const { symbol: name, ...found } = ask(target, symbol, target) as Answer;
      expect(name).toBe(symbol);
      const expected = flat(answers[index] ?? {});
      const members = flat(found);
      expect(Object.keys(members).sort()).toEqual(Object.keys(expected).sort());
      const wrong = Object.entries(expected).filter(
        ([key, value]) => !agrees(key, members[key], value),
      );
      expect(wrong.map(([key, value]) => ({ key, value, found: members[key] }))).toEqual([]);
      // What is known later changes nothing.
      expect(ask('2026-03-31', symbol, target)).toEqual({ symbol, ...found });
    },
  );

  it('of a day after the as-of are an error', () => {
    expect(ask('2026-01-16', 'MSFT', '2026-01-20')).toContain('after the as-of');
    expect(ask('2026-03-31', 'MSFT', '2026-04-01')).toContain('after the as-of');
  });

  it('of a weekend or a holiday are those of the session before', () => {
    const friday = ask('2026-01-16', 'MSFT', '2026-01-16');
    expect(friday).toMatchObject({ week_end: '2026-01-16', week_trading_days: 5 });
    expect(ask('2026-01-16', 'MSFT', '2026-01-18')).toEqual(friday);
    expect(ask('2026-01-20', 'MSFT', '2026-01-19')).toEqual(friday);
  });
});
