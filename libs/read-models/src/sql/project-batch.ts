/** Projects messages into tables: rows and the next offset in one transaction, idempotently. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { excerpt, isFailure } from '#values';
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
import { columnTypes } from '../tables/table.js';
import { checkpoints } from '../tables/tables.js';
import { lockCheckpoint } from './checkpoints.js';
import { writeRows, type WithTables } from './sql-store.js';

/**
 * Maximum messages and characters per transaction, so that a long batch neither fills the memory
 * nor delays readers. Parsing so much, or folding it, blocks the event loop for some 20 ms;
 * heartbeats are sent in the turns between.
 */
const messagesMax = 512;
const charactersMax = 2_000_000;

interface ProjectOptions {
  readonly onGap: OnGap;
  /** Receives unreadable messages before their transaction ends; without it they are errors. */
  readonly report?: ((broken: readonly BrokenMessage[]) => Promise<void>) | undefined;
}

/**
 * Projects the messages of a batch from the checkpoint on. `Invariant` if numbers are missing on
 * the topic, `InvalidInput` if a message is unreadable and there is no `report`; its transaction
 * then leaves no trace.
 */
export async function projectBatch(
  transaction: WithTables,
  batch: MessageBatch,
  options: ProjectOptions,
): Promise<void> {
  const all = [...portions(batch.messages)];
  for (const [at, messages] of all.entries()) {
    // The last portion extends to the end of the batch, whose last records may not be messages.
    const nextOffset = all[at + 1]?.[0]?.offset ?? batch.nextOffset;
    const portion = { ...batch, messages, nextOffset };
    await transaction((tables) => projectPortion(tables, portion, options));
  }
}

async function projectPortion(
  tables: EntityManager,
  { topic, partition, messages, nextOffset }: MessageBatch,
  options: ProjectOptions,
): Promise<void> {
  const checkpoint = await lockCheckpoint(tables, topic, partition);
  if (nextOffset <= checkpoint) return;
  const fresh = messages.filter(({ offset }) => offset >= checkpoint);
  const read = fresh.map((stored) => readOf(topic, stored));
  const parsed = read.flatMap(({ message }) => (message === undefined ? [] : [message]));
  const projection = projectionOf(topic);
  const rows = new RowChanges();
  const needs = new Needs();
  for (const message of parsed) projection.needs(message, needs);
  await nextTurn();
  await load(tables, needs, rows);
  const further = new Needs();
  for (const message of parsed) projection.furtherNeeds?.(message, further, rows);
  await nextTurn();
  await load(tables, further, rows);
  await nextTurn();
  const broken = read.flatMap((one) =>
    brokenIn(one, rows, () => projection.fold(one.message as Parsed, rows, options.onGap)),
  );
  if (broken.length > 0) await takeBroken(broken, options);
  for (const [table, changed] of rows.written()) await writeRows(tables, table, changed);
  await writeRows(tables, checkpoints, [{ topic, partition, nextOffset }]);
}

type Parsed = ReturnType<typeof readStored>;

/** A parsed message, or why it could not be parsed. */
interface Read {
  readonly stored: StoredMessage;
  readonly message?: Parsed;
  readonly cause?: unknown;
}

function readOf(topic: TopicName, stored: StoredMessage): Read {
  try {
    return { stored, message: readStored(topic, stored) };
  } catch (cause) {
    return { stored, cause };
  }
}

/** Loads the existing rows of these keys. */
async function load(tables: EntityManager, needs: Needs, rows: RowChanges): Promise<void> {
  const isPostgres = tables.dataSource.options.type === 'postgres';
  for (const [table, keys] of needs.keys()) {
    const columns = table.keys.map(({ property }) => `t.${property}`);
    const members = table.keys.map(
      ({ kind }, index) => `CAST(value ->> ${index} AS ${columnTypes[kind]})`,
    );
    const each = isPostgres ? 'json_array_elements' : 'json_each';
    const found = await tables
      .createQueryBuilder(table.entity, 't')
      .where(`(${columns.join()}) IN (SELECT ${members.join()} FROM ${each}(:keys))`)
      .setParameters({ keys: JSON.stringify(keys) })
      .getMany();
    for (const row of found) rows.load(table, row);
  }
}

interface Broken {
  readonly message: BrokenMessage;
  readonly cause: unknown;
}

/** Folds in a message; returns it as broken if it makes no valid rows. */
function brokenIn(
  { stored, message, cause: unread }: Read,
  rows: RowChanges,
  fold: () => void,
): Broken[] {
  try {
    if (message === undefined) throw unread;
    fold();
    rows.accept();
    return [];
  } catch (cause) {
    rows.reject();
    if (!isFailure(cause, 'InvalidInput')) throw cause;
    return [{ message: brokenMessage(stored, excerpt(cause.message, 500)), cause }];
  }
}

async function takeBroken(broken: readonly Broken[], { report }: ProjectOptions): Promise<void> {
  if (report === undefined) throw broken[0]?.cause;
  await report(broken.map(({ message }) => message));
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
