/** Projecting a large batch lets the event loop turn, so that heartbeats are sent meanwhile. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { JournalEvent } from '#contracts';
import type { Message } from '#contracts/streams/catalogue';
import type { MessageBatch } from '#event-log';
import { batchOf, markTaken, runA, version } from '../sample-messages.fixture.js';
import { projectBatch } from '../sql/project-batch.js';
import type { SqlStore, WithTables } from '../sql/sql-store.js';
import { openSqliteStore } from './sqlite-store.js';

const messages = 40;
const eventsEach = 500;

/** Three million characters of marks, a row each. */
const largeBatch = (): MessageBatch =>
  batchOf(
    'portfolio.events',
    Array.from({ length: messages }, (_, index): Message => {
      const first = index * eventsEach + 1;
      const events: JournalEvent[] = Array.from({ length: eventsEach }, (__, at) =>
        markTaken(first + at, 100_000),
      );
      return { type: 'Events', version, run: runA, first, events, hash: null };
    }),
  );

interface Seen {
  /**
   * The turn of the event loop in which each statement that writes rows ran, and its parameters.
   */
  readonly writes: { readonly turn: number; readonly parameters: number }[];
  transactions: number;
}

/** Projects, and watches statements and turns. */
async function watched(store: SqlStore, batch: MessageBatch): Promise<Seen> {
  const seen: Seen = { writes: [], transactions: 0 };
  let turn = 0;
  let isDone = false;
  const count = (): void => {
    turn++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const transaction: WithTables = (work) =>
    store.transaction(async (tables) => {
      seen.transactions++;
      const runner = tables.dataSource.createQueryRunner();
      const query = runner.query.bind(runner);
      const spy = vi.spyOn(runner, 'query').mockImplementation((sql, parameters, ...rest) => {
        const many = parameters?.length ?? 0;
        if (sql.startsWith('INSERT') && many > 3) seen.writes.push({ turn, parameters: many });
        return query(sql, parameters, ...rest);
      });
      try {
        return await work(tables);
      } finally {
        spy.mockRestore();
      }
    });
  await projectBatch(transaction, batch, { onGap: 'stop' });
  isDone = true;
  return seen;
}

describe('projecting a large batch', () => {
  let seen: Seen;
  let characters: number;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-turns-'));
    const store = await openSqliteStore(join(folder, 'tables.sqlite'));
    const batch = largeBatch();
    characters = batch.messages.reduce((sum, { value }) => sum + value.length, 0);
    seen = await watched(store, batch);
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('writes all rows in statements of bounded size, each in a turn of its own', () => {
    const turns = seen.writes.map(({ turn }) => turn);
    expect(new Set(turns).size).toBe(turns.length);
    const parameters = seen.writes.map((write) => write.parameters);
    expect(Math.max(...parameters)).toBeLessThanOrEqual(3_000);
    expect(parameters.reduce((sum, many) => sum + many, 0)).toBeGreaterThan(
      9 * messages * eventsEach,
    );
  });

  it('bounds what a transaction parses and folds', () => {
    expect(characters).toBeGreaterThan(2_000_000);
    expect(seen.transactions).toBe(Math.ceil(characters / 2_000_000));
  });
});
