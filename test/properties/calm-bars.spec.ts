/** The law of the calm: the short way over bars while nothing waits gives the journal of the long way, byte by byte. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Agent, Answer } from '#agents';
import type { MarketView } from '#market-view';
import { deliveries } from './delivered-tape.js';
import { drawnDecision } from './drawn-decision.js';
import { marketOf, marketShapes } from './generated-market.js';
import type { MemoryJournal } from './memory-journal.js';
import { planOf, runShapes } from './planned-run.js';
import { runsOfAgents } from './runs-of-agents.js';

const cases = 1500;

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

/** An agent that observes is led the long way. */
const observed = (agent: Agent): Agent => ({ ...agent, observe: () => undefined });

const inputs = [
  marketShapes(8),
  runShapes,
  fc.nat({ max: 1_000_000 }),
  fc.boolean(),
  deliveries,
] as const;

describe('bars in a calm', () => {
  it(`give the journal of the long way in ${cases} runs`, { timeout: 120_000 }, async () => {
    let records = 0;
    const property = fc.asyncProperty(...inputs, async (shape, runShape, seed, waits, delivery) => {
      const market = marketOf(shape);
      const plan = planOf(market, { id: 'calm', kind: 'buy-and-hold' }, runShape);
      const journalOf = async (wrap: (agent: Agent) => Agent): Promise<MemoryJournal> => {
        const open = (view: MarketView): Agent => wrap(agentOf(view, seed, waits));
        const runs = [{ plan, history: null, open }];
        const { documents } = market;
        const [journal] = await runsOfAgents({ market, runs, delivery, documents, kept: null });
        return journal as MemoryJournal;
      };
      const short = await journalOf((agent) => agent);
      const long = await journalOf(observed);
      expect(short.events).toEqual(long.events);
      expect(short.close()).toEqual(long.close());
      records += short.events.length;
    });
    await fc.assert(property, { numRuns: cases });
    expect(records).toBeGreaterThan(10 * cases);
  });
});
