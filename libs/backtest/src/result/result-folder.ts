/** The folder of a result: its owner, and the files around its runs. */

import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { conflict, excerpt, formatCivilDate, invalidInput, printable } from '#values';
import type { Result } from '#contracts/result/result';
import { scenarioSchemaOf, type Scenario } from '#contracts/scenario/scenario';
import { agentWords } from '#contracts/agents/short-agent';
import { resultMarker } from '#agents/module/reading/closed-places';
import { takeLock } from '#event-log';
import { requireLinksInside } from '#market-data/rows/inside-folder';
import { renderReport, renderUndrawn, type ReportRun } from '#report';
import type { RunPlan } from '#workflows';
import type { OpenDerivedFile, TableState } from '../run-folder/derived-file.js';
import { foldLeftovers } from '../run-folder/leftovers.js';
import { jsonDifference } from '../run-folder/json-difference.js';
import {
  makeFolder,
  readManifest,
  readWritten,
  requireSameRun,
  runFolder,
  writeWhole,
  type RunFolder,
} from '../run-folder/run-folder.js';
import { tradesCsv, type RunWithRows } from './trade-rows.js';

export interface ResultFolder {
  readonly path: string;
  /** A folder without it is never emptied. */
  readonly marker: string;
  /** The scenario of the result, and the version of the program that derived it. */
  readonly scenario: string;
  readonly result: string;
  readonly report: string;
  readonly runs: string;
  /** Runs as they were before their failed decisions were asked again, below `runs`. */
  readonly retried: string;
}

/** Content of the marker. */
export const markerText = 'Results of tapefold; commands with --fresh may empty this folder.\n';

export const resultFolder = (path: string): ResultFolder => ({
  path,
  marker: join(path, resultMarker),
  scenario: join(path, 'scenario.json'),
  result: join(path, 'result.json'),
  report: join(path, 'report.html'),
  runs: join(path, 'runs'),
  retried: join(path, 'retried'),
});

/**
 * The folders of runs in a result, by name; undefined if there is no folder for them.
 * `InvalidInput` names a link that leads out of the result.
 */
export function runFoldersIn(path: string): RunFolder[] | undefined {
  const { runs } = resultFolder(path);
  if (!existsSync(runs)) return undefined;
  requireOwnFiles(path);
  const folders = readdirSync(runs)
    .toSorted()
    .map((name) => runFolder(join(runs, name)));
  return folders.filter(({ manifest }) => existsSync(manifest));
}

/**
 * A result from elsewhere could have any file of this machine read, or written to: links that lead
 * out are refused.
 */
function requireOwnFiles(path: string): void {
  requireLinksInside(path);
  requireLinksInside(resultFolder(path).runs, path);
}

/** Content of `scenario.json`. */
export interface ResultOrigin {
  readonly codeVersion: string;
  readonly scenario: Scenario;
}

export interface PrepareOptions {
  readonly out: string;
  /**
   * Removes an earlier result in `out` first. Commands without `--fresh` leave it out: no refusal
   * advises it then.
   */
  readonly fresh?: boolean | undefined;
}

/**
 * Locks a result folder, which is created if it is missing, and returns its release: commands
 * lock before they read the folder's content, which another process may be about to write. A
 * folder that was created and stayed empty is removed again. `Conflict` names the process that
 * writes the folder.
 */
export function lockOut(out: string, name = '.tapefold-lock'): () => void {
  const made = makeFolder(out);
  const lock = join(out, name);
  takeLock(lock, 'another process writes this result');
  return () => {
    rmSync(lock, { force: true });
    try {
      const highest = made?.length ?? Infinity;
      for (let path = out; path.length >= highest; path = dirname(path)) rmdirSync(path);
    } catch {
      // This one holds something by now.
    }
  };
}

/**
 * Prepares a folder that the caller has locked for the runs of a scenario. `Conflict` when it holds
 * something else, the result of another scenario, or other runs: nothing is written then.
 * `InvalidInput` for links that lead out of it. What a killed process left there is removed, or
 * folded into its file.
 */
export function prepareOut(
  { out, fresh }: PrepareOptions,
  origin: ResultOrigin & { readonly plans: readonly RunPlan[] },
): void {
  const folder = resultFolder(out);
  requireOwnFiles(out);
  if (existsSync(folder.runs)) requireMarker(folder);
  if (fresh === true && existsSync(folder.marker)) empty(folder);
  if (existsSync(folder.runs)) requireOwnResult(folder, origin, remedyOf(fresh));
  if (existsSync(folder.marker)) foldLeftovers(out);
  // Before the runs: a process killed in between leaves a folder that the next one may use.
  writeWhole(folder.marker, markerText);
  makeFolder(folder.runs);
  writeOrigin(folder, origin);
}

/** Writes `scenario.json`. */
export function writeOrigin(
  folder: Pick<ResultFolder, 'scenario'>,
  { codeVersion, scenario }: ResultOrigin,
): void {
  const text = JSON.stringify({ schemaVersion: 1, codeVersion, scenario }, null, 2);
  writeWhole(folder.scenario, `${text}\n`);
}

function empty({ path: _, marker: __, ...files }: ResultFolder): void {
  for (const path of Object.values(files)) {
    rmSync(path, { recursive: true, force: true });
  }
}

