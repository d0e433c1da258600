/** Measured runs of a symbol that was bought and held, without a tape. */

import type { JournalEvent, TapeHeader } from '#contracts';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import { resolvePolicy } from '#portfolio';
import {
  columnsOfTrades,
  trading,
  tradingFold,
  type TradingFold,
  type TradingPlan,
} from '#workflows';
import { runResult, type MeasuredRun } from './measured-run.js';

export const capital = 1000;
const days = 40;

export const at = (asOf: number) => ({ asOf, time: asOf });

/** Ten shares, bought for all of the capital and held; `prices` at the marks. */
export function foldOf(prices: readonly number[]): TradingFold {
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
      type: 'OrderAccepted',
      ...at(1),
      ...order,
      size: { kind: 'direction', direction: 1 },
      limit: null,
      stop: null,
      timeInForce: 'gtc',
      group: null,
      clientId: null,
    },
    {
      type: 'OrderFilled',
      ...at(1),
      order: 1,
      symbol: 'AA',
      shares: 10,
      price: 100,
      fee: 0,
      at: 'close',
      purpose: 'open',
      weightBefore: 0,
      weightAfter: 1,
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

export const waves = (length: number): number[] =>
  Array.from({ length: days }, (_, day) => 100 + 10 * Math.sin(day / length) + day / 10);

export const planOf = (id: string, baseSeed: number): TradingPlan => ({
  id,
  label: id,
  workflow: 'trading',
  agent: { id, kind: 'random' },
  symbols: ['AA'],
  portfolio: false,
  repeat: 0,
  baseSeed,
  seed: id.length,
  policy: resolvePolicy('close'),
  capital,
  currency: 'USD',
  decide: 'session-close',
  firstSession: 0,
  lastSession: days - 1,
  sessionsPerYear: 252,
  data: null,
  file: null,
});

export const header: TapeHeader = {
  id: 'tape',
  dataset: 'made',
  instruments: [{ symbol: 'AA', currency: 'USD' }],
  calendar: 'XNYS',
  sessionsPerYear: 252,
  priceBasis: 'raw',
  tradePrice: 'close',
  barFrequency: 'daily',
  synthetic: true,
  dateRule: 'session-close',
};

export function measured(plan: TradingPlan, fold: TradingFold): MeasuredRun {
  const performance = fold.performance();
  const { closed } = fold;
  if (closed === undefined) throw new Error('the fold is not closed');
  return {
    plan,
    performance,
    closed,
    cash: new Float64Array(days),
    tables: [],
    answers: fold.answers.runs(),
    weightsUnpaid: 0,
    unpaidSum: 0,
    unpaidBeside: null,
    scaled: fold.orders.scaled,
    weightsScaled: 0,
    cancelsIgnored: fold.orders.cancelsIgnored,
    firstIgnored: fold.orders.firstIgnored,
    open: false,
    classes: fold.coverage.classes(),
    result: runResult(plan, fold, { performance, journalHash: '' }),
    trades: columnsOfTrades([]),
    fills: { first: [], buys: 0, sales: 0 },
  };
}
