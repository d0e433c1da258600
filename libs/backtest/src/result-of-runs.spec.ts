/** Runs of one scenario share the resamples of their intervals, in its result as in its scores. */

import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { runClosed, runOpened } from '#contracts/run-records.fixture';
import { resolvePolicy } from '#portfolio';
import { trading, tradingFold, type TradingPlan } from '#workflows';
import { runResult, type MeasuredRun } from './result-of-runs.js';

const capital = 1000;
const days = 40;

/** Ten shares, bought for all of the capital and held; `prices` at the marks. */
function foldOf(prices: readonly number[]): MeasuredRun['fold'] {
  const at = (asOf: number) => ({ asOf, time: asOf });
  const order = {
    order: 1,
    symbol: 'AA',
    session: 0,
    side: 'target',
    orderType: 'market',
  } as const;
  const events: JournalEvent[] = [
    runOpened(['AA'], { capital }),
    {
      ...{ type: 'OrderAccepted', ...at(1), ...order, size: { kind: 'direction', direction: 1 } },
      ...{ limit: null, stop: null, timeInForce: 'gtc', group: null, clientId: null },
    },
    {
      ...{ type: 'OrderFilled', ...at(1), order: 1, symbol: 'AA', shares: 10, price: 100, fee: 0 },
      ...{ at: 'close', purpose: 'open', weightBefore: 0, weightAfter: 1 },
    },
    ...prices.map((price, day): JournalEvent => {
      const net = 10 * price;
      const mark = { equity: net, cash: 0, gross: net, net, stale: [] };
      return { type: 'MarkTaken', ...at(day + 1), session: day, ...mark };
    }),
    runClosed(at(days)),
  ];
  const fold = trading.openFold();
  for (const event of events) fold.take(event);
  return tradingFold(fold);
}

const waves = (length: number): number[] =>
  Array.from({ length: days }, (_, day) => 100 + 10 * Math.sin(day / length) + day / 10);

const planOf = (id: string, baseSeed: number): TradingPlan => ({
  ...{ id, label: id, workflow: 'trading', agent: { id, kind: 'random' }, symbols: ['AA'] },
  ...{ portfolio: false, repeat: 0, baseSeed, seed: id.length, policy: resolvePolicy('close') },
  ...{ capital, currency: 'USD', decide: 'session-close', firstSession: 0, lastSession: days - 1 },
  ...{ sessionsPerYear: 252, data: null, file: null },
});

describe('the intervals of a run', () => {
  const fold = foldOf(waves(1));
  const against = { agent: 'hold', performance: foldOf(waves(3)).performance() };
  const resultOf = (id: string, baseSeed: number) =>
    runResult({ plan: planOf(id, baseSeed), fold, journalHash: '' }, fold.performance(), against);

  it('are those of any run of its scenario with the same returns', () => {
    const [one, other] = [resultOf('one', 5), resultOf('another', 5)];
    expect(one.intervals.sharpe).not.toBeNull();
    expect(other.intervals).toEqual(one.intervals);
    expect(one.againstBaseline!.interval).not.toBeNull();
    expect(other.againstBaseline).toEqual(one.againstBaseline);
  });

  it('are drawn with the seed of the scenario', () => {
    const [one, other] = [resultOf('one', 5), resultOf('one', 6)];
    expect(other.intervals.maxDrawdown).not.toEqual(one.intervals.maxDrawdown);
    expect(other.againstBaseline!.interval).not.toEqual(one.againstBaseline!.interval);
  });

  it('are those of its score', () => {
    const { intervals } = resultOf('one', 5);
    expect(trading.score(fold, { seed: 5, solutions: null })).toMatchObject({ intervals });
  });
});
