/** Scores decision streams under policy after policy, without asking any agent. */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '#values';
import type { ExecutionPolicy } from '#contracts';
import { valueOf } from '#contracts/result/figures';
import type { Result, RunResult } from '#contracts/result/result';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { Ranking, Rescore, RescoredRun } from '#report';
import { marketOf } from '#workflows';
import { lockOut } from '../result/result-folder.js';
import { folderName, readManifest, runFolder, writeWhole } from '../run-folder/run-folder.js';
import { runScenario, type ScenarioOptions, type ScenarioOutcome } from '../run/run-scenario.js';
import { streamScenario, type StreamScenario } from './stream-scenario.js';
import type { DecisionStream } from './stream.js';

type ScoreOptions = Pick<
  ScenarioOptions,
  'out' | 'codeVersion' | 'jobs' | 'fresh' | 'signal' | 'onProgress'
>;

/** Scores the streams under one policy, into a result folder that is also the scripts' own. */
export async function scoreStreams(
  streams: readonly DecisionStream[],
  named: { readonly name: string; readonly execution: string },
  { others, ...options }: ScoreOptions & { readonly others?: readonly AgentConfig[] },
): Promise<ScenarioOutcome> {
  const planned = streamScenario(streams, named, others);
  return alone(options.out, () => runWith(planned, options.out, options));
}

/**
 * Keeps others from the scripts and the figures in `folder`; each result in it has a
 * lock of its own.
 */
async function alone<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const release = lockOut(folder, '.tapefold-scripts-lock');
  try {
    return await work();
  } finally {
    release();
  }
}

/** Scripts are named by their content: those of an earlier result stay unchanged. */
async function runWith(
  { scenario, scripts }: StreamScenario,
  directory: string,
  options: ScoreOptions,
): Promise<ScenarioOutcome> {
  const folder = join(directory, 'scripts');
  const isNew = !existsSync(folder);
  try {
    for (const [path, text] of scripts) writeWhole(join(directory, path), text);
    return await runScenario({ scenario, directory }, options);
  } catch (error) {
    // Leaves nothing behind if it could not start.
    if (isNew) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

type RescoreOutcome =
  | { readonly kind: 'finished'; readonly rescore: Rescore; readonly undrawn: string | null }
  | { readonly kind: 'interrupted'; readonly policy: string };

interface RescoreOptions extends ScoreOptions {
  readonly name: string;
  readonly policies: readonly ExecutionPolicy[];
  readonly rankedBy: Ranking;
}

/**
 * Scores the same decisions under each of the policies: a result folder for each below `out`, by
 * the policy's name. The figures depend on the streams, the data and the policies alone.
 */
export function rescoreStreams(
  streams: readonly DecisionStream[],
  options: RescoreOptions,
): Promise<RescoreOutcome> {
  return alone(options.out, () => rescored(streams, options));
}

async function rescored(
  streams: readonly DecisionStream[],
  { name, policies, rankedBy, ...options }: RescoreOptions,
): Promise<RescoreOutcome> {
  const { terms } = streams[0] as DecisionStream;
  const { workflow } = terms;
  const { named } = marketOf(terms).policies;
  const results: Result[] = [];
  let undrawn: string | null = null;
  for (const policy of policies) {
    const isNamed = named.some((known) => known.name === policy.name);
    const execution = isNamed ? policy.name : policy;
    const planned = streamScenario(streams, { name, execution });
    const out = join(options.out, folderName(policy.name));
    const outcome = await runWith(planned, options.out, { ...options, out });
    if (outcome.kind === 'interrupted') return { kind: 'interrupted', policy: policy.name };
    results.push(outcome.result);
    undrawn ??= outcome.undrawn;
  }
  const [{ scenario, runs }] = results as [Result];
  const first = rescoredRun(runs[0] as RunResult).run;
  const { data } = readManifest(runFolder(join(options.out, first)));
  const { synthetic, window, market } = scenario;
  invariant(window !== undefined && market !== undefined, 'streams are of runs that trade');
  const { capital } = market;
  const shown = { workflow, dataSha256: data.sha256, synthetic, window, capital, rankedBy };
  const rescore: Rescore = {
    schemaVersion: 1,
    name,
    ...shown,
    streams: streams.map(({ agent, symbols, kind, sha256 }) => ({ agent, symbols, kind, sha256 })),
    policies,
    runs: results.flatMap((result) => rescoredRuns(result, rankedBy)),
  };
  return { kind: 'finished', rescore, undrawn };
}

/** Rows of the table, in the order of the runs of a result under one policy. */
export function rescoredRuns({ runs }: Result, rankedBy: Ranking): RescoredRun[] {
  const found = runs.map((run) => rescoredRun(run));
  return found.map((run) => {
    const rivals = found.filter(({ symbol }) => symbol === run.symbol);
    return { ...run, rank: rankOf(run, rivals, rankedBy) };
  });
}

function rescoredRun(result: RunResult): RescoredRun {
  const { policy, agent, symbol = null, run, figures, coverage, journalHash, pair } = result;
  invariant(policy !== undefined, 'a run that trades has a policy');
  const ofPair = pair && { left: pair.left, right: pair.right };
  return {
    policy: policy.name,
    agent,
    symbol,
    ...(ofPair === undefined ? {} : { pair: ofPair }),
    run: `${folderName(policy.name)}/runs/${run}`,
    journalHash,
    cumulativeReturn: valueOf(figures, 'cumulativeReturn'),
    sharpe: valueOf(figures, 'sharpe'),
    maxDrawdown: valueOf(figures, 'maxDrawdown'),
    trades: valueOf(figures, 'trades') ?? 0,
    denied: result.denied ?? 0,
    due: coverage.due,
    answered: coverage.answered,
    rank: null,
  };
}

/** One more than the rivals that are better. The least drawdown is the best. */
function rankOf(
  run: RescoredRun,
  rivals: readonly RescoredRun[],
  rankedBy: Ranking,
): number | null {
  const own = run[rankedBy];
  if (own === null) return null;
  const sign = rankedBy === 'maxDrawdown' ? -1 : 1;
  const better = rivals.filter((rival) => {
    const value = rival[rankedBy];
    return value !== null && sign * value > sign * own;
  });
  return better.length + 1;
}
