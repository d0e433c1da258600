/** The store in files: the contract of every store, what a crash leaves at the end of a file, and refusals. */

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  claimedCall,
  endedAsk,
  openedAsk,
  recordedCall,
  sampleRun,
} from '../calls/recorded-call.fixture.js';
import { chained, unlinked } from '../calls/line-chain.js';
import { askLines, modelCallLines } from '../calls/recording-lines.js';
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

describe('the files of a recording', () => {
  let folder: string;
  let calls: string;
  let asks: string;
  const folderOf = (run: string): string | undefined => (run === sampleRun ? folder : undefined);
  const now = (): number => Date.parse('2025-03-03T14:31:00.000Z');
  const opened = (): FileStore => new FileStore({ folderOf, now });

  beforeEach(() => {
    folder = newFolder();
    calls = join(folder, 'model-calls.jsonl');
    asks = join(folder, 'asks.jsonl');
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

  it('have a line for each step, and the request once', async () => {
    await recorded();
    const callLines = readFileSync(calls, 'utf8').split('\n');
    const ask = { opened: openedAsk(), ended: endedAsk() };
    expect(readFileSync(asks, 'utf8')).toBe(`${[...chained(askLines([ask]))].join('\n')}\n`);
    expect(callLines.slice(0, 2)).toEqual([...chained(modelCallLines([recordedCall()]))]);
    expect(callLines.map((line) => /^{"type":"([a-z]+)"/.exec(line)?.[1])).toEqual([
      ...['claimed', 'finished', 'claimed'],
      undefined,
    ]);
  });

  it('are refused where a line was altered, the last one too', async () => {
    await recorded();
    const whole = readFileSync(asks, 'utf8');
    for (const [from, to] of [
      ['"attempt":1,"agent"', '"attempt":1 ,"agent"'],
      ['HOLD', 'SELL'],
    ] as const) {
      writeFileSync(asks, whole.replace(from, to));
      await expect(opened().asksOf(sampleRun)).rejects.toThrow(
        /asks.jsonl line \d: the recording was altered/,
      );
    }
  });

  it('without links are refused', async () => {
    await recorded();
    const written = readFileSync(calls, 'utf8').trimEnd().split('\n');
    writeFileSync(calls, `${written.map((one) => unlinked(one).line).join('\n')}\n`);
    await expect(opened().callsOf(sampleRun)).rejects.toThrow(/the recording was altered/);
  });

  it('are durable when a claim resolves, before anything else is done', async () => {
    const store = opened();
    await store.claim(claimedCall());
    expect(readFileSync(calls, 'utf8')).toContain('"type":"claimed"');
    await store.finish(recordedCall());
    expect(readFileSync(calls, 'utf8')).toContain('"type":"finished"');
  });

  it('cut anywhere keep their whole lines, and the rest is set aside', async () => {
    await recorded();
    const whole = readFileSync(calls);
    const ends = [...whole.keys()].filter((at) => whole[at] === 10).map((at) => at + 1);
    for (const cut of [0, 1, ends[0], (ends[0] ?? 0) + 1, ends[1], (ends[2] ?? 0) - 1]) {
      rmSync(`${calls}.torn`, { force: true });
      writeFileSync(calls, whole);
      truncateSync(calls, cut);
      const kept = ends.findLast((end) => end <= (cut ?? 0)) ?? 0;
      const store = opened();
      const found = await store.claim(claimedCall());
      const kinds = { 0: 'claimed', 1: 'claimed', 2: 'recorded' };
      const lines = ends.indexOf(kept) + 1;
      expect(found.kind).toBe(kinds[lines as keyof typeof kinds]);
      if (found.kind === 'claimed') expect(found.tries).toHaveLength(lines);
      const torn = existsSync(`${calls}.torn`) ? statSync(`${calls}.torn`).size : 0;
      expect(torn).toBe((cut ?? 0) - kept);
    }
  });

  it('are read without being changed', async () => {
    await recorded();
    appendFileSync(calls, '{"type":"clai');
    appendFileSync(asks, '\0\0\0\n');
    const before = [readFileSync(calls), readFileSync(asks)];
    const reader = new FileRecording(folderOf);
    expect(await reader.callsOf(sampleRun)).toEqual([recordedCall()]);
    expect(await reader.asksOf(sampleRun)).toEqual([{ opened: openedAsk(), ended: endedAsk() }]);
    expect([readFileSync(calls), readFileSync(asks)]).toEqual(before);
    expect(existsSync(`${calls}.torn`)).toBe(false);
    expect(await reader.asksOf('0'.repeat(64))).toEqual([]);
  });

  it.each([
    ['that is no JSON', () => 'nonsense'],
    ['of another run', (line: string) => line.replaceAll(sampleRun, '0'.repeat(64))],
    ['with a member that there is not', (line: string) => line.replace('{', '{"more":1,')],
    ['without the one before it', (line: string) => line.replace('"ordinal":1', '"ordinal":9')],
  ])('with a line %s before others are refused, naming it', async (_, alter) => {
    await recorded();
    const lines = readFileSync(calls, 'utf8').split('\n');
    lines[1] = alter(lines[1] as string);
    writeFileSync(calls, lines.join('\n'));
    const before = readFileSync(calls);
    const expected = { code: 'CorruptJournal', where: `${calls} line 2` };
    await expect(opened().claim(claimedCall())).rejects.toMatchObject(expected);
    await expect(new FileRecording(folderOf).callsOf(sampleRun)).rejects.toMatchObject(expected);
    expect(readFileSync(calls)).toEqual(before);
  });

  it('hold lines that are longer than what is read at once', async () => {
    const long = recordedCall({ request: JSON.stringify('é'.repeat(1_500_000)) });
    const store = opened();
    for (const ordinal of [1, 2]) {
      await store.claim(claimedCall({ ...claimedCall({ request: long.request }), ordinal }));
      await store.finish({ ...long, ordinal });
    }
    const found = await new FileRecording(folderOf).callsOf(sampleRun);
    expect(found).toEqual([long, { ...long, ordinal: 2 }]);
  });

  it('that cannot be written are unavailable, from then on', async () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    const store = new FileStore({ folderOf: () => join(blocked, 'run') });
    await expect(store.claim(claimedCall())).rejects.toMatchObject({ code: 'Unavailable' });
    rmSync(blocked);
    mkdirSync(join(blocked, 'run'), { recursive: true });
    await expect(store.claim(claimedCall({ ordinal: 2 }))).rejects.toMatchObject({
      code: 'Unavailable',
    });
    expect(existsSync(join(blocked, 'run', 'model-calls.jsonl'))).toBe(false);
  });

  it('are of runs that have a folder', async () => {
    const open = opened().openAsk(openedAsk({ run: '1'.repeat(64) }));
    await expect(open).rejects.toMatchObject({ code: 'Conflict' });
  });
});
