/** The journal of one run as it grows: each record once, in order, without a gap, until the run is closed. */

import { corruptJournal } from '#values';
import type { JournalEvent } from '#contracts';
import type { Position } from '#event-log';
import type { Connection } from './connection.js';
import { subscribe, type Received } from './subscribe.js';

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
};

export interface FollowedRun extends AsyncIterable<RunRecord> {
  /** Behind the record that was handed out last. */
  place(): RunPlace;
  /** The hash of the journal, once its last record was handed out. */
  hash(): string | null;
}

/**
 * Follows a run, live: the loop over it ends behind the last record, or when it is left. Records that come twice are
 * dropped; `CorruptJournal` when one is missing. `Unavailable` when the brokers do not answer.
 */
export function followRun(run: string, options: FollowOptions): FollowedRun {
  let place: RunPlace = options.after ?? { number: 0, positions: [] };
  let hash: string | null = null;
  async function* records(): AsyncGenerator<RunRecord> {
    const door = new Door<Received<'portfolio.events'>>();
    const subscription = await subscribe({
      ...options,
      topics: ['portfolio.events'],
      key: run,
      from: place.positions,
      onMessage: (received) => door.put(received),
    });
    subscription.ended.catch((error: unknown) => door.fail(error));
    try {
      while (hash === null) {
        const { message, ...at } = await door.take();
        const positions = placesWith(subscription.positions(), at);
        for (const [index, event] of message.events.entries()) {
          const number = message.first + index;
          if (number <= place.number) continue;
          if (number > place.number + 1) throw missing(run, place.number + 1, number);
          place = { number, positions };
          if (event.type === 'RunClosed') hash = message.hash;
          yield { number, event };
        }
      }
    } finally {
      door.close();
      await subscription.stop();
    }
  }
  return { [Symbol.asyncIterator]: records, place: () => place, hash: () => hash };
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

/** One thing at a time goes through: who puts it waits until it is taken, so that nothing piles up. */
class Door<T> {
  private inHand: { readonly value: T; taken(): void } | undefined;
  private waiting: { take(value: T): void; fail(error: unknown): void } | undefined;
  private failure: { readonly error: unknown } | undefined;
  private isClosed = false;

  /** Settles when the value is taken, or nobody takes any more. */
  put(value: T): Promise<void> | undefined {
    if (this.isClosed) return undefined;
    const waiting = this.waiting;
    this.waiting = undefined;
    if (waiting !== undefined) {
      waiting.take(value);
      return undefined;
    }
    return new Promise((taken) => {
      this.inHand = { value, taken };
    });
  }

  take(): Promise<T> {
    const found = this.inHand;
    this.inHand = undefined;
    found?.taken();
    if (found !== undefined) return Promise.resolve(found.value);
    if (this.failure !== undefined) return Promise.reject(this.failure.error as Error);
    return new Promise((take, fail) => {
      this.waiting = { take, fail };
    });
  }

  fail(error: unknown): void {
    this.failure = { error };
    this.waiting?.fail(error);
  }

  close(): void {
    this.isClosed = true;
    this.inHand?.taken();
  }
}
