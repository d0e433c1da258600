/** A journal decision by decision: where those of a stretch were due follows from the tape of the data set. */

import { conflict, corruptJournal, type Instant } from '#values';
import { engineSemantics, isDecision, type FactColumns, type JournalEvent } from '#contracts';
import type { Manifest } from '#contracts/scenario/manifest';
import { readJournal, type JournalScan, type JournalWriter, type PlacedRecord } from '#event-log';
import type { Dataset } from '#market-data';
import { AsOfStore } from '#market-view';
import { recordedAnswers } from '../loop/agent-answers.js';
import { openRun } from '../loop/open-run.js';
import { identityOf, requireOwn } from '../run-folder/own-journal.js';
import { readManifest, runFolder } from '../run-folder/run-folder.js';
import { recordedIn } from '../run/run-shard.js';
import { openOwnData } from '../tape/recorded-dataset.js';
import { openTape } from '../tape/scenario-tape.js';
import { allWorkflows, isTradingPlan, type Workflows } from '#workflows';
import { planOf } from './verify-run.js';

/** A record, or one decision of a stretch, which has the number of its record. */
export type ExpandedRecord = Pick<PlacedRecord, 'seq' | 'event'>;

interface ExpandedRun {
  readonly path: string;
  readonly manifest: Manifest;
  readonly workflows: Workflows;
}

interface Place {
  readonly asOf: number;
  readonly time: Instant;
}

/**
 * Visits the records of a run's journal, each decision of a stretch as one. `data`: where the data set is stored now,
 * when it moved. `InvalidInput` when it is not found or is another, `Conflict` when the journal is of other semantics,
 * `CorruptJournal` when the decisions do not fit the tape.
 */
export async function expandJournal(
  path: string,
  visit: (record: ExpandedRecord) => void,
  {
    data,
    workflows = allWorkflows,
  }: { readonly data?: string; readonly workflows?: Workflows } = {},
): Promise<JournalScan> {
  const folder = runFolder(path);
  const manifest = readManifest(folder);
  if (manifest.semantics !== engineSemantics) {
    throw conflict('only a journal of this version of the engine can be expanded', {
      where: path,
      expected: `semantics ${engineSemantics}`,
      found: `semantics ${manifest.semantics}`,
    });
  }
  const places = await placesOfDecisions({ path, manifest, workflows }, data);
  const run = identityOf(planOf(manifest), manifest);
  let decided = 0;
  return readJournal(folder.journal, (record) => {
    requireOwn(run, record, folder.journal);
    const { seq, event } = record;
    if (event.type !== 'DecisionsUnchanged') {
      if (isDecision(event)) decided++;
      return visit({ seq, event });
    }
    for (let left = event.count; left > 0; left--) {
      const place = places[decided++];
      if (place === undefined) throw tooMany(folder.journal, seq);
      visit({
        seq,
        event: { type: 'DecisionMade', ...place, decision: event.decision, rationale: null },
      });
    }
  });
}

/** The place of every decision that was due, in order. */
async function placesOfDecisions(run: ExpandedRun, data: string | undefined): Promise<Place[]> {
  const { path: where, manifest } = run;
  const dataset = await openOwnData(manifest, { movedTo: data, where });
  try {
    return await walk(run, dataset);
  } finally {
    await dataset.close();
  }
}

async function walk(
  { path, manifest, workflows }: ExpandedRun,
  dataset: Dataset,
): Promise<Place[]> {
  const { header, until } = manifest.tape;
  const plan = planOf(manifest);
  const folder = runFolder(path);
  const recorded = recordedAnswers(recordedIn(folder.journal, identityOf(plan, manifest)), {
    // Behind the last decision of a run that is not finished nothing is known.
    answer: () => new Promise(() => undefined),
    close: () => undefined,
  });
  const places: Place[] = [];
  const store = new AsOfStore({ ...header, history: 1 });
  const answers: typeof recorded = {
    answer: (observation) => {
      const answer = recorded.answer(observation);
      const { asOf, time } = observation;
      if (!(answer instanceof Promise)) places.push({ asOf, time });
      return answer;
    },
    close: () => undefined,
  };
  const agents = { directory: '', hidden: [] };
  const { loop } = await openRun(
    { plan, journal: nowhere },
    { header, store, agents, answers, workflows },
  );
  const { badRows } = manifest.data;
  const tape = await openTape(dataset, header, { until, badRows, tasks: !isTradingPlan(plan) });
  try {
    for (let facts = await tape.next(); facts !== null; facts = await tape.next()) {
      store.append(facts);
      if (isWaiting(loop, facts)) break;
    }
  } finally {
    tape.close();
  }
  return places;
}

function isWaiting(loop: Awaited<ReturnType<typeof openRun>>['loop'], facts: FactColumns): boolean {
  loop.advance(facts, 0, facts.count);
  return loop.waiting !== undefined;
}

/** The walk is made for its places alone. */
const nowhere: JournalWriter = {
  append: (_: JournalEvent) => undefined,
  flush: () => undefined,
  close: () => ({ hash: '', records: 0, bytes: 0 }),
  abandon: () => undefined,
};

const tooMany = (journal: string, seq: number): Error =>
  corruptJournal('the journal has more decisions than were due', {
    where: `${journal}: record ${seq}`,
  });
