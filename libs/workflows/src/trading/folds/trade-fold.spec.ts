/** Trades by hand: each closed part of a position, first in, first out. */

import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { TradeFold } from './trade-fold.js';
import { tradeAt, type Trade, type TradeColumns } from './trade-table.js';

type Step = readonly [shares: number, price: number, fee?: number] | 'mark' | { held: number };

/**
 * One step per instant: a fill of AA at a close, a session's mark, or a split with the shares
 * held after it.
 */
function eventsOf(steps: readonly Step[], symbol = 'AA'): JournalEvent[] {
  return steps.map((step, at): JournalEvent => {
    const place = { asOf: at, time: at };
    if (step === 'mark') {
      const money = { equity: 0, cash: 0, gross: 0, net: 0 };
      return { type: 'MarkTaken', ...place, session: at, ...money, stale: [] };
    }
    if ('held' in step) {
      return { type: 'SplitApplied', ...place, symbol, from: 1, to: 2, shares: step.held };
    }
    const [shares, price, fee = 0] = step;
    const weights = { weightBefore: 0, weightAfter: 0 };
    const fill = { ...place, order: 1, symbol, shares, price, fee, ...weights };
    return { type: 'OrderFilled', ...fill, at: 'close', purpose: 'order' };
  });
}

const listed = (trades: TradeColumns): Trade[] =>
  Array.from({ length: trades.count }, (_, index) => tradeAt(trades, index));

function tradesOf(...events: readonly JournalEvent[]) {
  const fold = new TradeFold();
  for (const event of events) fold.take(event);
  return listed(fold.trades());
}

/** Shares, entry price, exit price, fees and sessions of each. */
const told = (...steps: readonly Step[]) =>
  tradesOf(...eventsOf(steps)).map((trade) => {
    const { shares, entryPrice, exitPrice, fees, sessions } = trade;
    return [shares, entryPrice, exitPrice, fees, sessions];
  });

const table: { name: string; steps: Step[]; trades: (number | null)[][] }[] = [
  { name: 'nothing', steps: ['mark'], trades: [] },
  { name: 'an open one', steps: [[10, 100, 1], 'mark'], trades: [[10, 100, null, 1, 1]] },
  {
    name: 'a long and its fees, over two sessions',
    steps: [[10, 100, 1], 'mark', 'mark', [-10, 110, 2], 'mark'],
    trades: [[10, 100, 110, 3, 2]],
  },
  {
    name: 'two entries, closed first in, first out',
    steps: [
      [10, 100, 2],
      [10, 120, 4],
      [-15, 130, 3],
    ],
    trades: [
      [10, 100, 130, 4, 0],
      [5, 120, 130, 3, 0],
      [5, 120, null, 2, 0],
    ],
  },
  {
    name: 'an entry that is closed in parts',
    steps: [
      [-10, 100, 10],
      [4, 90, 1],
      [6, 80, 2],
    ],
    trades: [
      [-4, 100, 90, 5, 0],
      [-6, 100, 80, 8, 0],
    ],
  },
  {
    name: 'a flip, which closes and opens',
    steps: [
      [10, 100, 1],
      [-15, 110, 3],
      [5, 100, 1],
    ],
    trades: [
      [10, 100, 110, 3, 0],
      [-5, 110, 100, 2, 0],
    ],
  },
  {
    name: 'a split, behind which shares and entry are new',
    steps: [[10, 100, 1], [5, 80], { held: 30 }, [-30, 60]],
    trades: [
      [20, 50, 60, 1, 0],
      [10, 40, 60, 0, 0],
    ],
  },
  {
    name: 'a leftover of rounding, which is nothing',
    steps: [
      [0.3, 100],
      [-(0.1 + 0.2), 110],
      [1, 90],
    ],
    trades: [
      [0.3, 100, 110, 0, 0],
      [1, 90, null, 0, 0],
    ],
  },
];

describe('TradeFold', () => {
  it.each(table)('has $name', ({ steps, trades }) => {
    const found = told(...steps);
    expect(found.map((trade) => trade.length)).toEqual(trades.map((trade) => trade.length));
    for (const [row, trade] of trades.entries()) {
      for (const [column, value] of trade.entries()) {
        if (value === null) expect(found[row]![column]).toBeNull();
        else expect(found[row]![column]).toBeCloseTo(value, 9);
      }
    }
  });

  it('keeps symbols apart, and says when and where in a bar each fill was', () => {
    const [one, two] = tradesOf(
      ...eventsOf([[1, 100]], 'AA'),
      ...eventsOf(['mark', [-1, 50]], 'BB'),
      ...eventsOf(['mark', 'mark', [-1, 90]], 'AA'),
    );
    expect(one).toMatchObject({
      symbol: 'AA',
      entryTime: 0,
      exitTime: 2,
      exitAt: 'close',
    });
    expect(two).toMatchObject({ symbol: 'BB', entryTime: 1, exitTime: null, exitAt: null });
  });

  it('gives and takes as much as the fills did, however they cross zero', () => {
    const steps: Step[] = [];
    let held = 0;
    let cash = 0;
    for (let step = 0; step < 500; step++) {
      const shares = ((step * 7919) % 41) - 20;
      const price = 50 + ((step * 104_729) % 60);
      if (shares === 0) continue;
      steps.push([shares, price, 0.5]);
      held += shares;
      cash -= shares * price + 0.5;
    }
    steps.push([-held, 80, 0.5]);
    const trades = tradesOf(...eventsOf(steps));
    const profits = trades.map(({ shares, entryPrice, exitPrice, fees }) => {
      return shares * ((exitPrice ?? NaN) - entryPrice) - fees;
    });
    const sum = profits.reduce((one, other) => one + other, 0);
    expect(sum).toBeCloseTo(cash + held * 80 - 0.5, 6);
  });
});

