/** The store in files: the contract of every store, what is durable when, and refusals. */

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeRecords, recordsIn } from '#store/embedded/records.fixture';
import {
  claimedCall,
  endedAsk,
  openedAsk,
  recordedCall,
  sampleRun,
} from '../calls/recorded-call.fixture.js';
import { describeRecordingStore } from '../calls/recording-store.contract.fixture.js';
import { FileRecording, FileStore } from './file-store.js';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'tapefold-recording-'));

describeRecordingStore('files', () => {
  const folder = newFolder();
  return Promise.resolve({
    open: () => Promise.resolve(new FileStore({ folderOf: (run) => join(folder, run) })),
    crash: () => Promise.resolve(),
    dispose: () => Promise.resolve(rmSync(folder, { recursive: true })),
  });
});

describe('the file of a recording', () => {
  let folder: string;
  let file: string;
  const folderOf = (run: string): string | undefined => (run === sampleRun ? folder : undefined);
  const now = (): number => Date.parse('2025-03-03T14:31:00.000Z');
  const opened = (): FileStore => new FileStore({ folderOf, now });
  const types = (stream: string): unknown[] =>
    recordsIn(file, stream).map((line) => (JSON.parse(line) as { type: string }).type);

  beforeEach(() => {
    folder = newFolder();
    file = join(folder, 'recording.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** An attempt with two calls, the second of which never ended. */
  async function recorded(): Promise<void> {
    const store = opened();
    await store.openAsk(openedAsk());
    await store.claim(claimedCall());
    await store.finish(recordedCall());
    await store.claim(claimedCall({ ordinal: 2 }));
    await store.endAsk(endedAsk());
    await store.close();
  }

  it('has a record for each step, and the request once', async () => {
    await recorded();
    expect(types('asks')).toEqual(['opened', 'ended']);
    expect(types('model-calls')).toEqual(['claimed', 'finished', 'claimed']);
    const { request } = claimedCall();
    const holding = recordsIn(file, 'model-calls').filter((line) =>
      line.includes(JSON.stringify(request)),
    );
    expect(holding).toHaveLength(2);
  });

  it('is durable when a claim resolves, before anything else is done', async () => {
    const store = opened();
    await store.claim(claimedCall());
    expect(types('model-calls')).toEqual(['claimed']);
    await store.finish(recordedCall());
    expect(types('model-calls')).toEqual(['claimed', 'finished']);
    await store.close();
  });

  it('is read without being changed, and not created', async () => {
    expect(await new FileRecording(folderOf).asksOf(sampleRun)).toEqual([]);
    expect(await opened().callsOf(sampleRun)).toEqual([]);
    expect(existsSync(file)).toBe(false);
    await recorded();
    const reader = new FileRecording(folderOf);
    expect(await reader.callsOf(sampleRun)).toEqual([recordedCall()]);
    expect(await reader.asksOf(sampleRun)).toEqual([{ opened: openedAsk(), ended: endedAsk() }]);
    expect(await reader.openCallsOf(sampleRun)).toMatchObject([{ ordinal: 2 }]);
    expect(await reader.asksOf('0'.repeat(64))).toEqual([]);
  });

  it('is written by a store that has read it', async () => {
    await recorded();
    const store = opened();
    expect(await store.asksOf(sampleRun)).toHaveLength(1);
    expect(await store.endLost(openedAsk())).toMatchObject([{ ordinal: 2 }]);
    await store.close();
  });

  it('is read while it is written', async () => {
    const store = opened();
    const reader = new FileRecording(folderOf);
    await store.openAsk(openedAsk());
    expect(await reader.asksOf(sampleRun)).toHaveLength(1);
    await store.openAsk(openedAsk({ attempt: 2 }));
    expect(await reader.asksOf(sampleRun)).toHaveLength(2);
    await store.close();
  });

  it.each([
    ['that is not JSON', () => 'nonsense'],
    ['of another run', (line: string) => line.replaceAll(sampleRun, '0'.repeat(64))],
    ['with a member that there is not', (line: string) => line.replace('{', '{"more":1,')],
    ['without the one before it', (line: string) => line.replace('"ordinal":1', '"ordinal":9')],
  ])('with a record %s is refused, naming it', async (_, alter) => {
    await recorded();
    changeRecords(file, 'model-calls', (lines) => lines.with(1, alter(lines[1] as string)));
    const where = `run ${sampleRun}, model-calls, record 2`;
    const expected = { code: 'CorruptJournal', where };
    await expect(opened().claim(claimedCall())).rejects.toMatchObject(expected);
    await expect(new FileRecording(folderOf).callsOf(sampleRun)).rejects.toMatchObject(expected);
  });

  it('holds bodies that are longer than what is read at once', async () => {
    const long = recordedCall({ request: JSON.stringify('é'.repeat(1_500_000)) });
    const store = opened();
    for (const ordinal of [1, 2]) {
      await store.claim(claimedCall({ ...claimedCall({ request: long.request }), ordinal }));
      await store.finish({ ...long, ordinal });
    }
    const found = await new FileRecording(folderOf).callsOf(sampleRun);
    expect(found).toEqual([long, { ...long, ordinal: 2 }]);
    await store.close();
  });

  it('that cannot be written is unavailable', async () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    const store = new FileStore({ folderOf: () => join(blocked, 'run') });
    await expect(store.claim(claimedCall())).rejects.toMatchObject({ code: 'Unavailable' });
    rmSync(blocked);
    mkdirSync(join(blocked, 'run'), { recursive: true });
    expect(await store.claim(claimedCall())).toMatchObject({ kind: 'claimed', tries: [] });
    await store.close();
  });

  it('is of runs that have a folder', async () => {
    const open = opened().openAsk(openedAsk({ run: '1'.repeat(64) }));
    await expect(open).rejects.toMatchObject({ code: 'Conflict' });
  });
});
