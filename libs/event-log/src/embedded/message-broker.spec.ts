/** The in-process log keeps the contract of all logs, in memory and in a folder, and across crashes. */

import {
  appendFileSync,
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
import type { MessageLog } from '../log/message-log.js';
import { everything, message, values } from '../log/message-log.reading.fixture.js';
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

describe('the folder of an embedded log', () => {
  const segment = (folder: string): string => join(folder, 'runs', '0.log');
  async function written(folder: string, ...texts: readonly string[]): Promise<void> {
    const log = await openEmbeddedLog({ folder });
    await log.ensureTopics([{ topic: 'runs', partitions: 1, compacted: false }]);
    await log.append(texts.map((text) => message('runs', 'a', text)));
    await log.close();
  }
  async function read(folder: string): Promise<string[]> {
    const log: MessageLog = await openEmbeddedLog({ folder });
    const texts = values(await everything(log, ['runs']));
    await log.close();
    return texts;
  }

  it.each([1, 7, 8, 20, 30])(
    'loses the last message alone when %i of its bytes are missing',
    async (missing) => {
      const folder = newFolder();
      await written(folder, 'first', 'second', 'third');
      truncateSync(segment(folder), statSync(segment(folder)).size - missing);
      expect(await read(folder)).toEqual(['first', 'second']);
      await written(folder, 'fourth');
      expect(await read(folder)).toEqual(['first', 'second', 'fourth']);
    },
  );

  it.each(['\u0000'.repeat(64), 'no record at all'])(
    'cuts off and keeps a tail that is none: %j',
    async (tail) => {
      const folder = newFolder();
      await written(folder, 'first');
      appendFileSync(segment(folder), tail);
      expect(await read(folder)).toEqual(['first']);
      expect(readFileSync(`${segment(folder)}.torn`, 'utf8')).toBe(tail);
    },
  );

  it('refuses a damaged message that others follow, and names it', async () => {
    const folder = newFolder();
    await written(folder, 'first', 'second', 'third');
    const bytes = readFileSync(segment(folder));
    bytes[bytes.indexOf('second')] = 0x53;
    writeFileSync(segment(folder), bytes);
    await expect(openEmbeddedLog({ folder })).rejects.toMatchObject({
      code: 'CorruptJournal',
      where: expect.stringContaining('offset 1'),
    });
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

  it('refuses tables that are no JSON', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'groups.json'), '{');
    await expect(openEmbeddedLog({ folder })).rejects.toMatchObject({ code: 'CorruptJournal' });
  });
});
