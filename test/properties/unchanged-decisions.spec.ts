/**
 * The law of stretches: a run whose unchanged decisions become one event means the same as
 * with each of them.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Agent, Answer } from '#agents';
import { RecordedDecisions } from '#backtest';
import {
  behind,
  dueIn,
  dueInAll,
  isDecision,
  type DecisionEvent,
  type JournalEvent,
} from '#contracts';
import type { MarketView } from '#market-view';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { deliveries } from './delivered-tape.js';
import { drawnDecision } from './drawn-decision.js';
import { marketOf, marketShapes } from './generated-market.js';
import { planOf, runShapes } from './planned-run.js';
import { runsOfAgents } from './runs-of-agents.js';

const cases = sweepSize(20, 1500);

const noTargets: Answer = Object.freeze({ kind: 'target', positions: Object.freeze({}) });
const noWeights: Answer = Object.freeze({ kind: 'weights', weights: Object.freeze({}) });
const missing: Answer = Object.freeze({ kind: 'missing' });

/** Mostly one of the answers that change nothing, now and then one that does, at once or later. */
function agentOf(view: MarketView, seed: number, waits: boolean): Agent {
  return {
    decide: ({ asOf, symbols, account }) => {
      const draw = (asOf * 7919 + seed + Math.floor(account.equity)) % 16;
      const answer = answerOf(draw, () =>
        drawnDecision(seed + asOf, symbols, (symbol) =>
          view.symbols.includes(symbol) ? view.lastPrice(symbol) : null,
        ),
      );
      return waits && draw % 5 === 0 ? Promise.resolve(answer) : answer;
    },
    close: () => undefined,
  };
}

function answerOf(draw: number, decision: () => Answer): Answer {
  if (draw < 9) return noTargets;
  if (draw === 9) return noWeights;
  if (draw === 10) return { kind: 'target', positions: {} };
  return draw === 11 ? missing : decision();
}

/**
 * Each decision of a stretch separately: as many as it counts, from the first place to the last.
 */
function unfolded(
  events: readonly JournalEvent[],
  singly: readonly JournalEvent[],
): JournalEvent[] {
  let at = 0;
  return events.flatMap((event) => {
    if (event.type !== 'DecisionsUnchanged') return singly.slice(at, ++at).map(() => event);
    const places = singly.slice(at, (at += event.count));
    expect([places.at(0)?.asOf, places.at(-1)?.asOf]).toEqual([event.since, event.asOf]);
    expect(places.at(-1)?.time).toBe(event.time);
    return places.map(({ asOf, time }): JournalEvent => {
      return { type: 'DecisionMade', asOf, time, decision: event.decision, rationale: null };
    });
  });
}

/** A due decision, and the event that it is part of. */
interface Unit {
  readonly of: DecisionEvent;
  readonly asOf: number;
  readonly time: number;
}

function unitsOf(folded: readonly DecisionEvent[], singly: readonly DecisionEvent[]): Unit[] {
  const owners = folded.flatMap((of) => Array.from({ length: dueIn(of) }, () => of));
  return singly.map(({ asOf, time }, index) => ({
    of: owners[index] as DecisionEvent,
    asOf,
    time,
  }));
}

/** A message of units [from, to): what is left there of each stretch is one event. */
function messageOf(units: readonly Unit[], from: number, to: number): DecisionEvent[] {
  const events: DecisionEvent[] = [];
  for (const [index, { of, asOf, time }] of units.slice(from, to).entries()) {
    const last = events.at(-1);
    const goesOn = index > 0 && units[from + index - 1]?.of === of;
    if (of.type !== 'DecisionsUnchanged') events.push(of);
    else if (!goesOn || last?.type !== 'DecisionsUnchanged') {
      events.push({ ...of, asOf, time, count: 1, since: asOf });
    } else events[events.length - 1] = { ...last, asOf, time, count: last.count + 1 };
  }
  return events;
}

const inputs = [
  marketShapes(8).map((shape) => ({ ...shape, barsPerSession: 4 * shape.barsPerSession })),
  runShapes,
  fc.nat({ max: 1_000_000 }),
  fc.boolean(),
  deliveries,
  deliveries,
] as const;

describe('unchanged decisions', () => {
  it(`are the same, one by one and in stretches, in ${cases} runs`, async () => {
    const seen = { due: 0, stretches: 0, longest: 0 };
    const property = fc.asyncProperty(...inputs, async (...drawn) => {
      const [shape, runShape, seed, waits, delivery, other] = drawn;
      const market = marketOf(shape);
      const plan = planOf(market, { id: 'calm', kind: 'buy-and-hold' }, runShape);
      const { documents } = market;
      const open = (view: MarketView): Agent => agentOf(view, seed, waits);
      const journalOf = async (repeats: boolean, how: typeof delivery) => {
        const runs = [{ plan, history: null, open, repeats }];
        const [journal] = await runsOfAgents({
          market,
          runs,
          delivery: how,
          documents,
          kept: null,
        });
        if (journal === undefined) throw new Error('there is one run');
        return journal;
      };
      const folded = await journalOf(true, delivery);
      const singly = await journalOf(false, delivery);
      expect(unfolded(folded.events, singly.events)).toEqual(singly.events);
      expect((await journalOf(true, other)).close()).toEqual(folded.close());
      for (const event of folded.events) {
        if (event.type !== 'DecisionsUnchanged') continue;
        seen.stretches++;
        seen.longest = Math.max(seen.longest, event.count);
      }
      seen.due += dueInAll(folded.events.filter(isDecision));
    });
    await fc.assert(property, runsOfSweep(cases));
    expect(seen.due).toBeGreaterThan(5 * cases);
    expect(seen.stretches).toBeGreaterThan(cases);
    expect(seen.longest).toBeGreaterThan(5);
  });

  it('are the same from one message and from overlapping ones', async () => {
    const cuts = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 4 })), { maxLength: 6 });
    const property = fc.asyncProperty(...inputs, cuts, async (...drawn) => {
      const [shape, runShape, seed, , delivery, , places] = drawn;
      const market = marketOf(shape);
      const plan = planOf(market, { id: 'calm', kind: 'buy-and-hold' }, runShape);
      const open = (view: MarketView): Agent => agentOf(view, seed, false);
      const runs = [true, false].map((repeats) => ({ plan, history: null, open, repeats }));
      const { documents } = market;
      const journals = await runsOfAgents({ market, runs, delivery, documents, kept: null });
      const [folded = [], singly = []] = journals.map(({ events }) => events.filter(isDecision));
      const units = unitsOf(folded, singly);
      const ends = places.map(([end, back]) => [end % (units.length + 1), back] as const);
      const queue = new RecordedDecisions((asOf, found) => new Error(`${asOf}: ${found}`));
      let known = 0;
      for (const [end, back] of [...ends, [units.length, 2] as const]) {
        const from = Math.max(0, Math.min(known, end) - back);
        const news = behind(messageOf(units, from, end), Math.min(end, known) - from);
        known = Math.max(known, end);
        queue.add(news);
      }
      for (const { type: _, asOf, time: __, ...expected } of singly) {
        expect(queue.take(asOf)).toMatchObject(expected);
      }
      expect(queue.take(1e9)).toBeUndefined();
    });
    await fc.assert(property, runsOfSweep(sweepSize(12, 1000)));
  });
});
