/**
 * Ranks of rescored runs, and decisions scored under policies that a scenario names
 * or states whole.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { figuresWith } from '#contracts/result/figure-values.fixture';
import type { RunResult, Result } from '#contracts/result/result';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { resolvePolicy } from '#portfolio';
import type { Ranking } from '#report';
import { GrowingData, runOver } from '../run-folder/growing-data.fixture.js';
import { journalStream } from './journal-stream.js';
import { rescoredRuns, rescoreStreams } from './rescore.js';

type Figures = Partial<Record<Ranking, number | null>>;

/** Runs of agents `a`, `b`, … on one symbol, by their figures. */
const runsOf = (symbol: string, figures: readonly Figures[]): RunResult[] =>
  figures.map((own, at) => {
    const agent = 'abcdef'[at]!;
    return {
      policy: { name: 'Mine & more' },
      agent,
      symbol,
      run: `${agent}-${symbol}`,
      figures: figuresWith({ cumulativeReturn: 0, sharpe: 0, maxDrawdown: 0, trades: 3, ...own }),
      coverage: { due: 9, answered: 8 },
      journalHash: 'f'.repeat(64),
      denied: 2,
    } as Partial<RunResult> as RunResult;
  });
const ranks = (runs: readonly RunResult[], rankedBy: Ranking): (number | null)[] =>
  rescoredRuns({ runs } as Partial<Result> as Result, rankedBy).map(({ rank }) => rank);

describe('ranks', () => {
  it('are one more than the rivals that are better, and equal for equals', () => {
    const figures = [0.1, -0.2, 0.3, 0.1, -0.5];
    const runs = runsOf(
      'AA',
      figures.map((cumulativeReturn) => ({ cumulativeReturn })),
    );
    expect(ranks(runs, 'cumulativeReturn')).toEqual([2, 4, 1, 2, 5]);
  });

  it('count the least drawdown as the best', () => {
    const runs = runsOf(
      'AA',
      [0.3, 0, 0.1].map((maxDrawdown) => ({ maxDrawdown })),
    );
    expect(ranks(runs, 'maxDrawdown')).toEqual([3, 1, 2]);
  });

  it('leave out what is undefined', () => {
    const runs = runsOf(
      'AA',
      [1, null, -2].map((sharpe) => ({ sharpe })),
    );
    expect(ranks(runs, 'sharpe')).toEqual([1, null, 2]);
  });

  it('are those among the runs of one symbol', () => {
    const other = runsOf('BB', [{ sharpe: 9 }, { sharpe: 8 }]);
    const runs = [...runsOf('AA', [{ sharpe: 1 }, { sharpe: 2 }]), ...other];
    expect(ranks(runs, 'sharpe')).toEqual([2, 1, 1, 2]);
  });
});

it('has a row for each run, with its folder below that of the policy', () => {
  const [run] = runsOf('AA', [{ cumulativeReturn: 0.5, sharpe: 2, maxDrawdown: 0.1 }]);
  const pair = { left: 'AA', right: 'BB', index: null };
  const runs = [run!, { ...run!, symbol: 'AA BB', pair } as RunResult];
  const rows = rescoredRuns({ runs } as Partial<Result> as Result, 'sharpe');
  const row = {
    policy: 'Mine & more',
    agent: 'a',
    symbol: 'AA',
    run: expect.stringMatching(/^Mine___more-[0-9a-f]{6}.runs.a-AA$/),
    journalHash: 'f'.repeat(64),
    cumulativeReturn: 0.5,
    sharpe: 2,
    maxDrawdown: 0.1,
    trades: 3,
    denied: 2,
    due: 9,
    answered: 8,
    rank: 1,
  };
  expect(rows).toEqual([row, { ...row, symbol: 'AA BB', pair: { left: 'AA', right: 'BB' } }]);
});

const agents: AgentConfig[] = [{ id: 'script', kind: 'script', file: 'script.csv' }];

async function streams() {
  const data = new GrowingData(8);
  await runOver(data, 'out', { agents, to: '2026-03-10' });
  const path = (...names: string[]): string => join(data.directory, ...names);
  const one = await journalStream(path('out', 'runs', 'script-AA'), undefined);
  const options = { codeVersion: 'test', jobs: 1, fresh: false, out: path('again') };
  return { path, one, options: { ...options, name: 'again', rankedBy: 'sharpe' as const } };
}

describe('decisions', () => {
  it('are scored under a policy by its name, or with its terms', async () => {
    const { path, one, options } = await streams();
    const mine = { ...resolvePolicy('realistic'), name: 'mine', feeBps: 7 };
    const policies = [resolvePolicy('close'), mine];
    const outcome = await rescoreStreams([one], { ...options, policies });
    if (outcome.kind !== 'finished') throw new Error('it was interrupted');
    const executions = ['close', 'mine'].map((name) => {
      const text = readFileSync(path('again', name, 'scenario.json'), 'utf8');
      const { scenario = {}, ...rest } = JSON.parse(text) as { scenario?: object };
      return ({ ...rest, ...scenario } as { execution?: unknown }).execution;
    });
    expect(executions).toEqual(['close', expect.objectContaining({ name: 'mine', feeBps: 7 })]);
    expect(outcome.undrawn).toBeNull();
    expect(outcome.rescore).toMatchObject({
      schemaVersion: 1,
      name: 'again',
      workflow: 'trading',
      rankedBy: 'sharpe',
      capital: 10_000,
      synthetic: false,
      policies: [{ name: 'close' }, { name: 'mine' }],
      streams: [{ agent: 'script', symbols: ['AA'], kind: 'journal', sha256: one.sha256 }],
      runs: [
        { policy: 'close', agent: 'script', rank: 1 },
        { policy: 'mine', agent: 'script', rank: 1 },
      ],
    });
    // Fees come off: the same decisions end lower.
    const free = { ...mine, name: 'free', feeBps: 0 };
    const again = { ...options, out: path('free'), policies: [free] };
    const without = await rescoreStreams([one], again);
    if (without.kind !== 'finished') throw new Error('it was interrupted');
    const ended = (rescore: typeof outcome.rescore) => rescore.runs.at(-1)!.cumulativeReturn!;
    expect(ended(without.rescore)).toBeGreaterThan(ended(outcome.rescore));
  });

  it('are not scored further once they are interrupted, which names the policy', async () => {
    const { path, one, options } = await streams();
    const policies = [resolvePolicy('close'), resolvePolicy('realistic')];
    const signal = AbortSignal.abort();
    expect(await rescoreStreams([one], { ...options, policies, signal })).toEqual({
      kind: 'interrupted',
      policy: 'close',
    });
    expect(existsSync(path('again', 'realistic'))).toBe(false);
  });

  it('are scored by one command at a time', async () => {
    const { one, options } = await streams();
    const policies = [resolvePolicy('close')];
    const both = [1, 2].map(() => rescoreStreams([one], { ...options, policies }));
    const outcomes = await Promise.allSettled(both.map(async (work) => (await work).kind));
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 'finished' },
      { status: 'rejected', reason: expect.objectContaining({ code: 'Conflict' }) },
    ]);
    // The lock is released.
    expect((await rescoreStreams([one], { ...options, policies })).kind).toBe('finished');
  });
});
