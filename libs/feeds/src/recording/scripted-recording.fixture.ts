/**
 * A recording of a scripted feed for tests: one trade per second, and the resulting tape as text.
 */

import { isFailure, parseInstant, type Instant } from '#values';
import { factKinds } from '#contracts';
import type { HeldClock } from '../feed-clock.fixture.js';
import type { FeedItem } from '../port/feed-item.js';
import {
  scriptedDecoder,
  scriptedFeed,
  type ScriptedFeedOptions,
  type ScriptedFrame,
} from '../scripted-feed.fixture.js';
import { describedCoins } from './described-coins.fixture.js';
import { readFacts } from './fact-words.fixture.js';
import {
  openLiveRecording,
  type LiveRecordingOptions,
  type OpenRecording,
} from './open-live-recording.js';
import { readRecording } from './read-recording.fixture.js';

export const start = parseInstant('2026-03-02T10:00:00Z') as Instant;
export const second = 1_000_000;

export const trade = (number: number, symbol = 'AAA'): FeedItem => ({
  kind: 'trade',
  symbol,
  at: start + number * second,
  id: `${number}`,
  price: 100 + number,
  size: 2,
  numbered: { stream: symbol, number },
});

/** One trade per second. */
export const script = (count: number, from = 1): ScriptedFrame[] =>
  Array.from({ length: count }, (_, at) => ({
    at: start + (from + at) * second,
    items: [trade(from + at)],
  }));

export interface Recorded {
  readonly recording: OpenRecording;
  /** The tape so far. */
  readonly facts: string[];
  readonly done: Promise<void>;
}

/** Records a scripted feed in a folder, by a clock that stops until a test advances it. */
export async function recordIn(
  { folder, clock }: { readonly folder: string; readonly clock: HeldClock },
  feed: Partial<ScriptedFeedOptions>,
  options: Partial<LiveRecordingOptions> = {},
): Promise<Recorded> {
  const { now, sleep } = clock.micros;
  const recording = await openLiveRecording({
    folder,
    description: describedCoins(),
    feed: scriptedFeed({ frames: script(10), now, sleep, ...feed }),
    now,
    sleep,
    takeLock: () => undefined,
    ...options,
  });
  const facts: string[] = [];
  const done = readFacts(recording.source, facts).catch((error: unknown) => {
    if (!isFailure(error, 'Unavailable')) throw error;
  });
  return { recording, facts, done };
}

/** The facts of a replay of the folder. */
export async function replayedFrom(folder: string): Promise<string[]> {
  const facts: string[] = [];
  const { source } = await readRecording(folder, { decoder: scriptedDecoder });
  await readFacts(source, facts);
  return facts;
}

const kindsOf = (facts: readonly string[]): string[] =>
  facts.map((fact) => fact.split(' ')[1] ?? '');
export const count = (facts: readonly string[], kind: keyof typeof factKinds): number =>
  kindsOf(facts).filter((one) => one === kind).length;
