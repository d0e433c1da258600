/**
 * Fills only at existing prices, and no larger than the policy allows, through halts and splits.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { microsPerMilli, type CivilDate } from '#values';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { isFill, type ExecutionPolicy, type FillEvent, type JournalEventOf } from '#contracts';
import { changeFuture, futureShapes } from './changed-future.js';
import { deliveries } from './delivered-tape.js';
import { drawnLives, journalOf, liveOf, tookMsAt, type Live } from './drawn-live-run.js';
import { restOfEntry, type PastFill } from './entry-rest.js';
import { FillLedger } from './fill-ledger.js';
import type { Market, MarketFact } from './generated-market.js';
import type { MemoryJournal } from './memory-journal.js';
import { planOf } from './planned-run.js';

const cases = sweepSize(60, 1500);
const tolerance = 1e-9;
const patience = { timeout: 240_000 };

interface Placed {
  readonly event: JournalEventOf<'OrderAccepted'>;
  /** In whose shares it was accepted. */
  readonly date: CivilDate;
  /** The first instant at which it may meet a price. */
  readonly earliest: number;
  /** Shares for one of when it was accepted, at each moment since. */
  readonly ratios: Set<number>;
  /** Each with the session in whose shares it is. */
  readonly parts: { readonly shares: number; readonly session: CivilDate }[];
  ended: boolean;
}

/** Reads a journal along its tape, and checks every fill against the fact that it is at. */
function checkFills(
  live: Live,
  journal: MemoryJournal,
): Record<'parts' | 'fills' | 'splits', number> {
  const { market, shape } = live;
  const { policy } = shape;
  const ledger = new FillLedger(
    market,
    planOf(market, { id: 'drawn', kind: 'buy-and-hold' }, shape).symbols,
    100_000,
  );
  const placed = new Map<number, Placed>();
  const seen = { parts: 0, fills: 0, splits: 0 };
  const taken = new Map<string, number>();
  const past = new Map<string, PastFill[]>();
  let read = 0;
  for (const event of journal.events) {
    while (read < event.asOf) {
      ledger.takeFact(market.facts[read++] as MarketFact);
      for (const { event: order, date, ratios } of placed.values()) {
        ratios.add(ledger.ratioSince(order.symbol, date));
      }
    }
    if (event.type === 'OrderAccepted') {
      // The order of a reinvested dividend waits for no answer, and is not sent.
      const isOfDividend = event.size.kind === 'notional' && isDividend(journal, event);
      const tookMs = isOfDividend ? 0 : (policy.latencyMs ?? 0) + tookMsAt(live)(event.asOf);
      const delay = tookMs * microsPerMilli;
      placed.set(event.order, {
        event,
        date: ledger.date,
        earliest: event.time + delay,
        ratios: new Set([1]),
        parts: [],
        ended: false,
      });
    }
    if (isFill(event)) {
      const order = placed.get(event.order) as Placed;
      expect(order.ended).toBe(false);
      seen[event.type === 'OrderFilled' ? 'fills' : 'parts']++;
      checkFill(live, ledger, order, event);
      checkBound(live, event, taken);
      const { entry = null } = order.event;
      const fills = past.get(event.symbol) ?? [];
      past.set(event.symbol, fills);
      fills.push({ order: event.order, entry, shares: event.shares, session: ledger.date });
      checkSum(policy, ledger, order, event, placed.get(entry ?? -1));
      if (entry !== null && event.type === 'OrderFilled') checkExit(ledger, entry, event, fills);
    }
    if ('order' in event && event.order !== null && endsOrder.has(event.type)) {
      (placed.get(event.order) as Placed).ended = true;
    }
    ledger.takeEvent(event);
    if (event.type === 'MarkTaken') checkMark(ledger, event);
    if (event.type === 'SplitApplied') {
      const held = ledger.held(event.symbol);
      const scale = Math.abs(event.shares) + ledger.moved;
      expect(Math.abs(event.shares - held)).toBeLessThanOrEqual(tolerance * scale);
      seen.splits++;
    }
  }
  for (const { ended } of placed.values()) expect(ended).toBe(true);
  return seen;
}

