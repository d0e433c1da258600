/** What happens in one run, as events with the numbers of its records: all that is there, then what comes. */

import type { RunReading, RunState } from '#read-models';
import type { StreamEvent } from './event-writer.js';

/** Records a write: what a slow client leaves in memory is no more. */
const recordsPerWrite = 200;

export type Feed = AsyncGenerator<readonly StreamEvent[], void, void>;

export const isOver = ({ status }: Pick<RunState, 'status'>): boolean =>
  status !== 'submitted' && status !== 'running';

/**
 * Records behind number `seen`, in order, each with its number as id; then `end`, when no more will come. Yields
 * nothing where it has to wait for more.
 */
export async function* runFeed(models: RunReading, run: string, seen: number): Feed {
  let last = seen;
  for (;;) {
    // The state first: what is over by then has no records but those that are read after it.
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
