/**
 * The in-process log keeps the contract of all logs, in memory and in a folder, and across crashes.
 */

import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { describeMessageLog, type OpenedLog } from '../log/message-log.contract.fixture.js';
import type { MessageBatch, MessageLog } from '../log/message-log.js';
import { everything, gate, message, values, witness } from '../log/message-log.reading.fixture.js';
import { openEmbeddedLog } from './message-broker.js';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-log-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const sessionMs = 300;
const quick = { sessionTimeoutMs: sessionMs, retryDelayMs: 10 };

async function openIn(folder: string | undefined): Promise<OpenedLog> {
  const options = folder === undefined ? quick : { ...quick, folder };
  let log = await openEmbeddedLog(options);
  return {
    log,
    sessionMs,
    reopen: async () => {
      // A log in memory ends with its object, so the same one is used again.
      if (folder === undefined) return log;
      await log.close();
      log = await openEmbeddedLog(options);
      return log;
    },
    gone: async () => {
      const other = await openEmbeddedLog(quick);
      await other.close();
      return other;
    },
    close: () => log.close(),
  };
}

describeMessageLog('embedded, in a folder', () => openIn(newFolder()));
describeMessageLog('embedded, in memory', () => openIn(undefined));

it('lets a member stop while it waits to ask again', async () => {
  const log = await openEmbeddedLog({ retryDelayMs: 2 ** 30 });
  await log.ensureTopics([{ topic: 'runs', partitions: 1, compacted: false }]);
  const asked = gate();
  const refused = gate();
  const { member } = await witness(log, {
    group: 'g',
    topics: ['runs'],
    onAssigned: async () => {
      asked.open();
      await refused.opened;
      throw new Error('not yet');
    },
  });
  await asked.opened;
  const stopped = member.stop();
  refused.open();
  await expect(stopped).resolves.toBeUndefined();
  await log.close();
});

describe('the folder of an embedded log', () => {
  const database = (folder: string): string => join(folder, 'messages.db');
  const layout = { topic: 'runs', partitions: 1, compacted: false } as const;
  const messages = (...texts: readonly string[]) => texts.map((text) => message('runs', 'a', text));
  async function written(folder: string, ...texts: readonly string[]): Promise<void> {
    const log = await openEmbeddedLog({ folder });
    await log.ensureTopics([layout]);
    await log.append(messages(...texts));
    await log.close();
  }
  async function read(folder: string): Promise<string[]> {
    const log: MessageLog = await openEmbeddedLog({ folder });
    const texts = values(await everything(log, ['runs']));
    await log.close();
    return texts;
  }

  /** The folder as a process leaves it that is killed after these appends. */
  async function killedAfter(...texts: readonly string[]): Promise<string> {
    const folder = newFolder();
    const left = newFolder();
    const log = await openEmbeddedLog({ folder });
    await log.ensureTopics([layout]);
    for (const text of texts) await log.append(messages(text));
    cpSync(folder, left, { recursive: true });
    rmSync(join(left, 'lock'));
    await log.close();
    return left;
  }

  it('has everything that was appended before the process was killed', async () => {
    const folder = await killedAfter('first', 'second', 'third');
    expect(await read(folder)).toEqual(['first', 'second', 'third']);
  });

  it.each([1, 7, 8, 20, 30, 5000])(
    'loses the last message alone when %i of its bytes are missing',
    async (missing) => {
      const folder = await killedAfter('first', 'second', 'third');
      const unsynced = `${database(folder)}-wal`;
      truncateSync(unsynced, statSync(unsynced).size - missing);
      expect(await read(folder)).toEqual(['first', 'second']);
      await written(folder, 'fourth');
      expect(await read(folder)).toEqual(['first', 'second', 'fourth']);
    },
  );

  it.each(['\u0000'.repeat(64), 'no record at all'])(
    'ignores an invalid tail: %j',
    async (tail) => {
      const folder = await killedAfter('first');
      appendFileSync(`${database(folder)}-wal`, tail);
      expect(await read(folder)).toEqual(['first']);
    },
  );

  it('does not deliver a damaged message, and names it', async () => {
    const folder = newFolder();
    await written(folder, 'first', 'second', 'third');
    const bytes = readFileSync(database(folder));
    bytes[bytes.indexOf('second')] = 0x53;
    writeFileSync(database(folder), bytes);
    const log = await openEmbeddedLog({ folder });
    const got: string[] = [];
    const crash = await new Promise((onCrash) => {
      const onBatch = (batch: MessageBatch) => void got.push(...values(batch.messages));
      void log.tail({ topics: ['runs'], from: 'start', onBatch, onCrash });
    });
    expect(crash).toMatchObject({
      code: 'CorruptJournal',
      where: expect.stringContaining('runs/0 record 2'),
    });
    expect(got).toEqual([]);
    await log.close();
  });

  it('stores nothing of an append that fills the disk, reports it, and continues', async () => {
    const failures: Error[] = [];
    const onWriteFailure = (error: Error) => void failures.push(error);
    const log = await openEmbeddedLog({ folder: newFolder(), pagesMax: 20, onWriteFailure });
    await log.ensureTopics([{ ...layout, partitions: 2 }]);
    const large = Array.from({ length: 100 }, (_, at) => message('runs', `${at}`, 'x'.repeat(900)));
    await expect(log.append(large)).rejects.toMatchObject({
      code: 'Unavailable',
      found: 'database or disk is full',
    });
    expect(failures).toHaveLength(1);
    expect(await log.endOffsets('runs')).toEqual([0, 0]);
    await log.append(messages('small'));
    expect(values(await everything(log, ['runs']))).toEqual(['small']);
    await log.close();
  });

  it('is open once at a time, and taken over from a process that died', async () => {
    const folder = newFolder();
    const log = await openEmbeddedLog({ folder });
    await expect(openEmbeddedLog({ folder })).rejects.toMatchObject({ code: 'Conflict' });
    await log.close();
    writeFileSync(join(folder, 'lock'), '4194304 1');
    await written(folder, 'first');
    expect(await read(folder)).toEqual(['first']);
  });

  it.each(['groups.json', 'topics.json'])('refuses an earlier format: %s', async (found) => {
    const folder = newFolder();
    writeFileSync(join(folder, found), '{}');
    const refusal = { code: 'CorruptJournal', where: folder, found };
    await expect(openEmbeddedLog({ folder })).rejects.toMatchObject(refusal);
    rmSync(join(folder, found));
    await written(folder, 'first');
  });

  it('refuses a database of another program', async () => {
    const folder = newFolder();
    writeFileSync(database(folder), 'messages, one a line\n'.repeat(100));
    await expect(openEmbeddedLog({ folder })).rejects.toMatchObject({ code: 'CorruptJournal' });
  });
});