const endsOrder: ReadonlySet<string> = new Set(['OrderFilled', 'OrderCancelled', 'OrderDenied']);

/** Orders of reinvested dividends come from no decision. */
const isDividend = (journal: MemoryJournal, { asOf }: { asOf: number }): boolean =>
  !journal.events.some((event) => event.asOf === asOf && event.type === 'AnswerTimed');

/**
 * The price was there: at this fact, of this symbol, in an open session, not halted, and not before
 * the order was.
 */
function checkFill(
  { market, shape, barLength }: Live,
  ledger: FillLedger,
  order: Placed,
  event: FillEvent,
): void {
  const fact = factOf(market, shape.policy, event);
  expect(fact).toBeDefined();
  if (fact === undefined) return;
  expect(ledger.halted.has(event.symbol)).toBe(false);
  const isBuy = event.shares > 0;
  const { trade, quote, bar } = fact;
  if (bar !== undefined) {
    // Where orders take time the bar began behind them, otherwise it ended behind the decision.
    if (order.earliest === order.event.time) {
      expect(fact.eventTime).toBeGreaterThan(order.earliest);
    } else expect(fact.eventTime - barLength).toBeGreaterThanOrEqual(order.earliest);
    if (event.at === 'level') expect(event.price >= bar.low && event.price <= bar.high).toBe(true);
    else expect(event.price).toBe(event.at === 'open' ? bar.open : bar.close);
  } else {
    expect(ledger.isInSession(fact)).toBe(true);
    expect(quote !== undefined && quote.bid > quote.ask).toBe(false);
    expect(Math.min(fact.time, fact.eventTime)).toBeGreaterThanOrEqual(order.earliest);
    expect([event.at, event.price]).toEqual(
      trade === undefined ? ['quote', isBuy ? quote?.ask : quote?.bid] : ['trade', trade.price],
    );
  }
  const { limit, side } = order.event;
  if (limit === null) return;
  const level = limit / ledger.ratioSince(event.symbol, order.date);
  if (side === 'buy') expect(event.price).toBeLessThanOrEqual(level * (1 + tolerance));
  else expect(event.price).toBeGreaterThanOrEqual(level * (1 - tolerance));
}

/** The fact that a fill is at: the one at its as-of, or the bar of its symbol that came with it. */
function factOf(
  market: Market,
  { fill }: ExecutionPolicy,
  event: FillEvent,
): MarketFact | undefined {
  const isOf = (fact: MarketFact | undefined): boolean =>
    market.header.instruments[fact?.instrument ?? -1]?.symbol === event.symbol;
  const at = market.facts[event.asOf - 1];
  if (fill === 'next-trade') return isOf(at) && at?.trade !== undefined ? at : undefined;
  if (fill === 'next-quote') return isOf(at) && at?.quote !== undefined ? at : undefined;
  return market.facts
    .slice(0, event.asOf)
    .findLast((fact) => fact.bar !== undefined && fact.time === event.time && isOf(fact));
}

/**
 * All orders together take no more of a trade, of a side of a quote, or of a bar than the
 * policy allows.
 */
function checkBound({ market, shape }: Live, event: FillEvent, taken: Map<string, number>): void {
  const fact = factOf(market, shape.policy, event) as MarketFact;
  const { trade, quote, bar } = fact;
  const side = event.shares > 0 ? 'buy' : 'sell';
  const key = `${market.facts.indexOf(fact)} ${quote === undefined ? '' : side}`;
  const size = trade?.size ?? bar?.volume ?? (side === 'buy' ? quote?.askSize : quote?.bidSize);
  const sum = (taken.get(key) ?? 0) + Math.abs(event.shares);
  taken.set(key, sum);
  const bound = (shape.policy.participation as number) * (size as number);
  expect(sum).toBeLessThanOrEqual(bound * (1 + tolerance));
}

/** A filled exit has closed what other orders left of the shares that its entry opened. */
function checkExit(
  ledger: FillLedger,
  entry: number,
  { symbol }: FillEvent,
  fills: readonly PastFill[],
): void {
  const rest = restOfEntry(fills, entry, (session) => ledger.ratioSince(symbol, session));
  expect(Math.abs(rest)).toBeLessThanOrEqual(tolerance * ledger.moved);
}

