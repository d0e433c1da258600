/**
 * A run without an end is anywhere on its tape what it would be if it ended there, and a past
 * of what follows.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import type { Agent } from '#agents';
import { factKinds, type JournalEvent } from '#contracts';
import { openEnd } from '#contracts/scenario/trading-terms';
import type { MarketView } from '#market-view';
import { symbolPolicies } from '#portfolio';
import type { TradingPlan } from '#workflows';
import { deliveries } from './delivered-tape.js';
import { drawnDecision } from './drawn-decision.js';
import { marketOf, marketShapes, type Market } from './generated-market.js';
import type { MemoryJournal } from './memory-journal.js';
import { planOf, policies, runShapes, type RunShape } from './planned-run.js';
import { runsOfAgents } from './runs-of-agents.js';

type Delivery = Parameters<typeof runsOfAgents>[0]['delivery'];

const cases = sweepSize(12, 1500);
const patience = { timeout: 240_000 };

const drawnRuns = fc.record({
  market: marketShapes(8),
  policy: fc.oneof(policies, fc.constantFrom(...symbolPolicies.own)),
  shape: runShapes,
  seed: fc.nat(),
  /** Which fact the tape ends with, in thousandths. */
  place: fc.nat(999),
});

type DrawnRun = typeof drawnRuns extends fc.Arbitrary<infer T> ? T : never;

const marketOfRun = ({ market }: DrawnRun): Market => marketOf({ ...market, tradePrice: 'close' });

function planOfRun(drawn: DrawnRun, market: Market, lastSession: number): TradingPlan {
  const shape: RunShape = { ...drawn.shape, policy: drawn.policy, before: 0, after: 0 };
  return {
    ...planOf(market, { id: 'drawn', kind: 'buy-and-hold' }, shape),
    lastSession,
    data: null,
  };
}

async function journalOf(
  { seed }: DrawnRun,
  plan: TradingPlan,
  market: Market,
  delivery: Delivery,
): Promise<MemoryJournal> {
  const open = (view: MarketView): Agent => ({
    history: { bars: null },
    answers: 'at once',
    close: () => undefined,
    decide: ({ asOf }) =>
      drawnDecision(seed + asOf, plan.symbols, (symbol) =>
        plan.symbols.includes(symbol) ? view.lastPrice(symbol) : null,
      ),
  });
  const runs = [{ plan, history: null, open, repeats: false }];
  const given = { market, delivery, runs, documents: market.documents, kept: null };
  return (await runsOfAgents(given))[0] as MemoryJournal;
}

/**
 * Facts after a close that show at once that the tape continues: they move a book, or
 * are journaled.
 */
const goesOn: ReadonlySet<number> = new Set([
  factKinds.bar,
  factKinds.dividend,
  factKinds.split,
  factKinds.tradingStatus,
  factKinds.rowDropped,
  factKinds.lateFact,
  factKinds.feedGap,
]);

/**
 * The market up to an instant, and the session that it ended with; undefined where one is
 * open, or none was.
 */
function cutOf(market: Market, place: number) {
  const at = Math.floor((place / 1000) * market.facts.length);
  const cut = market.facts[at]?.time ?? 0;
  const facts = market.facts.filter(({ time, deliveredAt }) => (deliveredAt ?? time) <= cut);
  const turn = facts.findLast(
    ({ payload }) => payload?.kind === 'sessionOpen' || payload?.kind === 'sessionClose',
  )?.payload;
  const since = facts.slice(facts.findLastIndex(({ payload }) => payload === turn) + 1);
  const isEnd = turn?.kind === 'sessionClose' && !since.some(({ kind }) => goesOn.has(kind));
  const closed = isEnd ? turn.session : undefined;
  return { cut, closed, known: { ...market, facts } };
}

/** Without the event that identifies the plan. */
const inside = ({ events }: MemoryJournal): readonly JournalEvent[] =>
  events.filter(({ type }) => type !== 'RunOpened');

describe('a run without an end', () => {
  it(`is what it would be if it ended there, in ${cases} markets`, patience, async () => {
    let marks = 0;
    const property = fc.asyncProperty(drawnRuns, deliveries, async (drawn, delivery) => {
      const { closed, known } = cutOf(marketOfRun(drawn), drawn.place);
      if (closed === undefined) return;
      const [open, ended] = [openEnd, closed].map((last) =>
        journalOf(drawn, planOfRun(drawn, known, last), known, delivery),
      );
      const events = inside((await open) as MemoryJournal);
      expect(events).toEqual(inside((await ended) as MemoryJournal));
      marks += events.filter(({ type }) => type === 'MarkTaken').length;
    });
    await fc.assert(property, runsOfSweep(cases));
    expect(marks).toBeGreaterThan(cases / 2);
  });

  it('resumes from its earlier state, wherever its tape was', patience, async () => {
    const inputs = [drawnRuns, deliveries, deliveries] as const;
    const property = fc.asyncProperty(...inputs, async (drawn, one, other) => {
      const market = marketOfRun(drawn);
      const plan = planOfRun(drawn, market, openEnd);
      const { cut, known } = cutOf(market, drawn.place);
      const so = (await journalOf(drawn, plan, known, one)).bytesUpTo(cut);
      const all = (await journalOf(drawn, plan, market, other)).bytesUpTo(Infinity);
      expect(Buffer.from(all.subarray(0, so.length)).equals(Buffer.from(so))).toBe(true);
    });
    await fc.assert(property, runsOfSweep(cases));
  });
});
