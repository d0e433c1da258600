/** The law of no look-ahead for users' modules, late, invalid and failed answers included. */

import fc from 'fast-check';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import type { MarketView } from '#market-view';
import { tradingWork } from '#workflows/trading/trading-work';
import type { MarketDesk } from '#workflows/workflow/workflow';
import { TrustedModule } from '#agents/module/agent/trusted-module';
import { describe, expect, it } from 'vitest';
import { changeFuture, futureShapes } from './changed-future.js';
import { deliveries } from './delivered-tape.js';
import { marketOf, marketShapes, type Market } from './generated-market.js';
import type { MemoryJournal } from './memory-journal.js';
import { AskedModule, behaviors, type Behavior } from './module-answers.js';
import { planOf, runShapes, type RunShape } from './planned-run.js';
import { sensibleQuestions, type Question } from './questions.js';
import { firstDifference } from './replayed-runs.js';
import { runsOfAgents, type AgentRun } from './runs-of-agents.js';

const cases = sweepSize(8, 1000);

/** A module in this process, whose file has been loaded. */
function moduleRun(
  behavior: Behavior,
  market: Market,
  shape: RunShape,
  questions: readonly Question[],
): AgentRun {
  const silent = behavior === 'silent';
  const agent = {
    id: behavior,
    kind: 'module',
    file: 'agent.mjs',
    trusted: true,
    timeBudgetMs: silent ? 1 : 60_000,
    config: { behavior },
  } as const;
  // A silent module is waited for at every decision: its window is one session.
  const after = market.sessions.length - 1 - shape.before;
  const short = { ...shape, decide: 'session-close', after } as const;
  const plan = planOf(market, agent, silent ? short : shape);
  const open = (view: MarketView) => {
    const asked = new AskedModule(behavior, questions);
    const decide = asked.decide.bind(asked) as never;
    const { config, timeBudgetMs } = agent;
    const work = tradingWork({ ...plan, view }, {} as MarketDesk);
    const given = { ...work.given, config };
    const terms = { work, given, timeBudgetMs, history: null };
    return new TrustedModule({ kind: 'loaded', file: '', decide, history: null }, terms);
  };
  return { plan, history: null, open };
}

const inputs = [
  marketShapes(6),
  futureShapes,
  fc.array(runShapes, { minLength: behaviors.length, maxLength: behaviors.length }),
  deliveries,
  deliveries,
] as const;

/** Which kinds of record stood before the cuts, and how often. */
const seen = new Map<string, number>();

function count(journals: readonly MemoryJournal[], cut: number): void {
  for (const journal of journals) {
    for (const { type } of journal.events.slice(0, journal.countUpTo(cut))) {
      seen.set(type, (seen.get(type) ?? 0) + 1);
    }
  }
}

describe('no look-ahead of users’ modules', () => {
  it(`holds for ${cases} markets with two futures each`, { timeout: 600_000 }, async () => {
    const property = fc.asyncProperty(...inputs, async (...drawn) => {
      const [shape, future, shapes, delivery, otherDelivery] = drawn;
      const market = marketOf(shape);
      const { market: changed, cut } = changeFuture(market, future);
      const { documents } = changed;
      const symbols = market.header.instruments.map(({ symbol }) => symbol);
      const questions = sensibleQuestions(symbols, documents.keys()).flat();
      const runs = behaviors.map((behavior, run) =>
        moduleRun(behavior, market, shapes[run] as RunShape, questions),
      );
      const given = { runs, documents, kept: null };
      const journals = await runsOfAgents({ ...given, market, delivery });
      const twins = await runsOfAgents({ ...given, market: changed, delivery: otherDelivery });
      expect(firstDifference(journals, twins, cut)).toBeUndefined();
      count(journals, cut);
    });
    await fc.assert(property, runsOfSweep(cases));
    const frequent = [...seen].filter(([, records]) => records > cases / 25);
    expect(frequent.map(([type]) => type)).toEqual(
      expect.arrayContaining([
        'DecisionMade',
        'DecisionMissing',
        'DecisionInvalid',
        'DecisionLate',
        'DecisionFailed',
        'OrderAccepted',
        'OrderDenied',
        'OrderFilled',
        'OrderCancelled',
        'RowDropped',
        'MarkTaken',
      ]),
    );
  });
});
