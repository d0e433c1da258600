/**
 * A hedging run fact by fact: in which sessions it asks, what agents and tools are shown, and
 * what stays fixed.
 */

import { describe, expect, it } from 'vitest';
import { invariant } from '#values';
import {
  FactColumns,
  factKinds,
  noInstrument,
  type FactPayload,
  type JournalEvent,
  type PairDecision,
  type TapeHeader,
} from '#contracts';
import { AsOfStore, Cursor } from '#market-view';
import { pairPolicies, resolvePolicy } from '#portfolio';
import type { TradingPlan } from '../workflow/run-plan.js';
import { HedgingRun } from './hedging-run.js';

const pool = ['AA', 'BB', 'CC'];
const header: TapeHeader = {
  id: 'tape',
  dataset: 'set',
  calendar: 'XNYS',
  sessionsPerYear: 252,
  priceBasis: 'raw',
  tradePrice: 'close',
  barFrequency: 'daily',
  synthetic: true,
  dateRule: 'session-close',
  instruments: pool.map((symbol) => ({ symbol, currency: 'USD' })),
};

/** Session n opens at 10 n and closes at 10 n + 5. */
interface Session {
  readonly bars: Readonly<Record<string, number>>;
  readonly facts?: readonly FactPayload[];
  readonly says?: Omit<PairDecision, 'kind'>;
}

class Story {
  readonly events: JournalEvent[] = [];
  /** Sessions in which the run asked. */
  readonly asked: number[] = [];
  readonly run: HedgingRun;
  private readonly cursor: Cursor;
  private session = 0;

  constructor(execution: Parameters<typeof resolvePolicy>[0] = {}) {
    const plan: TradingPlan = {
      id: 'run',
      label: 'run',
      workflow: 'hedging',
      symbols: pool,
      portfolio: true,
      agent: { id: 'mine', kind: 'external' },
      repeat: 0,
      baseSeed: 0,
      seed: 0,
      policy: resolvePolicy(execution, pairPolicies),
      capital: 1000,
      currency: 'USD',
      decide: 'session-close',
      sessionsPerYear: 252,
      firstSession: 2,
      lastSession: 9,
      data: null,
      file: null,
    };
    this.cursor = new Cursor(new AsOfStore({ ...header, history: null }), null);
    this.run = new HedgingRun(plan, header, this.cursor);
  }

  live({ bars, facts = [], says }: Session): this {
    const session = ++this.session;
    const open = session * 10;
    const close = session * 10 + 5;
    const columns = new FactColumns(20);
    for (const payload of facts) push(columns, payload, open - 1);
    push(columns, { kind: 'sessionOpen', session }, open);
    for (const [symbol, price] of Object.entries(bars)) pushBar(columns, symbol, price, close);
    push(columns, { kind: 'sessionClose', session, early: false }, close);
    for (let row = 0; row < columns.count; row++) {
      const isLast = columns.knowledgeTime[row] !== columns.knowledgeTime[row + 1];
      columns.endsInstant[row] = row + 1 === columns.count || isLast ? 1 : 0;
    }
    this.cursor.store.append(columns);
    for (let row = 0; row < columns.count; row++) this.take(columns, row, says);
    return this;
  }

  private take(columns: FactColumns, row: number, says: Session['says']): void {
    const { cursor, run } = this;
    cursor.advance(columns, row);
    this.events.push(...run.takeFact(columns, row));
    if (!run.isDue) return;
    this.asked.push(this.session);
    const answer = says === undefined ? { kind: 'missing' } : { kind: 'pair', ...says };
    const event = run.translation().eventOf(answer);
    this.events.push(...run.takeAnswer(event));
    invariant(!run.isDue, 'an answer was taken');
  }
}

function push(columns: FactColumns, payload: FactPayload, time: number): void {
  const instrument = 'symbol' in payload ? pool.indexOf(payload.symbol) : noInstrument;
  const kind = factKinds[payload.kind];
  columns.pushFact({ kind, instrument, knowledgeTime: time, eventTime: time, payload });
}

function pushBar(columns: FactColumns, symbol: string, price: number, time: number): void {
  const row = columns.count++;
  columns.kind[row] = factKinds.bar;
  columns.instrument[row] = pool.indexOf(symbol);
  columns.knowledgeTime[row] = time;
  columns.eventTime[row] = time;
  for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][row] = price;
}

