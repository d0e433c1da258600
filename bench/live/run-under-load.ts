/**
 * A venue of many symbols that trade all the time, recorded and run in one process: what
 * arrives, and when.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runBacktest, type PlannedRun } from '#backtest';
import { planRuns } from '#backtest/run/plan-runs';
import { scenarioSchema, type TradingScenario } from '#contracts/scenario/scenario';
import { createJournal, takeLock } from '#event-log';
import { feedDescriptionSchema } from '#feeds/port/feed-description';
import type { FeedDecoder } from '#feeds/port/feed';
import { openLiveRecording } from '#feeds/recording/open-live-recording';
import { readRecording } from '#feeds/recording/read-recording.fixture';
import { recordingHeader } from '#feeds/fold/recording-header';
import { Tape } from '#tape';
import { microsPerMilli, parseInstant, utcDateOf, type Instant } from '#values';
import { Venue } from './venue.js';
import { StoredTimes, WatchedTape, type Stages } from './watched-tape.js';

export interface LoadOptions {
  readonly folder: string;
  readonly symbols: number;
  /** Trades a second, over all symbols. */
  readonly rate: number;
  /** More than `warmSeconds`. */
  readonly seconds: number;
  /**
   * Called twice, behind the trades of `warmSeconds` and behind all: the venue rests, and
   * everything that came is folded, so that what is held then does not depend on how far behind
   * the process was.
   */
  readonly onRest: (isLast: boolean) => void;
}

export interface LoadReport {
  readonly sent: number;
  /**
   * Trades on the tape; each is the successor of its symbol's trade before, or it counts
   * as out of place.
   */
  readonly trades: number;
  readonly outOfPlace: number;
  readonly bars: number;
  readonly marks: number;
  /** Symbols whose last trade on the tape is not the last that was sent. */
  readonly behind: number;
  readonly status: { readonly duplicates: number; readonly late: number; readonly gaps: number };
  /** Without the rests of the venue. */
  readonly elapsedMs: number;
  /** Covers what came after the first pause. */
  readonly latencies: Stages;
  /** Milliseconds of work, by kind. */
  readonly work: Readonly<Record<'venue' | 'decode' | 'runs', number>>;
  readonly liveHash: string;
  readonly replayHash: string;
}

/** Programs are compiled while they run, and tables grow to their size. */
export const warmSeconds = 20;
/** Ten seconds before a session ends: its bars and its close come while it warms up. */
const began = parseInstant('2026-03-02T23:59:50Z') as Instant;
const pollMs = 5;
const symbolsTraded = 8;

/** Sends, records, decodes, runs and replays. */
export async function runUnderLoad(options: LoadOptions): Promise<LoadReport> {
  const { folder, rate, seconds } = options;
  const started = performance.now();
  const now = (): Instant => began + Math.floor((performance.now() - started) * microsPerMilli);
  const settled = async (): Promise<void> => {
    do {
      // What was sent in this turn of the event loop is stored in the next.
      await wait(pollMs);
    } while (recording.status().waiting > 0 || !watched.isFolded);
    options.onRest(watched.isWarm);
    watched.isWarm = true;
  };
  const restsAt = [rate * warmSeconds, rate * seconds];
  const venue = new Venue({ ...options, restsAt, settled, now });
  const description = feedDescriptionSchema.parse({
    name: 'load',
    calendar: '24/7',
    currency: 'USD',
    symbols: venue.names,
    feed: { kind: 'coinbase' },
    bars: { from: 'trades', minutes: 1 },
  });
  const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    await wait(ms, undefined, { signal });
  };
  const recorded = join(folder, 'recording');
  const stored = new StoredTimes(now);
  const recording = await openLiveRecording({
    folder: recorded,
    description,
    feed: venue.feed,
    now,
    sleep,
    takeLock,
    openStore: stored.openStore,
  });
  const watched = new WatchedTape(new Tape(recording.header, [recording.source]), now, stored);
  const running = runBacktest({
    stream: watched,
    runs: plannedRuns(folder, recording.header),
    agents: { directory: folder, hidden: [] },
    documents: recording.documents,
  });
  await Promise.race([recording.exhausted, recording.failed]);
  const { duplicates, late, gapsLost, gapsRepaired, gapsOpen } = recording.status();
  await recording.end();
  const outcome = await running;
  if (outcome.kind !== 'finished') throw new Error('the run was interrupted');
  const elapsedMs = performance.now() - started - venue.restedMs;
  const { trades, outOfPlace, bars, marks, latencies, runsMs } = watched;
  // The replay decodes as well.
  const work = { ...venue.work, runs: runsMs };
  const replayHash = await replayed(recorded, venue.decoder);
  return {
    sent: venue.sent,
    trades,
    outOfPlace,
    bars,
    marks,
    behind: venue.behind(watched.last),
    status: { duplicates, late, gaps: gapsLost + gapsRepaired + gapsOpen },
    elapsedMs,
    latencies,
    work,
    liveHash: outcome.tapeHash,
    replayHash,
  };
}

async function replayed(folder: string, decoder: FeedDecoder): Promise<string> {
  const { source, description } = await readRecording(folder, { decoder });
  const tape = new Tape(recordingHeader(description, description.symbols), [source]);
  while ((await tape.next()) !== null);
  tape.close();
  return tape.hash();
}

/** Rule agents on a few of the symbols, deciding at each bar and filled at the next trade. */
function plannedRuns(folder: string, header: Tape['header']): PlannedRun[] {
  const scenario = scenarioSchema.parse({
    name: 'load',
    data: 'feed.yaml',
    window: { from: '2026-03-02', to: 'open' },
    symbols: header.instruments.slice(0, symbolsTraded).map(({ symbol }) => symbol),
    execution: { fill: 'next-trade', latencyMs: 1, participation: 1 },
    agents: [
      { id: 'hold', kind: 'buy-and-hold' },
      { id: 'cross', kind: 'sma-cross', fast: 2, slow: 3 },
    ],
  }) as TradingScenario;
  const session = utcDateOf(began);
  const plans = planRuns({
    scenario,
    header,
    dataHash: '0'.repeat(64),
    fileHashes: new Map<string, string>(),
    firstSession: session,
    lastSession: session,
  });
  mkdirSync(join(folder, 'runs'));
  return plans.map((plan) => ({
    plan,
    journal: createJournal(join(folder, 'runs', `${plan.label}.bin`)),
    ends: true,
  }));
}
