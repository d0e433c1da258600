/**
 * Expands a journal decision by decision: the tape of the data set tells where those of a
 * stretch were due.
 */

import { corruptJournal, type Instant } from '#values';
import { isDecision, type JournalEvent } from '#contracts';
import type { JournalScan, JournalWriter, PlacedRecord } from '#event-log';
import type { Dataset } from '#market-data';
import { AsOfStore } from '#market-view';
import { recordedAnswers } from '../loop/agent-answers.js';
import { openRun } from '../loop/open-run.js';
import { readOwn, recordedIn, recordedRun, type RecordedRun } from '../run-folder/own-journal.js';
import { openOwnData, tapeOf } from '../tape/recorded-dataset.js';
import { batchesOf } from '../tape/scenario-tape.js';
import { allWorkflows, type Workflows } from '#workflows';

/** A record, or one decision of a stretch, which has the number of its record. */
export type ExpandedRecord = Pick<PlacedRecord, 'seq' | 'event'>;

interface Place {
  readonly asOf: number;
  readonly time: Instant;
}

/**
 * Visits the records of a run's journal, with each decision of a stretch on its own. `data`: where
 * the data set is now stored, if it moved. `InvalidInput` when it is not found or is a different
 * one, `CorruptJournal` when the journal has other semantics, or the decisions do not fit the tape.
 */
export async function expandJournal(
  path: string,
  visit: (record: ExpandedRecord) => void,
  {
    data,
    workflows = allWorkflows,
  }: { readonly data?: string; readonly workflows?: Workflows } = {},
): Promise<JournalScan> {
  const run = recordedRun(path);
  const { folder, manifest } = run;
  const dataset = await openOwnData(manifest, { movedTo: data, where: path });
  const places = await placesOfDecisions(run, dataset, workflows).finally(() => dataset.close());
  let decided = 0;
  return readOwn(folder.journal, run, ({ seq, event }) => {
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
async function placesOfDecisions(
  run: RecordedRun,
  dataset: Dataset,
  workflows: Workflows,
): Promise<Place[]> {
  const { plan, manifest } = run;
  const { header } = manifest.tape;
  const recorded = recordedAnswers(recordedIn(run.folder.journal, run), {
    // What follows the last decision of an unfinished run is unknown.
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
  for await (const facts of batchesOf(await tapeOf(dataset, run))) {
    store.append(facts);
    loop.advance(facts, 0, facts.count);
    if (loop.waiting !== undefined) break;
  }
  return places;
}

/** The walk runs only for its places. */
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
