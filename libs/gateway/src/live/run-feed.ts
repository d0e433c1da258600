/**
 * The events of one run, with the numbers of its records: first what is stored, then what arrives.
 */

import type { RunReading, RunState } from '#read-models';
import type { StreamEvent } from './event-writer.js';

/** Records per write; bounds what a slow client leaves in memory. */
const recordsPerWrite = 200;

export type Feed = AsyncGenerator<readonly StreamEvent[], void, void>;

export const isOver = ({ status }: Pick<RunState, 'status'>): boolean =>
  status !== 'submitted' && status !== 'running';

/**
 * Records after number `seen`, in order, each with its number as id; then `end`, when no more will
 * come. Yields nothing while it has to wait for more.
 */
export async function* runFeed(models: RunReading, run: string, seen: number): Feed {
  let last = seen;
  for (;;) {
    // Reads the state first: a run that is over by then gets no records beyond those read after it.
    const state = await models.run(run);
    const { records } = await models.journal(run, last + 1, recordsPerWrite);
    last = records.at(-1)?.record ?? last;
    if (records.length > 0) {
      yield records.map(({ record, event }) => ({ id: record, event: event.type, data: event }));
    }
    if (records.length === recordsPerWrite) continue;
    if (state === undefined || !isOver(state) || last < state.records) {
      yield [];
      continue;
    }
    const { status, journalHash, failure } = state;
    yield [{ id: last, event: 'end', data: { status, journalHash, failure } }];
    return;
  }
}
