/**
 * The law of no look-ahead inside a bar: fills at the open depend on opens and on what
 * was known before.
 */

import fc from 'fast-check';
import { seededRandom, utcDateOf, type Instant } from '#values';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { factKinds, type JournalEventOf } from '#contracts';
import type { Agent } from '#agents';
import type { MarketView } from '#market-view';
import { describe, expect, it } from 'vitest';
import { deliveries } from './delivered-tape.js';
import { drawnDecision } from './drawn-decision.js';
import {
  eventFact,
  inTapeOrder,
  marketOf,
  marketShapes,
  symbolsOfMarket,
  type Market,
  type MarketFact,
} from './generated-market.js';
import type { MemoryJournal } from './memory-journal.js';
import { planOf, policies, runShapes } from './planned-run.js';
import { runsOfAgents } from './runs-of-agents.js';

const cases = sweepSize(20, 1000);

/** Decides by its seed and by prices that it could see. */
function drawingAgent(seed: number, symbols: readonly string[], view: MarketView): Agent {
  let turn = 0;
  const priceOf = (symbol: string): number | null =>
    symbols.includes(symbol) ? view.lastPrice(symbol) : null;
  return {
    decide: () => drawnDecision(seed + 7919 * turn++, symbols, priceOf),
    close: () => undefined,
  };
}

/**
 * The market with other bars at one instant, except for their opens, and with corporate actions
 * that become known then although their date has passed: all of it is later than the opens.
 */
function changeBarsAt(market: Market, time: Instant, seed: number): Market {
  const random = seededRandom(seed);
  const facts = market.facts.map((fact): MarketFact => {
    if (fact.time !== time || fact.bar === undefined) return fact;
    const { open } = fact.bar;
    const close = open * (0.5 + random.next());
    const high = Math.max(open, close) * (1 + random.next());
    const low = Math.min(open, close) * (0.5 + random.next() / 2);
    return { ...fact, bar: { ...fact.bar, close, high, low, vwap: close, volume: 1 } };
  });
  for (const [instrument] of market.header.instruments.entries()) {
    const late = random.below(3) === 0 ? 'split' : 'dividend';
    facts.push(lateAction(late, instrument, time));
  }
  return { ...market, facts: inTapeOrder(facts) };
}

/** A corporate action of the day of `time`, known only then. */
function lateAction(kind: 'split' | 'dividend', instrument: number, time: Instant): MarketFact {
  const symbol = symbolsOfMarket[instrument] as string;
  const date = utcDateOf(time);
  const { fact } = eventFact({ kind, symbol, session: date - 1, time, text: 'late', size: 3 });
  const { payload } = fact;
  const dated = payload?.kind === 'dividend' ? { ...payload, exDate: date } : payload;
  return { ...fact, ...(dated && { payload: dated }), instrument, eventTime: time };
}

/** What was filled at the opens of an instant's bars, without its place on the tape. */
function openFills(journal: MemoryJournal, time: Instant): unknown[] {
  return journal.events
    .filter((event): event is JournalEventOf<'OrderFilled'> => event.type === 'OrderFilled')
    .filter((event) => event.time === time && event.at === 'open')
    .map(({ asOf: _, ...terms }) => terms);
}

const inputs = [
  marketShapes(10).map((shape) => ({ ...shape, tradePrice: 'close' as const })),
  fc.nat(999),
  fc.nat(),
  runShapes,
  policies.filter(({ fill }) => fill !== 'decision-close'),
  deliveries,
] as const;

describe('no look-ahead inside a bar', () => {
  it(`holds for ${cases} markets`, { timeout: 600_000 }, async () => {
    const seen = { fills: 0, changed: 0 };
    const property = fc.asyncProperty(...inputs, async (...drawn) => {
      const [shape, place, seed, runShape, policy, delivery] = drawn;
      const market = marketOf(shape);
      const bars = market.facts.filter(({ kind }) => kind === factKinds.bar);
      const { time } = bars[Math.floor((place / 1000) * bars.length)] as MarketFact;
      const twin = changeBarsAt(market, time, seed);
      const plan = planOf(market, { id: 'drawn', kind: 'buy-and-hold' }, { ...runShape, policy });
      const open = (view: MarketView): Agent => drawingAgent(seed, plan.symbols, view);
      const documents = market.documents;
      const given = { runs: [{ plan, history: null, open }], documents, kept: null, delivery };
      const [journal] = (await runsOfAgents({ ...given, market })) as [MemoryJournal];
      const [other] = (await runsOfAgents({ ...given, market: twin })) as [MemoryJournal];
      const fills = openFills(journal, time);
      expect(openFills(other, time)).toEqual(fills);
      seen.fills += fills.length;
      if (journal.close().hash !== other.close().hash) seen.changed++;
    });
    await fc.assert(property, runsOfSweep(cases));
    expect(seen.fills).toBeGreaterThan(cases / 10);
    expect(seen.changed).toBeGreaterThan(cases / 2);
  });
});
