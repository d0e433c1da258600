/**
 * Recordings that were tampered with: `verify` reports each attack, and names file and number
 * of a bad frame.
 */

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { parseInstant, type Instant } from '#values';
import { loadScenario, runScenario, verifyResult, verifyRun } from '#backtest';
import type { Frame } from '#feeds/port/feed';
import { feedDescriptionSchema } from '#feeds/port/feed-description';
import { FrameLog, framesPath } from '#feeds/frames/frame-log';
import { prepareRecording } from '#feeds/recording/recording-folder';
import { file, folder } from './command-line.fixture.js';

const start = parseInstant('2026-03-02T12:00:00Z', null) as Instant;
const hour = 3_600_000_000;
const description = feedDescriptionSchema.parse({
  name: 'lines',
  calendar: '24/7',
  currency: 'USD',
  symbols: ['AAA'],
  feed: {
    kind: 'file',
    path: 'lines.jsonl',
    mappings: [
      {
        kind: 'bar',
        fields: {
          symbol: 's',
          start: 'from',
          end: 'to',
          open: 'c',
          high: 'c',
          low: 'c',
          close: 'c',
          volume: 'v',
        },
      },
    ],
  },
});

/** A bar an hour, for three days; then the recording is ended. */
function frames(): Frame[] {
  const bars = Array.from({ length: 72 }, (_, at): Frame => {
    const end = start + at * hour;
    const bar = { s: 'AAA', from: (end - 60e6) / 1000, to: end / 1000, c: 10 + (at % 7), v: 1 };
    const bytes = Buffer.from(`${JSON.stringify(bar)}\n`);
    return { kind: 'data', receivedAt: end + 7, channel: 'lines@1', bytes };
  });
  return [...bars, { kind: 'note', receivedAt: start + 80 * hour, note: { note: 'ended' } }];
}

let directory: string;
let recording: string;
let stored: string;
let out: string;

/** A result over a recording, whose window has an end or none. */
async function recordedResult(to: string): Promise<void> {
  directory = folder();
  recording = join(directory, 'recording');
  out = join(directory, 'out');
  mkdirSync(recording);
  prepareRecording(recording, description);
  const log = new FrameLog(recording);
  for (const frame of frames()) log.append(frame);
  log.close();
  stored = framesPath(recording);
  const scenario = `name: recorded
data: recording
window: { from: 2026-03-02, to: ${to} }
symbols: [AAA]
execution: close
agents: [{ id: hold, kind: buy-and-hold }]
`;
  const loaded = loadScenario(file(directory, 's.yaml', scenario));
  const outcome = await runScenario(loaded, { out, codeVersion: 'test', jobs: 1, fresh: false });
  expect(outcome.kind).toBe('finished');
}

/** The objection of `verify` to a result, or what it throws; empty if the result verifies. */
const said = (path = out): Promise<string> =>
  verifyResult(path).then(
    ({ findings }) => findings.map(({ verdict }) => JSON.stringify(verdict)).join('\n'),
    ({ code, message }: Error & { code: string }) => `${code}: ${message}`,
  );

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** One byte of a frame is another. */
const altered = (path: string, frame: number): void =>
  change(
    path,
    "UPDATE records SET body = CAST(substr(body, 1, 9) || x'ee' || substr(body, 11) AS BLOB) " +
      `WHERE seq = ${frame}`,
  );
const withoutLast = (path: string): void => change(path, 'DELETE FROM records WHERE seq = 73');

describe.each(['2026-03-04', 'open'])('a recording behind a result to %s', (to) => {
  it('is what it says until it is touched', async () => {
    await recordedResult(to);
    expect(await said()).toBe('');
    expect(await verifyRun(join(out, 'runs', 'hold-AAA'))).toMatchObject({ kind: 'verified' });
  });

  it('has nothing after its end', async () => {
    await recordedResult(to);
    const log = new FrameLog(recording);
    log.append({ ...(frames()[0] as Frame), receivedAt: start + 90 * hour });
    log.close();
    expect(await said()).toContain(`CorruptJournal: ${stored} frames record 74: something follows`);
    expect(await verifyRun(join(out, 'runs', 'hold-AAA'))).toMatchObject({ kind: 'refuted' });
  });

  it('has its frames', async () => {
    await recordedResult(to);
    rmSync(stored);
    expect(await said()).toMatch(/^CorruptJournal: .*frames\.db: the frames .* are missing/);
  });

  it('is whole: a frame that was altered is named by file and number, wherever it is', async () => {
    await recordedResult(to);
    const whole = readFileSync(stored);
    for (const frame of [1, 40, 73]) {
      altered(stored, frame);
      expect(await said()).toContain(`CorruptJournal: ${stored} frames record ${frame}: `);
      writeFileSync(stored, whole);
    }
  });

  it('is that of a copy when the copy has one, and not the original’s', async () => {
    await recordedResult(to);
    const copy = join(directory, 'copy');
    cpSync(out, copy, { recursive: true });
    mkdirSync(join(copy, 'recording'));
    cpSync(recording, join(copy, 'recording'), { recursive: true });
    expect(await said(copy)).toBe('');
    altered(framesPath(join(copy, 'recording')), 40);
    expect(await said(copy)).toMatch(
      /^\{"kind":"refuted","what":".*copy\/recording.* frames record 40: /,
    );
    expect(await verifyRun(join(copy, 'runs', 'hold-AAA'))).toMatchObject({ kind: 'refuted' });
    expect(await said()).toBe('');
  });
});

it('of a result with an end has its last frame', async () => {
  await recordedResult('2026-03-04');
  withoutLast(stored);
  expect(await said()).toContain('the data set is not the one that the run used');
});

it('of a result without an end is reported if its last frame was cut', async () => {
  await recordedResult('open');
  withoutLast(stored);
  expect((await verifyResult(out)).notes).toContain(
    'runs/hold-AAA/the data set has other content now, and gives the same',
  );
});
