/**
 * The law of no look-ahead for agents of hedging: what comes after an instant changes no
 * record up to it.
 */

import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { agentConfigSchema, type AgentConfig } from '#contracts/scenario/scenario';
import { fillsAtTicks, pairPolicies } from '#portfolio';
import { describe, expect, it } from 'vitest';
import { changeFuture, futureShapes } from './changed-future.js';
import { deliveries } from './delivered-tape.js';
import { marketOf, marketShapes } from './generated-market.js';
import { planOf, runShapes, type RunShape } from './planned-run.js';
import { firstDifference, replay } from './replayed-runs.js';

const cases = sweepSize(12, 1000);
/** A choice needs 30 bars. */
const sessionsMax = 60;

const config = (words: object): AgentConfig => agentConfigSchema.parse(words);

/** One agent of each kind that chooses a pair, any correlation allowed. */
const agents: fc.Arbitrary<AgentConfig[]> = fc
  .record({ lookback: fc.integer({ min: 3, max: 12 }), enter: fc.constantFrom(0.5, 1, 1.5) })
  .map((words) => [
    config({ id: 'hold', kind: 'pair-hold', correlation: -1 }),
    config({ id: 'spread', kind: 'pair-zscore', correlation: -1, exit: 0.3, ...words }),
    config({ id: 'dice', kind: 'random' }),
  ]);

const runs = fc.array(fc.tuple(runShapes, fc.constantFrom(...pairPolicies.own)), {
  minLength: 3,
  maxLength: 3,
});

describe('no look-ahead of agents of hedging', () => {
  it(`holds for ${cases} markets with two futures each`, { timeout: 600_000 }, async () => {
    const seen = { pairs: 0, fills: 0, differing: 0 };
    const inputs = [marketShapes(sessionsMax), futureShapes, agents, runs] as const;
    const property = fc.asyncProperty(...inputs, deliveries, deliveries, async (...drawn) => {
      const [shape, future, configs, shapes, delivery, otherDelivery] = drawn;
      const market = marketOf(shape);
      fc.pre(market.header.instruments.length > 1);
      // Trades are in prices as quoted.
      const isQuoted = shape.tradePrice === 'close';
      fc.pre(isQuoted || shapes.every(([, policy]) => !fillsAtTicks(policy)));
      const { market: changed, cut } = changeFuture(market, future);
      const plans = configs.map((agent, run) => {
        const [drawnShape, policy] = shapes[run]!;
        const terms: Partial<RunShape> = { policy, portfolio: true, decide: 'session-close' };
        return {
          ...planOf(market, agent, { ...drawnShape, ...terms }),
          workflow: 'hedging' as const,
        };
      });
      const given = { plans, directory: tmpdir() };
      const one = await replay({ ...given, market, delivery });
      const other = await replay({ ...given, market: changed, delivery: otherDelivery });
      expect(one.failure ?? other.failure).toBeUndefined();
      expect(firstDifference(one.journals, other.journals, cut)).toBeUndefined();
      for (const [run, journal] of one.journals.entries()) {
        const past = journal.events.slice(0, journal.countUpTo(cut));
        if (past.some(({ type }) => type === 'PairDecided')) seen.pairs++;
        seen.fills += past.filter(({ type }) => type === 'OrderFilled').length;
        if (one.hashes[run] !== other.hashes[run]) seen.differing++;
      }
    });
    await fc.assert(property, runsOfSweep(cases));
    // A law about nothing would hold as well: pairs were chosen and filled before the cut, and
    // futures did differ.
    expect(seen.pairs).toBeGreaterThan(cases / 4);
    expect(seen.fills).toBeGreaterThan(cases / 4);
    expect(seen.differing).toBeGreaterThan(cases / 4);
  });
});
