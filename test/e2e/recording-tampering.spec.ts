/** Recordings that were tampered with: `verify` reports each attack, and names file and byte of a bad frame. */

import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseInstant, type Instant } from '#values';
import { loadScenario, runScenario, verifyResult, verifyRun } from '#backtest';
import type { Frame } from '#feeds/port/feed';
import { feedDescriptionSchema } from '#feeds/port/feed-description';
import { FrameLog } from '#feeds/frames/frame-log';
import { prepareRecording } from '#feeds/recording/recording-folder';
import { file, folder } from './command-line.fixture.js';

const start = parseInstant('2026-03-02T12:00:00Z', null) as Instant;
const hour = 3_600_000_000;
const description = feedDescriptionSchema.parse({
  ...{ name: 'lines', calendar: '24/7', currency: 'USD', symbols: ['AAA'] },
  feed: {
    ...{ kind: 'file', path: 'lines.jsonl' },
    mappings: [
      {
        kind: 'bar',
        fields: {
          ...{ symbol: 's', start: 'from', end: 'to' },
          ...{ open: 'c', high: 'c', low: 'c', close: 'c', volume: 'v' },
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
let segment: string;
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
  segment = join(recording, 'frames', readdirSync(join(recording, 'frames'))[0] as string);
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

const flipped = (path: string, byte: number): void => {
  const bytes = readFileSync(path);
  bytes[byte] = (bytes[byte] as number) ^ 1;
  writeFileSync(path, bytes);
};

describe.each(['2026-03-04', 'open'])('a recording behind a result to %s', (to) => {
  it('is what it says until it is touched', async () => {
    await recordedResult(to);
    expect(await said()).toBe('');
    expect(await verifyRun(join(out, 'runs', 'hold-AAA'))).toMatchObject({ kind: 'verified' });
  });

  it('has nothing behind its end: no bytes, and no frames', async () => {
    await recordedResult(to);
    const end = readFileSync(segment).length;
    appendFileSync(segment, 'more');
    expect(await said()).toContain(`CorruptJournal: ${segment} byte ${end}: something follows`);
    truncateSync(segment, end);
    const log = new FrameLog(recording);
    log.append({ ...(frames()[0] as Frame), receivedAt: start + 90 * hour });
    log.close();
    expect(await said()).toContain(`CorruptJournal: ${segment} byte ${end}: something follows`);
    expect(await verifyRun(join(out, 'runs', 'hold-AAA'))).toMatchObject({ kind: 'refuted' });
  });

  it('has all of its segments', async () => {
    await recordedResult(to);
    rmSync(segment);
    expect(await said()).toMatch(/^CorruptJournal: .*frames: no segment of the recording is there/);
    rmSync(join(recording, 'frames'), { recursive: true });
    expect(await said()).toMatch(/^CorruptJournal: .*frames: no segment of the recording is there/);
  });

  it('is whole: a frame that was altered is named by file and byte, wherever it is', async () => {
    await recordedResult(to);
    const whole = readFileSync(segment);
    for (const byte of [25, 900, whole.length - 40]) {
      flipped(segment, byte);
      expect(await said(), `byte ${byte}`).toMatch(/^CorruptJournal: .*\.frames byte \d+: /);
      writeFileSync(segment, whole);
    }
  });

  it('is that of a copy where the copy has one, and not the original’s', async () => {
    await recordedResult(to);
    const copy = join(directory, 'copy');
    cpSync(out, copy, { recursive: true });
    mkdirSync(join(copy, 'recording'));
    cpSync(recording, join(copy, 'recording'), { recursive: true });
    expect(await said(copy)).toBe('');
    flipped(segment.replace(recording, join(copy, 'recording')), 900);
    expect(await said(copy)).toMatch(/^CorruptJournal: .*copy\/recording.*\.frames byte \d+: /);
    expect(await verifyRun(join(copy, 'runs', 'hold-AAA'))).toMatchObject({ kind: 'refuted' });
    expect(await said()).toBe('');
  });
});

it('of a result with an end has its last frame', async () => {
  await recordedResult('2026-03-04');
  truncateSync(segment, readFileSync(segment).length - 3);
  expect(await said()).toContain('the data set is not the one of the run');
});

it('of a result without an end is told of when its last frame was cut', async () => {
  await recordedResult('open');
  truncateSync(segment, readFileSync(segment).length - 3);
  expect((await verifyResult(out)).notes).toContain(
    'runs/hold-AAA/the data set has other content now, and gives the same',
  );
});
