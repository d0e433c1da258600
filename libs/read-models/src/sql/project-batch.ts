/** Messages into tables: rows and the offset behind them in one transaction, whatever came before. */

import { excerpt, invariant, isFailure } from '#values';
import type { TopicName } from '#contracts/streams/topics';
import {
  brokenMessage,
  readStored,
  type BrokenMessage,
  type MessageBatch,
  type StoredMessage,
} from '#event-log';
import { type OnGap, Needs } from '../projections/projection.js';
import { projectionOf } from '../projections/project-message.js';
import { RowChanges } from '../projections/row-changes.js';
import { checkpoints } from '../tables/tables.js';
import type { SqlStore, SqlWriter } from './sql-store.js';

/** A transaction takes no more than this, so that a long batch neither fills the memory nor holds up the reading. */
const messagesMax = 512;
const charactersMax = 8_000_000;

export interface ProjectOptions {
  readonly onGap: OnGap;
  /** Takes messages that cannot be read, before their transaction ends; without it they are errors. */
  readonly report?: (broken: readonly BrokenMessage[]) => Promise<void>;
}

/**
 * Projects the messages of a batch that are not below the checkpoint. `Invariant` where numbers are missing on the
 * topic, `InvalidInput` where a message cannot be read and nobody takes it; then its transaction leaves no trace.
 */
export async function projectBatch(
  store: SqlStore,
  batch: MessageBatch,
  options: ProjectOptions,
): Promise<void> {
  const all = [...portions(batch.messages)];
  for (const [at, messages] of all.entries()) {
    // The last portion goes as far as the batch, whose last records may be no messages.
    const nextOffset = all[at + 1]?.[0]?.offset ?? batch.nextOffset;
    const portion = { ...batch, messages, nextOffset };
    await store.transaction((writer) => projectPortion(writer, portion, options));
  }
}

async function projectPortion(
  writer: SqlWriter,
  { topic, partition, messages, nextOffset }: MessageBatch,
  options: ProjectOptions,
): Promise<void> {
  const checkpoint = await writer.lockCheckpoint(topic, partition);
  if (nextOffset <= checkpoint) return;
  const fresh = messages.filter(({ offset }) => offset >= checkpoint);
  const projecting = new Portion(topic, options.onGap);
  for (const message of fresh) projecting.parse(message);
  const rows = new RowChanges();
  await load(writer, projecting.needs(), rows);
  await load(writer, projecting.furtherNeeds(rows), rows);
  const broken = projecting.fold(rows);
  if (broken.length > 0) await takeBroken(broken, options);
  for (const [table, changed] of rows.written()) await writer.write(table, changed);
  await writer.write(checkpoints, [{ topic, partition, nextOffset }]);
}

async function load(writer: SqlWriter, needs: Needs, rows: RowChanges): Promise<void> {
  for (const [table, keys] of needs.keys()) {
    for (const row of await writer.load(table, keys)) rows.load(table, row);
  }
}

async function takeBroken(
  broken: readonly { readonly message: BrokenMessage; readonly cause: unknown }[],
  { report }: ProjectOptions,
): Promise<void> {
  if (report === undefined) throw broken[0]?.cause;
  await report(broken.map(({ message }) => message));
}

type Parsed = ReturnType<typeof readStored>;
type Read = { readonly stored: StoredMessage } & (
  { readonly message: Parsed } | { readonly cause: unknown }
);

/** The messages of one transaction, between being read and being folded. */
class Portion {
  private readonly read: Read[] = [];
  private readonly projection;

  constructor(
    private readonly topic: TopicName,
    private readonly onGap: OnGap,
  ) {
    const projection = projectionOf(topic);
    invariant(projection !== undefined, `${topic} has tables`);
    this.projection = projection;
  }

  parse(stored: StoredMessage): void {
    try {
      this.read.push({ stored, message: readStored(this.topic, stored) });
    } catch (cause) {
      this.read.push({ stored, cause });
    }
  }

  needs(): Needs {
    const needs = new Needs();
    for (const read of this.read) {
      if ('message' in read) this.projection.needs(read.message, needs);
    }
    return needs;
  }

  furtherNeeds(rows: RowChanges): Needs {
    const needs = new Needs();
    for (const read of this.read) {
      if ('message' in read) this.projection.furtherNeeds?.(read.message, needs, rows);
    }
    return needs;
  }

  /** Folds the messages in; those that make no rows are given back. */
  fold(rows: RowChanges): { message: BrokenMessage; cause: unknown }[] {
    const broken: { message: BrokenMessage; cause: unknown }[] = [];
    for (const read of this.read) {
      try {
        if (!('message' in read)) throw read.cause;
        this.projection.fold(read.message, rows, this.onGap, read.stored.value);
        rows.accept();
      } catch (cause) {
        rows.reject();
        if (!isFailure(cause, 'InvalidInput')) throw cause;
        const message = brokenMessage(read.stored, excerpt(cause.message, 500));
        broken.push({ message, cause });
      }
    }
    return broken;
  }
}

function* portions(messages: readonly StoredMessage[]): Generator<StoredMessage[]> {
  let portion: StoredMessage[] = [];
  let characters = 0;
  for (const message of messages) {
    const isFull =
      portion.length >= messagesMax || characters + message.value.length > charactersMax;
    if (isFull && portion.length > 0) {
      yield portion;
      portion = [];
      characters = 0;
    }
    portion.push(message);
    characters += message.value.length;
  }
  yield portion;
}
