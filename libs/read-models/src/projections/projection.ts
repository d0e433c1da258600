/** A topic's projection: the rows that a message needs, and the rows that it leaves. */

import type { MessagesByTopic } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import { TapefoldError } from '#values';
import type { Table } from '../tables/table.js';
import { type RowChanges, keyText, type KeyValue } from './row-changes.js';

/** Rows as a pure function of the topic's messages, in their order. */
export interface Projection<T extends TopicName = TopicName> {
  needs(message: MessagesByTopic[T], needs: Needs): void;
  /**
   * Needs that show only in the rows requested by `needs`: they are in `rows`, and no message
   * is folded yet.
   */
  furtherNeeds?(message: MessagesByTopic[T], needs: Needs, rows: RowChanges): void;
  fold(message: MessagesByTopic[T], rows: RowChanges, onGap: OnGap): void;
}

/** The existing rows that the messages of a transaction need, each once. */
export class Needs {
  private readonly wanted = new Map<Table, Map<string, readonly KeyValue[]>>();

  need(table: Table, ...key: readonly KeyValue[]): void {
    let keys = this.wanted.get(table);
    if (keys === undefined) this.wanted.set(table, (keys = new Map()));
    keys.set(keyText(key), key);
  }

  *keys(): Generator<readonly [Table, readonly (readonly KeyValue[])[]]> {
    for (const [table, keys] of this.wanted) yield [table, [...keys.values()]];
  }
}

/**
 * `stop`: the projector gets an `Invariant` error and the transaction is undone. `fail`: the run or
 * tape is marked as failed, with what is missing, and everything else continues.
 */
export type OnGap = 'stop' | 'fail';

interface Gap {
  /** `records of run 1f…`. */
  readonly where: string;
  readonly expected: number;
  readonly found: number;
}

/** The failure to record for the run, under `fail`; throws under `stop`. */
export function failureOf({ where, expected, found }: Gap, onGap: OnGap): string {
  if (onGap === 'fail') {
    return `${where}: ${expected} to ${found - 1} are missing`;
  }
  throw new TapefoldError('Invariant', 'numbers are missing on the topic', {
    where,
    expected: `number ${expected} or one before it`,
    found: `${found}: ${expected} to ${found - 1} are missing`,
  });
}