const all = { AA: 100, BB: 50, CC: 10 };
const choice = { left: 'AA', right: 'BB', action: 'LONG_SHORT' } as const;

describe('a hedging run', () => {
  it('asks at each close of its window at which the whole pool, later both legs, traded', () => {
    const story = new Story()
      .live({ bars: all })
      .live({ bars: { AA: 100, BB: 50 } })
      .live({ bars: all, says: { action: 'HOLD' } })
      .live({ bars: { AA: 100, BB: 50 } })
      .live({ bars: all, says: choice })
      .live({ bars: { AA: 100, BB: 50 }, says: { action: 'HOLD' } })
      .live({ bars: { AA: 100, CC: 10 } })
      .live({ bars: { BB: 50, CC: 10 } })
      .live({ bars: all })
      .live({ bars: all });
    expect(story.asked).toEqual([3, 5, 6, 9]);
    const marks = story.events.filter(({ type }) => type === 'MarkTaken');
    expect(marks).toHaveLength(8);
  });

  it('shows the pool until a decision has chosen the pair, which then stays', () => {
    const { run } = new Story()
      .live({ bars: all })
      .live({ bars: all, says: { action: 'LONG_SHORT' } });
    expect(run.observation).toMatchObject({ pool, pair: null, position: null });
    expect(run.desk).toMatchObject({ workflow: 'hedging', symbols: pool, pair: null });
    const story = new Story()
      .live({ bars: all })
      .live({ bars: all, says: { ...choice, action: 'HOLD' } })
      .live({ bars: all, says: { left: 'CC', right: 'BB', action: 'LONG_SHORT' } });
    const pair = { left: 'AA', right: 'BB' };
    expect(story.run.observation).toMatchObject({ pair, position: null });
    expect(story.run.desk.pair).toEqual({ ...pair, direction: null, entryPrices: null });
  });

  it('shows the position as it is: direction, shares and entry prices, in the shares of today', () => {
    const story = new Story().live({ bars: all }).live({ bars: all, says: choice });
    const { observation, desk } = story.run;
    expect(observation.position).toEqual({
      direction: 'LONG_SHORT',
      shares: { left: 5, right: -10 },
      entryPrices: { left: 100, right: 50 },
    });
    story.live({
      facts: [{ kind: 'split', symbol: 'AA', effectiveDate: 3, from: 1, to: 4 }],
      bars: { AA: 26, BB: 50 },
      says: { action: 'HOLD' },
    });
    expect(observation.position).toEqual({
      direction: 'LONG_SHORT',
      shares: { left: 20, right: -10 },
      entryPrices: { left: 25, right: 50 },
    });
    expect(observation.account.equity).toBe(1020);
    story.live({ bars: { AA: 26, BB: 50 }, says: { action: 'SHORT_LONG' } });
    expect(observation.position).toMatchObject({
      direction: 'SHORT_LONG',
      entryPrices: { left: 26, right: 50 },
    });
    const entryPrices = { left: 26, right: 50 };
    expect(desk.pair).toEqual({ left: 'AA', right: 'BB', direction: 'SHORT_LONG', entryPrices });
    story.live({ bars: { AA: 26, BB: 50 }, says: { action: 'CLOSE' } });
    expect(observation.position).toBeNull();
    expect(desk.pair).toEqual({ left: 'AA', right: 'BB', direction: null, entryPrices: null });
    expect(desk.account.shares('AA')).toBe(0);
  });

  it('buys nothing with a dividend, even when the policy reinvests: shares stay fixed', () => {
    const story = new Story({ dividends: 'reinvest' })
      .live({ bars: all })
      .live({ bars: all, says: choice })
      .live({
        facts: [
          {
            kind: 'dividend',
            symbol: 'AA',
            exDate: 3,
            amount: 2,
            currency: 'USD',
            declaredDate: null,
            recordDate: null,
            payDate: null,
            type: 'cash',
          },
        ],
        bars: all,
        says: { action: 'HOLD' },
      });
    expect(story.run.observation.account).toMatchObject({ cash: 1010, equity: 1010 });
    expect(story.events.filter(({ type }) => type === 'OrderAccepted')).toHaveLength(2);
  });
});
