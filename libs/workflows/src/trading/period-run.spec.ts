/**
 * A run over weekly bars, fact by fact: a split inside of a week meets fills at its open, trades
 * and late bars.
 */

import { expect, it } from 'vitest';
import { civilDate, invariant, type CivilDate, type Instant } from '#values';
import {
  FactColumns,
  factKinds,
  noInstrument,
  type ExecutionPolicyInput,
  type FactPayload,
  type JournaledDecision,
  type TapeHeader,
} from '#contracts';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { AsOfStore, Cursor } from '#market-view';
import { resolvePolicy } from '#portfolio';
import type { TradingPlan } from '../workflow/run-plan.js';
import { TradingRun } from './trading-run.js';

const name = 'XNYS weekly';
const calendar = calendarOf(name);
const [before, week, after] = [7, 14, 21].map((day) => civilDate(2025, 3, day)) as [
  CivilDate,
  CivilDate,
  CivilDate,
];
const header: TapeHeader = {
  id: 'tape',
  dataset: 'live',
  calendar: name,
  sessionsPerYear: 52,
  priceBasis: 'raw',
  tradePrice: 'close',
  barFrequency: 'daily',
  synthetic: false,
  dateRule: 'session-close',
  instruments: [{ symbol: 'AA', currency: 'USD' }],
};
const long: JournaledDecision = { kind: 'target', positions: [{ symbol: 'AA', position: 1 }] };
const nothing: JournaledDecision = { kind: 'target', positions: [] };
const split: FactPayload = {
  kind: 'split',
  symbol: 'AA',
  effectiveDate: civilDate(2025, 3, 12),
  from: 1,
  to: 2,
};
const noon = (day: number): Instant => calendar.instantAt(civilDate(2025, 3, day), 12 * 60);

type Prices = readonly [open: number, high: number, low: number, close: number];

/**
 * Weeks of a run; each fact has its own instant, but a bar comes with the close of its week
 * unless it is late.
 */
class Weeks {
  readonly lines: string[] = [];
  private readonly run: TradingRun;
  private readonly cursor: Cursor;

  constructor(execution: ExecutionPolicyInput) {
    const plan: TradingPlan = {
      id: 'run',
      label: 'run',
      workflow: 'trading',
      symbols: ['AA'],
      portfolio: false,
      agent: { id: 'mine', kind: 'external' },
      repeat: 0,
      baseSeed: 0,
      seed: 0,
      policy: resolvePolicy(execution),
      capital: 1000,
      currency: 'USD',
      decide: 'session-close',
      sessionsPerYear: 52,
      firstSession: before,
      lastSession: after,
      data: null,
      file: null,
    };
    this.cursor = new Cursor(new AsOfStore({ ...header, history: null }), null);
    this.run = new TradingRun(plan, header, this.cursor);
  }

  opens(session: CivilDate): this {
    return this.fact(calendar.openOf(session), { kind: 'sessionOpen', session });
  }

  fact(time: Instant, payload: FactPayload): this {
    return this.take((facts) => push(facts, time, payload));
  }

  trade(time: Instant, price: number): this {
    const place = { instrument: 0, knowledgeTime: time, eventTime: time };
    return this.take((facts) => facts.pushTrade({ ...place, price, size: 100 }));
  }

  lateBar(session: CivilDate, known: Instant, close: number): this {
    return this.take((facts) =>
      pushBar(facts, [close, close, close, close], calendar.closeOf(session), known),
    );
  }

  closes(session: CivilDate, prices: Prices | null, decision: JournaledDecision = nothing): this {
    const time = calendar.closeOf(session);
    this.take((facts) => {
      if (prices !== null) pushBar(facts, prices, time, time);
      push(facts, time, { kind: 'sessionClose', session, early: false });
    });
    // A run of one symbol decides nothing in a session without its bar.
    invariant(this.run.isDue === (prices !== null), 'a decision is due with the bar');
    if (!this.run.isDue) return this;
    this.note(this.run.takeAnswer({ type: 'DecisionMade', decision, rationale: null }));
    return this;
  }