function requireMarker({ path: where, marker }: ResultFolder): void {
  if (existsSync(marker)) return;
  const expected = 'an empty folder, or one with a result of an earlier run';
  throw conflict('the folder holds something else', { where, expected });
}

/** What the user can do after a refused command. */
const remedyOf = (fresh: boolean | undefined): string =>
  fresh === undefined ? 'use another --out' : 'use another --out, or --fresh to start over';

function requireOwnResult(
  folder: ResultFolder,
  { scenario, plans }: { readonly scenario: Scenario; readonly plans: readonly RunPlan[] },
  remedy: string,
): void {
  const where = folder.path;
  const runs = readdirSync(folder.runs);
  if (runs.length === 0) return;
  const other = 'the folder holds the result of another scenario';
  if (existsSync(folder.scenario)) {
    const before = comparable(readOrigin(folder).scenario);
    const change = jsonDifference(comparable(scenario), before);
    if (change !== undefined) {
      const expected = `${change.expected}; ${remedy}`;
      throw conflict(`${other}: ${change.path} is different`, { ...change, where, expected });
    }
  }
  // Not in the scenario: whether its data and its agents' files are the same.
  for (const plan of plans) {
    const run = runFolder(join(folder.runs, plan.label));
    if (existsSync(run.manifest)) requireSameRun(readManifest(run), plan, run, remedy);
  }
  const planned = new Set(plans.map(({ label }) => label));
  const stranger = runs.find((run) => !planned.has(run));
  if (stranger === undefined) return;
  throw conflict(other, { where, expected: `its runs; ${remedy}`, found: excerpt(stranger) });
}

/**
 * A scenario without what may change while its runs stay the same: hashes tell whether files are.
 */
function comparable(scenario: Scenario): object {
  const { data: _, agents, ...rest } = scenario;
  return {
    ...rest,
    tasksAtOnce: undefined,
    agents: agents.map((agent) => ({
      ...agent,
      file: undefined,
      stateless: undefined,
      post: undefined,
      prompt: undefined,
    })),
  };
}

/**
 * The scenario of a result. `InvalidInput` if it is missing or malformed, or a link leads out
 * of the folder.
 */
export function readOrigin({ scenario: path }: Pick<ResultFolder, 'scenario'>): ResultOrigin {
  if (!existsSync(path)) {
    throw invalidInput('the folder does not say which scenario its result is of', {
      where: path,
      expected: 'scenario.json, which `tapefold run` and `tapefold live` write',
    });
  }
  requireOwnFiles(dirname(path));
  const words = { what: 'the scenario', notJson: 'not JSON' };
  return readWritten(path, words, (value) => originSchema(value).safeParse(value));
}

function originSchema(value: unknown) {
  const scenario =
    typeof value === 'object' && value !== null && 'scenario' in value ? value.scenario : undefined;
  const { workflow } = z
    .looseObject({ workflow: z.string() })
    .catch({ workflow: '' })
    .parse(scenario);
  return z.strictObject({
    schemaVersion: z.literal(1),
    codeVersion: z.string(),
    scenario: scenarioSchemaOf(scenario, [{ name: workflow }]),
  });
}

/** Files around the runs of a result, and why its report could not be drawn; null if it was. */
export interface DerivedFiles {
  readonly files: readonly TableState[];
  readonly undrawn: string | null;
}

/**
 * Derives result.json, trades.csv of each run that trades, and then report.html: if the report
 * cannot be drawn, a page with the reason takes its place. `derived` has the runs that trade, in
 * the order of the result: work on tasks is drawn from its result.
 */
export function deriveFiles(
  result: Result,
  derived: readonly RunWithRows[],
  { out, open }: { readonly out: string; readonly open: OpenDerivedFile },
): DerivedFiles {
  const folder = resultFolder(out);
  const derive = (path: string, lines: Iterable<string>): TableState => {
    const file = open(path);
    for (const line of lines) file.write(line);
    return { path, state: file.end() };
  };
  const written = derive(folder.result, [`${JSON.stringify(result, null, 2)}\n`]);
  const tables = derived.map(({ plan, rows }) =>
    derive(join(folder.runs, plan.label, 'trades.csv'), tradesCsv(rows)),
  );
  const { text, undrawn } = drawn(result, derived);
  return { files: [written, ...tables, derive(folder.report, [text])], undrawn };
}

function drawn(
  result: Result,
  derived: readonly RunWithRows[],
): { readonly text: string; readonly undrawn: string | null } {
  try {
    return { text: renderReport({ result, runs: derived.map(reportRun) }), undrawn: null };
  } catch (error) {
    const undrawn = printable(error instanceof Error ? error.message : String(error), 200);
    return { text: renderUndrawn(undrawn), undrawn };
  }
}

function reportRun({ plan, performance, cash, fills, rows, prices, legs }: RunWithRows): ReportRun {
  const { equity, gross: exposure } = performance;
  const dates = performance.dates.map(formatCivilDate);
  const optional = legs === undefined ? { prices } : { prices, legs };
  const words = { run: plan.label, agent: agentWords(plan.agent) };
  return { ...words, dates, equity, cash, exposure, fills, trades: rows, ...optional };
}
