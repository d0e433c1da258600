/**
 * Over a real recorder, with faults and restarts, the journal of a live run is that of
 * its recording.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseInstant, type Instant } from '#values';
import type { TradingScenario } from '#contracts/scenario/scenario';
import { readJournal } from '#event-log';
import { HeldClock } from '#feeds/feed-clock.fixture';
import { scriptedDecoder, scriptedFeed } from '#feeds/scripted-feed.fixture';
import { describedCoins } from '#feeds/recording/described-coins.fixture';
import { openLiveRecording } from '#feeds/recording/open-live-recording';
import { openRecordingDataset } from '#feeds/recording/recording-dataset';
import { runLive } from './run-live.js';

const start = parseInstant('2026-03-02T23:50:00Z', null) as Instant;
const second = 1_000_000;
const minuteMs = 60_000;

const scenario: TradingScenario = {
  name: 'coins',
  data: 'feed.yaml',
  workflow: 'trading',
  symbols: ['AAA'],
  portfolio: false,
  window: { from: '2026-03-02', to: 'open' },
  capital: 10_000,
  execution: 'realistic',
  seed: 1,
  repeats: 1,
  badRows: 'refuse',
  agents: [
    { id: 'cross', kind: 'sma-cross', fast: 1, slow: 3 },
    { id: 'coin', kind: 'random' },
    {
      id: 'counts',
      kind: 'module',
      file: 'counts.mjs',
      trusted: true,
      timeBudgetMs: 10_000,
      config: {},
    },
  ],
};

/** A trade of each coin every five seconds, for half an hour. */
const frames = Array.from({ length: 360 }, (_, at) => ({
  at: start + at * 5 * second,
  items: ['AAA', 'BBB'].map((symbol) => ({
    kind: 'trade' as const,
    symbol,
    at: start + at * 5 * second,
    id: `${at}`,
    size: 2,
    price: 100 + 10 * Math.sin(at / 9),
    numbered: { stream: symbol, number: at + 1 },
  })),
}));

it('resumes after stops in the middle of a session, and each result repeats from the frames', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tapefold-live-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const counts =
    "export default async ({ state }) => ((state.asked = (state.asked ?? 0) + 1) % 5 < 2 ? 'BUY' " +
    ": 'SELL');\n";
  writeFileSync(join(directory, 'counts.mjs'), counts);
  const clock = new HeldClock(start / 1000);
  const { now, sleep } = clock.micros;
  const reference = join(directory, 'live', 'recording');
  const description = describedCoins({ bars: { from: 'trades', minutes: 1 } });
  const faults = [
    { frame: 20, fault: 'drop' as const },
    { frame: 40, fault: 'double' as const },
    { frame: 60, fault: 'swap' as const },
    { frame: 200, fault: 'break' as const, frames: 5 },
  ];
  const feed = scriptedFeed({ frames, now, sleep, faults });
  const follow = async (minutes: number, end = false) => {
    const recording = await openLiveRecording({
      folder: reference,
      description,
      feed,
      now,
      sleep,
      takeLock: () => undefined,
    });
    const stop = new AbortController();
    const started = Promise.withResolvers<void>();
    const failures: unknown[] = [];
    const done = runLive(
      { scenario, directory },
      {
        out: join(directory, 'live'),
        codeVersion: 'test',
        recording,
        reference,
        now,
        signal: stop.signal,
        openRecorded: () => openRecordingDataset(reference, scriptedDecoder),
        onStart: () => started.resolve(),
        onFailure: (error) => failures.push(error),
      },
    );
    await Promise.race([started.promise, done]);
    for (let minute = 0; minute < minutes; minute++) await clock.advance(minuteMs);
    if (end) await recording.end();
    else stop.abort();
    const outcome = await done;
    await recording.close();
    expect(failures).toEqual([]);
    return outcome;
  };
  const first = await follow(7);
  expect(first).toMatchObject({ ended: false });
  const second = await follow(8);
  expect(second.result?.scenario).toMatchObject({ open: true, window: { to: '2026-03-02' } });
  const last = await follow(10, true);
  expect(last.ended).toBe(true);
  if (last.result === null) throw new Error('no result');
  expect(last.result.scenario).not.toHaveProperty('open');
  expect(last.result.runs.every(({ coverage }) => coverage.due > 15)).toBe(true);
  const events: string[] = [];
  const journal = join(directory, 'live', 'runs', 'counts-AAA', 'journal.bin');
  const { complete } = readJournal(journal, ({ event }) => events.push(event.type));
  expect(complete).toBe(true);
  const decisions = events.filter((type) => type.startsWith('Decision')).length;
  expect(events.filter((type) => type === 'AnswerTimed')).toHaveLength(decisions);
  expect(events).toContain('MarkTaken');
});
