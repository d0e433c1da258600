/** The journal of one run as it grows: each record once, in order, without a gap, until the run has ended. */

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

/** Where one was with a run: the last record that one has, and from where its topic has to be read. */
export interface RunPlace {
  readonly number: number;
  readonly positions: readonly Position[];
}

export type FollowOptions = Connection & {
  /** What `place()` said the last time; the first record when left out. */
  readonly after?: RunPlace;
  /** How long the run says nothing before its tape is asked after, milliseconds; 2000 when left out. */
  readonly silenceMs?: number;
};

/** How a run has ended: with the last record of its journal, or without one. */
export type RunEnd = { readonly how: 'closed'; readonly hash: string } | RunBreak;

export interface FollowedRun extends AsyncIterable<RunRecord> {
  /** Behind the record that was handed out last. */
  place(): RunPlace;
  /** The hash of the journal, once its last record was handed out. */
  hash(): string | null;
  /** How it has ended, once the loop is over; null when the loop was left, or goes on. */
  end(): RunEnd | null;
}

/**
 * Follows a run, live. The loop over it ends behind the last record; where the run was cancelled or its tape failed,
 * behind the records that stood on the topic when that was read: `end()` says which. A run that finished all the same
 * has ended as `closed` where its last record was there by then. Records that come twice are dropped; `CorruptJournal`
 * when one is missing. `Unavailable` when the brokers do not answer.
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

/** The message in hand comes again: not all of its records may have been handed out. */
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
