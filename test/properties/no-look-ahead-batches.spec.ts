/**
 * One journal for one run: however its tape is cut up, whatever runs share it, and however often
 * it is repeated.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { ModuleObservation } from '#agents/module/agent/author';
import { afterAll, describe, expect, it } from 'vitest';
import { deliveries } from './delivered-tape.js';
import { marketOf, marketShapes } from './generated-market.js';
import { AskedModule } from './module-answers.js';
import { planOf, runShapes, type RunShape } from './planned-run.js';
import { sensibleQuestions, type Question } from './questions.js';
import { replay } from './replayed-runs.js';

const folder = mkdtempSync(join(tmpdir(), 'no-look-ahead-'));
/** The door through which the module in the file reaches this test. */
const door = 'tapefold.test.module';
const modules = new Map<unknown, AskedModule>();
Reflect.set(globalThis, door, (observation: ModuleObservation) =>
  modules.get(observation.config['name'])?.decide(observation),
);
writeFileSync(
  join(folder, 'agent.mjs'),
  `export default { decide: (observation) => globalThis['${door}'](observation) };\n`,
);
afterAll(() => {
  rmSync(folder, { recursive: true });
  Reflect.deleteProperty(globalThis, door);
});

const ours: readonly AgentConfig[] = [
  { id: 'hold', kind: 'buy-and-hold' },
  { id: 'cross', kind: 'sma-cross', fast: 2, slow: 4 },
  { id: 'reversion', kind: 'rsi-reversion', length: 2, enter: 45, exit: 55 },
  { id: 'coin', kind: 'random' },
];

/** Modules that read back one bar, a few, or all of them. */
const theirs: readonly AgentConfig[] = [1, 4, undefined].map((history) => {
  const name = `history ${history ?? 'whole'}`;
  const file = { kind: 'module', file: 'agent.mjs', trusted: true, timeBudgetMs: 60_000 } as const;
  const config = { id: name.replace(' ', '-'), ...file, config: { name } };
  return history === undefined ? config : { ...config, history };
});

function openModules(questions: readonly Question[]): void {
  for (const agent of theirs) {
    const name = agent.kind === 'module' ? agent.config['name'] : undefined;
    modules.set(name, new AskedModule('decides', questions));
  }
}

const runsOf = (count: number) => fc.array(runShapes, { minLength: count, maxLength: count });

describe('the journal of a run', () => {
  it('is the same in five repetitions, with batches of 1, of 65,536, and of any size', async () => {
    const inputs = [marketShapes(20), runsOf(ours.length), deliveries, deliveries] as const;
    const property = fc.asyncProperty(...inputs, async (shape, shapes, delivery, other) => {
      const market = marketOf(shape);
      const plans = ours.map((agent, run) => planOf(market, agent, shapes[run] as RunShape));
      const given = { market, plans, directory: folder };
      const repeated = [
        { ...delivery, batchFacts: 1 },
        { ...delivery, batchFacts: 65_536 },
        { ...other, batchFacts: 65_536 },
        delivery,
        other,
      ];
      const hashes: string[][] = [];
      for (const each of repeated) {
        hashes.push([...(await replay({ ...given, delivery: each })).hashes]);
      }
      expect(hashes[0]).toHaveLength(ours.length);
      for (const again of hashes) expect(again).toEqual(hashes[0]);
    });
    await fc.assert(property, runsOfSweep(sweepSize(2, 120)));
  });

  it('is the same alone, among others with any look-back, and paced by a clock', async () => {
    // So many bars that a store which needs only a few of them lets the older ones go.
    const long = marketShapes(6).map((shape) => ({ ...shape, symbols: 2, barsPerSession: 80 }));
    const inputs = [long, runsOf(theirs.length), deliveries, deliveries] as const;
    const property = fc.asyncProperty(...inputs, async (shape, shapes, delivery, other) => {
      const market = marketOf(shape);
      const symbols = market.header.instruments.map(({ symbol }) => symbol);
      const questions = sensibleQuestions(symbols, market.documents.keys()).flat();
      const plans = theirs.map((agent, run) => planOf(market, agent, shapes[run] as RunShape));
      const given = { market, directory: folder };
      openModules(questions);
      const { hashes } = await replay({ ...given, plans, delivery });
      expect(hashes).toHaveLength(theirs.length);
      openModules(questions);
      const paced = await replay({ ...given, plans, delivery: other, paced: true });
      expect(paced.hashes).toEqual(hashes);
      openModules(questions);
      for (const [run, plan] of plans.entries()) {
        const alone = await replay({ ...given, plans: [plan], delivery: other });
        expect(alone.hashes).toEqual([hashes[run]]);
      }
    });
    await fc.assert(property, runsOfSweep(sweepSize(2, 15)));
  });
});
