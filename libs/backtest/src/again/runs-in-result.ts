/**
 * The runs in the folder of a result: found by their manifests, and compared with those that the
 * scenario plans.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFailure } from '#values';
import { isConfined } from '#contracts/agents/agent-kinds';
import type { Manifest } from '#contracts/scenario/manifest';
import type { RunPlan } from '#workflows';
import { groupsOf, moduleProcessesDefault } from '../loop/module-groups.js';
import { jsonDifference } from '../run-folder/json-difference.js';
import { planOf, type RecordedRun } from '../run-folder/own-journal.js';
import { readManifest, runFolder } from '../run-folder/run-folder.js';
import type { Refutation } from './verdicts.js';

/** Runs replayed at a time: each holds its files open. */
const runsAtOnce = 100;

/** Runs that share a tape, with enough processes for their modules if those are asked again. */
export function groupsToRepeat(
  runs: readonly RecordedRun[],
  askAgain: boolean,
): readonly (readonly RecordedRun[])[] {
  const needsProcess = ({ plan }: RecordedRun): boolean => askAgain && isConfined(plan.agent);
  const inProcess = runs.filter((run) => !needsProcess(run));
  const runOf = new Map(runs.map((run) => [run.plan, run]));
  const confined = groupsOf(
    runs.filter(needsProcess).map(({ plan }) => plan),
    moduleProcessesDefault,
  );
  return [
    ...Map.groupBy(inProcess, (_, at) => Math.floor(at / runsAtOnce)).values(),
    ...confined.map((plans) => plans.map((plan) => runOf.get(plan)!)),
  ];
}

/** A plan with the manifest's values for things that may change while the run stays the same. */
export function asRecorded(plan: RunPlan, { plan: recorded }: Manifest): RunPlan {
  const { agent } = plan;
  const file = 'file' in agent && 'file' in recorded.agent ? { file: recorded.agent.file } : {};
  const prompt =
    'prompt' in agent && 'prompt' in recorded.agent ? { prompt: recorded.agent.prompt } : {};
  const reads =
    'reads' in agent && 'reads' in recorded.agent ? { reads: recorded.agent.reads } : {};
  const moved = { ...plan, agent: { ...agent, ...file, ...prompt, ...reads } };
  if (moved.tasksAtOnce !== undefined) {
    return 'tasksAtOnce' in recorded ? { ...moved, tasksAtOnce: recorded.tasksAtOnce } : moved;
  }
  if (!('symbols' in recorded)) return moved;
  // Earlier versions had a row a mark, and did not say so.
  const { equity: _, ...rest } = moved;
  // In its place: the order of members is part of the format.
  return recorded.equity === undefined ? rest : { ...moved, equity: recorded.equity };
}

/** A refutation if the manifest states another plan than the scenario. */
export function otherPlan(plan: RunPlan, manifest: Manifest): Refutation | undefined {
  const difference = jsonDifference({ ...plan }, { ...planOf(manifest) });
  if (difference === undefined) return undefined;
  const { path, expected, found } = difference;
  const what =
    `manifest.json: not the run of this scenario: ${path}: ` +
    `expected ${expected}; found ${found}`;
  return { kind: 'refuted', what };
}

/** Names of the folders in which runs are. */
export function labelsIn(runs: string): string[] {
  if (!existsSync(runs)) return [];
  const entries = readdirSync(runs, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The manifest of a run, or why there is none. */
export function manifestIn(runs: string, label: string): Manifest | string {
  const folder = runFolder(join(runs, label));
  if (!existsSync(folder.path)) return 'the run is missing';
  try {
    return readManifest(folder);
  } catch (error) {
    if (isFailure(error, 'InvalidInput')) return error.message;
    throw error;
  }
}

/** The first of these runs that has a manifest: it gives the location of the data set. */
export function firstManifest(runs: string, labels: readonly string[]): Manifest | undefined {
  for (const label of labels) {
    const manifest = manifestIn(runs, label);
    if (typeof manifest !== 'string') return manifest;
  }
  return undefined;
}