describe('the reason of an exit', () => {
  type Accepted = Extract<JournalEvent, { type: 'OrderAccepted' }>;
  const place = { asOf: 1, time: 1 };
  const placed = (order: number, terms: Partial<Accepted>): JournalEvent => ({
    type: 'OrderAccepted',
    ...place,
    order,
    symbol: 'AA',
    session: 1,
    orderType: 'market',
    side: 'sell',
    size: { kind: 'shares', shares: 10 },
    limit: null,
    stop: null,
    timeInForce: 'gtc',
    group: null,
    clientId: null,
    ...terms,
  });
  type Filled = Extract<JournalEvent, { type: 'OrderFilled' }>;
  const fill = (order: number, shares: number, more: Partial<Filled> = {}): JournalEvent => ({
    type: 'OrderFilled',
    ...place,
    order,
    symbol: 'AA',
    shares,
    price: 100,
    fee: 0,
    at: 'open',
    purpose: 'order',
    weightBefore: 0,
    weightAfter: 0,
    ...more,
  });
  const reasonsOf = (...events: readonly JournalEvent[]) => {
    const fold = new TradeFold();
    const last: (string | null)[] = [];
    for (const event of events) {
      fold.take(event);
      if (event.type === 'OrderFilled' || event.type === 'OrderPartlyFilled') {
        last.push(fold.lastReason);
      }
    }
    return { trades: listed(fold.trades()).map(({ exitReason }) => exitReason), last };
  };
  const target = { side: 'target', size: { kind: 'direction', direction: 0 } } as const;
  const weight = { side: 'target', size: { kind: 'weight', weight: 0 } } as const;

  it.each<[string, Partial<Accepted>]>([
    ['stop', { orderType: 'stop' }],
    ['stop', { orderType: 'stop-limit' }],
    ['target', { orderType: 'limit' }],
    ['trail', { orderType: 'trailing-stop' }],
    ['target decision', target],
    ['target decision', weight],
    ['order', {}],
  ])('is %s: %o', (reason, terms) => {
    const bought = [placed(1, { side: 'buy' }), fill(1, 10)];
    const { trades, last } = reasonsOf(...bought, placed(2, terms), fill(2, -10));
    expect(trades).toEqual([reason]);
    expect(last).toEqual([null, reason]);
  });

  it('is the end for a liquidation, whatever its order', () => {
    const bought = [placed(1, { side: 'buy' }), fill(1, 10)];
    const end = fill(2, -10, { purpose: 'liquidate' });
    expect(reasonsOf(...bought, placed(2, target), end).trades).toEqual(['end']);
  });

  it('is that of each part, and none for what a flip opens', () => {
    const sold = (shares: number): JournalEvent =>
      ({ ...fill(2, shares), type: 'OrderPartlyFilled' }) as JournalEvent;
    const { trades, last } = reasonsOf(
      placed(1, { side: 'buy' }),
      fill(1, 10),
      placed(2, { orderType: 'stop' }),
      sold(-4),
      fill(2, -6),
      placed(3, { side: 'buy' }),
      fill(3, 10),
      placed(4, target),
      fill(4, -10, { purpose: 'close' }),
      fill(4, -5, { purpose: 'open' }),
    );
    expect(trades).toEqual(['stop', 'stop', 'target decision', null]);
    expect(last).toEqual([null, 'stop', 'stop', null, 'target decision', null]);
  });

  it('is forgotten with orders that end without a fill', () => {
    const events: JournalEvent[] = [
      placed(1, { side: 'buy' }),
      fill(1, 10),
      placed(2, { orderType: 'stop' }),
      { type: 'OrderCancelled', ...place, order: 2, reason: 'expired' },
      { type: 'OrderDenied', ...place, order: null, symbol: 'AA', reason: 'unknown symbol' },
    ];
    expect(reasonsOf(...events, fill(2, -10)).trades).toEqual([null]);
  });
});
