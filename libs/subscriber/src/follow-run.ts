/**
 * The journal of one run as it grows: each record once, in order, without gaps, until the
 * run has ended.
 */

import { corruptJournal } from '#values';
import type { JournalEvent } from '#contracts';
import type { Position } from '#event-log';
import type { Connection } from './connection.js';
import { openRecords } from './open-records.js';
import type { RunBreak } from './watch-run.js';

export interface RunRecord {
  /** Within the journal, from 1. */
  readonly number: number;
  readonly event: JournalEvent;
}

/** A position in a run: the last record received, and where to resume reading its topic. */
export interface RunPlace {
  readonly number: number;
  readonly positions: readonly Position[];
}

export type FollowOptions = Connection & {
  /** The last result of `place()`; the first record by default. */
  readonly after?: RunPlace;
  /** Milliseconds that the run may be silent before its tape is checked; 2000 by default. */
  readonly silenceMs?: number;
};

/** How a run has ended: with the last record of its journal, or without one. */
export type RunEnd = { readonly how: 'closed'; readonly hash: string } | RunBreak;

export interface FollowedRun extends AsyncIterable<RunRecord> {
  /** The position after the last record received. */
  place(): RunPlace;
  /** The hash of the journal, once its last record was received. */
  hash(): string | null;
  /** How it ended, once the loop is over; null if the loop was left early or still runs. */
  end(): RunEnd | null;
}

/**
 * Follows a run, live. The loop over it ends after the last record; if the run was cancelled or its
 * tape failed, after the records on the topic at the time that was read: `end()` tells which. A run
 * that finished anyway ends as `closed` if its last record was there by then. Duplicate records are
 * dropped; `CorruptJournal` if one is missing. `Unavailable` if the brokers do not respond.
 */
export function followRun(run: string, options: FollowOptions): FollowedRun {
  let place: RunPlace = options.after ?? { number: 0, positions: [] };
  let end: RunEnd | null = null;
  async function* records(): AsyncGenerator<RunRecord> {
    const source = await openRecords(run, options, place.positions);
    try {
      while (end === null) {
        const received = await source.next();
        if (received === undefined) {
          end = source.broken();
          continue;
        }
        const { message, ...at } = received;
        const positions = placesWith(source.positions(), at);
        for (const [index, event] of message.events.entries()) {
          const number = message.first + index;
          if (number <= place.number) continue;
          if (number > place.number + 1) throw missing(run, place.number + 1, number);
          place = { number, positions };
          if (event.type === 'RunClosed' && message.hash !== null) {
            end = { how: 'closed', hash: message.hash };
          }
          yield { number, event };
        }
      }
    } finally {
      await source.stop();
    }
  }
  return {
    [Symbol.asyncIterator]: records,
    place: () => place,
    hash: () => (end?.how === 'closed' ? end.hash : null),
    end: () => end,
  };
}

/** The current message is redelivered: not all of its records may have been received. */
function placesWith(
  positions: readonly Position[],
  { topic, partition, offset }: Position,
): Position[] {
  const others = positions.filter((position) => position.partition !== partition);
  return [...others, { topic, partition, offset }];
}

function missing(run: string, expected: number, found: number): Error {
  return corruptJournal('a record is missing', {
    where: `run ${run}`,
    expected: `record ${expected}`,
    found: `record ${found}`,
  });
}