/**
 * The parts of an order in shares add up to at most its size, and to exactly that once it is
 * filled. An exit is for what its entry has filled, and for no more.
 */
function checkSum(
  { lotSize }: ExecutionPolicy,
  ledger: FillLedger,
  order: Placed,
  event: FillEvent,
  entry: Placed | undefined,
): void {
  const { size, symbol } = order.event;
  order.parts.push({ shares: Math.abs(event.shares), session: ledger.date });
  if (size.kind !== 'shares') return;
  // In the shares of when it was accepted.
  const filledOf = ({ parts, date }: Placed): number =>
    parts.reduce(
      (sum, part) => sum + part.shares / ledger.ratioSince(symbol, date, part.session),
      0,
    );
  const filled = filledOf(order);
  const whole = entry === undefined ? size.shares : filledOf(entry);
  expect(filled).toBeLessThanOrEqual(whole * (1 + tolerance));
  if (event.type !== 'OrderFilled' || entry !== undefined) return;
  // The first price that it meets makes it whole lots, of the shares of that day.
  const sums = [...order.ratios].map((ratio) => lotsOf(whole * ratio, lotSize) / ratio);
  const gap = Math.min(...sums.map((sum) => Math.abs(sum - filled)));
  expect(gap).toBeLessThanOrEqual(whole * 2 * tolerance);
}

const lotsOf = (shares: number, lot: number): number =>
  lot === 0 ? shares : Math.floor((shares / lot) * (1 + tolerance)) * lot;

function checkMark(ledger: FillLedger, event: JournalEventOf<'MarkTaken'>): void {
  const values = ledger.values();
  const gross = values.reduce((sum, value) => sum + Math.abs(value), 0);
  const net = values.reduce((sum, value) => sum + value, 0);
  const near = (found: number, expected: number): void =>
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(tolerance * (ledger.moved + gross));
  near(event.cash, ledger.cash);
  near(event.net, net);
  near(event.gross, gross);
  near(event.equity, ledger.cash + net);
}

describe('fills at trades, quotes and bars in parts', () => {
  it(
    `are at prices that were there, in ${cases} markets, and money is conserved`,
    patience,
    async () => {
      const seen = { parts: 0, fills: 0, splits: 0 };
      const property = fc.asyncProperty(drawnLives, deliveries, async (drawn, delivery) => {
        const live = liveOf(drawn);
        const { parts, fills, splits } = checkFills(live, await journalOf(live, delivery));
        seen.splits += splits;
        seen.parts += parts;
        seen.fills += fills;
      });
      await fc.assert(property, runsOfSweep(cases));
      // A law about nothing would hold as well.
      expect(seen.parts).toBeGreaterThan(cases / 2);
      expect(seen.fills).toBeGreaterThan(cases / 2);
      expect(seen.splits).toBeGreaterThan(cases / 10);
    },
  );

  it('are the same however the tape is cut into batches', patience, async () => {
    const property = fc.asyncProperty(
      drawnLives,
      deliveries,
      deliveries,
      async (drawn, one, other) => {
        const live = liveOf(drawn);
        const first = await journalOf(live, one);
        const second = await journalOf(live, other);
        expect(second.close().hash).toBe(first.close().hash);
      },
    );
    await fc.assert(property, runsOfSweep(Math.ceil(cases / 2)));
  });

  it('do not depend on what comes after them', patience, async () => {
    const inputs = [drawnLives, futureShapes, deliveries, deliveries] as const;
    const property = fc.asyncProperty(...inputs, async (drawn, future, one, other) => {
      const live = liveOf(drawn);
      const { market, cut } = changeFuture(live.market, future);
      const journal = await journalOf(live, one);
      const twin = await journalOf(live, other, market);
      const past = journal.bytesUpTo(cut);
      const same = twin.bytesUpTo(cut);
      expect(Buffer.from(past).equals(Buffer.from(same))).toBe(true);
    });
    await fc.assert(property, runsOfSweep(Math.ceil(cases / 2)));
  });
});
