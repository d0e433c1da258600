/** The decision stream of a finished run, from its folder. */

import { existsSync } from 'node:fs';
import { formatCivilDate, invalidInput } from '#values';
import { isDecision, isPrelude, type JournalEvent, type Prelude } from '#contracts';
import type { JournalScan } from '#event-log';
import { requireResultSchema } from '../run/read-result.js';
import { planOverWindow, type TradingPlan } from '#workflows';
import { expandJournal } from '../again/expand-journal.js';
import { readOwn, recordedRun, type RecordedRun } from '../run-folder/own-journal.js';
import { readOrigin, resultFolder, runFoldersIn } from '../result/result-folder.js';
import { runFolder } from '../run-folder/run-folder.js';
import { answerIn } from './journaled-decision.js';
import type { DecisionStream } from './stream.js';

/**
 * The folders of runs that a path stands for: itself, or those of a result in the order of the
 * scenario's agents. Undefined if it is neither.
 */
export function runFoldersAt(path: string): string[] | undefined {
  if (existsSync(runFolder(path).manifest)) return [path];
  const found = runFoldersIn(path)?.map((folder) => folder.path);
  const result = resultFolder(path);
  if (found === undefined || !existsSync(result.scenario)) return found;
  const agents = readOrigin(result).scenario.agents.map(({ id }) => id);
  const place = new Map(found.map((run) => [run, agents.indexOf(recordedRun(run).plan.agent.id)]));
  return found.sort((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0));
}

/**
 * The decisions of a run. `InvalidInput` for a run of tasks, or one that is not
 * finished; `CorruptJournal` if its journal was altered. `data`: where its data set is
 * now stored, if it moved.
 */
export async function journalStream(
  path: string,
  data: string | undefined,
): Promise<DecisionStream> {
  requireResultSchema(path);
  const run = recordedRun(path);
  const plan = planOverWindow(run.plan);
  if (plan === undefined) {
    const expected = 'a run that trades: work on tasks has no execution policy';
    throw invalidInput('nothing to rescore', { where: path, expected, found: run.plan.workflow });
  }
  const answers: { time: number; said: object }[] = [];
  let preludes: Prelude[] = [];
  const scan = await readDecisions(run, data, (event) => {
    if (!isDecision(event)) return;
    if (isPrelude(event)) return void preludes.push(event);
    const answer = answerIn(event, preludes);
    preludes = [];
    if (answer !== undefined) answers.push({ time: event.time, said: answer });
  });
  if (!scan.complete || scan.hash === null) {
    const expected = 'a finished run; `tapefold run` with its scenario resumes it';
    throw invalidInput('the run is not finished', { where: path, expected });
  }
  return { ...streamOf(plan, run, data), source: path, sha256: scan.hash, said: answers };
}

function streamOf(
  plan: TradingPlan,
  { manifest }: RecordedRun,
  data: string | undefined,
): Omit<DecisionStream, 'source' | 'sha256' | 'said'> {
  const { workflow, portfolio, capital, decide, baseSeed, symbols, agent, repeat } = plan;
  const window = {
    from: formatCivilDate(plan.firstSession),
    to: formatCivilDate(plan.lastSession),
  };
  const { reference, badRows } = manifest.data;
  const terms = { data: data ?? reference, window, workflow, portfolio, capital, decide };
  return {
    agent: repeat === 0 ? agent.id : `${agent.id}-${repeat + 1}`,
    kind: 'journal',
    symbols,
    terms: { ...terms, seed: baseSeed, badRows },
    policy: plan.policy,
  };
}

/** Visits the events of a journal, with stretches expanded, for which it reads the data set. */
async function readDecisions(
  run: RecordedRun,
  data: string | undefined,
  visit: (event: JournalEvent) => void,
): Promise<JournalScan> {
  const { path, journal } = run.folder;
  const events: JournalEvent[] = [];
  let hasStretches = false;
  const scan = readOwn(journal, run, ({ event }) => {
    hasStretches ||= event.type === 'DecisionsUnchanged';
    if (isDecision(event)) events.push(event);
  });
  if (hasStretches) {
    return expandJournal(path, ({ event }) => visit(event), data === undefined ? {} : { data });
  }
  events.forEach(visit);
  return scan;
}