  private take(pushTo: (facts: FactColumns) => void): this {
    const facts = new FactColumns(4);
    pushTo(facts);
    facts.endsInstant[facts.count - 1] = 1;
    this.cursor.store.append(facts);
    for (let row = 0; row < facts.count; row++) {
      this.cursor.advance(facts, row);
      this.note(this.run.takeFact(facts, row));
    }
    return this;
  }

  private note(events: ReturnType<TradingRun['takeFact']>): void {
    for (const event of events) {
      if (event.type === 'OrderFilled')
        this.lines.push(`fill ${event.shares} at ${event.price} (${event.at})`);
      if (event.type === 'SplitApplied') this.lines.push(`split: ${event.shares}`);
      if (event.type === 'MarkTaken') this.lines.push(`equity ${event.equity}`);
    }
  }
}

function push(facts: FactColumns, time: Instant, payload: FactPayload): void {
  const instrument = 'symbol' in payload ? 0 : noInstrument;
  const place = { instrument, knowledgeTime: time, eventTime: time };
  facts.pushFact({ ...place, kind: factKinds[payload.kind], payload });
}

function pushBar(
  facts: FactColumns,
  prices: Prices,
  eventTime: Instant,
  knowledgeTime: Instant,
): void {
  const [open, high, low, close] = prices;
  const place = { instrument: 0, knowledgeTime, eventTime };
  facts.pushBar({ ...place, open, high, low, close, adjClose: NaN, volume: 1000, vwap: NaN });
}

const flat = (price: number): Prices => [price, price, price, price];

it.each([
  ['before the week opens', before],
  ['inside of the week', week],
] as const)('a split that is known %s comes after the fill at the open', (_, known) => {
  const weeks = new Weeks({ fill: 'next-open' }).opens(before);
  if (known === before) weeks.fact(noon(5), split);
  weeks.closes(before, flat(100), long).opens(week);
  if (known === week) weeks.fact(noon(12), split);
  weeks.closes(week, [100, 102, 49, 50]).opens(after).closes(after, flat(50));
  expect(weeks.lines).toEqual([
    'equity 1000',
    'fill 10 at 100 (open)',
    'split: 20',
    'equity 1000',
    'equity 1000',
  ]);
});

it('trades meet orders in the shares of their day', () => {
  const weeks = new Weeks({ fill: 'next-trade', size: { shares: 4 } });
  weeks.opens(before).closes(before, flat(100), long).opens(week).fact(noon(10), split);
  weeks.trade(noon(11), 100).trade(noon(13), 50).closes(week, [100, 102, 49, 50]);
  expect(weeks.lines).toEqual(['equity 1000', 'fill 4 at 100 (trade)', 'split: 8', 'equity 1000']);
  const later = new Weeks({ fill: 'next-trade', size: { shares: 4 } });
  later.opens(before).closes(before, flat(100), long).opens(week).fact(noon(10), split);
  later.trade(noon(13), 50).closes(week, [100, 102, 49, 50]);
  expect(later.lines).toEqual(['equity 1000', 'fill 4 at 50 (trade)', 'equity 1000']);
});

it('a week without a bar takes its split at its close', () => {
  const weeks = new Weeks({ fill: 'next-open' }).opens(before).closes(before, flat(100), long);
  weeks.opens(week).closes(week, flat(100)).opens(after);
  weeks.fact(noon(18), { ...split, effectiveDate: civilDate(2025, 3, 19) } as FactPayload);
  weeks.closes(after, null);
  expect(weeks.lines.slice(1)).toEqual(['fill 10 at 100 (open)', 'equity 1000', 'split: 20']);
});

it('a late bar of a week with a split sets the price, and its open fills nothing', () => {
  const weeks = new Weeks({ fill: 'next-open' }).opens(before).closes(before, flat(100), long);
  weeks.opens(week).fact(noon(12), split).closes(week, null);
  weeks
    .lateBar(week, calendar.closeOf(week) + 1, 50)
    .opens(after)
    .closes(after, flat(40));
  expect(weeks.lines).toEqual(['equity 1000', 'fill 25 at 40 (open)', 'equity 1000']);
});
