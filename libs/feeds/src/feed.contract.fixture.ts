/** The contract of every feed, whatever its source: one suite, run against each of them. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFailure } from '#values';
import type { Feed } from './port/feed.js';
import type { FeedItem } from './port/feed-item.js';
import { KeepingSink } from './feed-sink.fixture.js';

/** A feed, and the small real source behind it. Messages are numbered from 1. */
export interface OpenedFeed {
  readonly feed: Feed;
  /** Makes the source send this message. */
  send(number: number): Promise<void>;
  /** Breaks the connection, or its equivalent, so that the feed has to reconnect. */
  interrupt(): Promise<void>;
  /** The number of an item's message; undefined for an item without one. */
  numberOf(item: FeedItem): number | undefined;
  /** What must not appear anywhere. */
  readonly secrets: readonly string[];
  /** The maximum number of frames in flight to a busy sink. */
  readonly heldMax: number;
  /** The source retains messages while no reader is connected. */
  readonly keepsWhileAway: boolean;
  close(): Promise<void>;
}

/** Numbers of the messages that arrived, in order of first arrival. */
function numbersOf({ feed, numberOf }: OpenedFeed, sink: KeepingSink): number[] {
  const items = sink.frames.flatMap((frame) => feed.decoder.decode(frame));
  return [...new Set(items.map(numberOf).filter((number) => number !== undefined))];
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

async function sendAll(opened: OpenedFeed, from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number++) await opened.send(number);
}

/** Runs the feed until the steps are done and the sink has all messages up to `last`. */
async function running(
  opened: OpenedFeed,
  sink: KeepingSink,
  steps: () => Promise<number>,
): Promise<void> {
  const stop = new AbortController();
  const run = opened.feed.run(sink, stop.signal);
  const failed = run.then(() => Promise.reject(new Error('the feed ended by itself')));
  failed.catch(() => undefined);
  const before = sink.named('connected').length;
  await Promise.race([sink.until((kept) => kept.named('connected').length > before), failed]);
  const last = await steps();
  await Promise.race([sink.until(() => numbersOf(opened, sink).length >= last), failed]);
  stop.abort();
  await run;
}

export function describeFeed(name: string, open: () => Promise<OpenedFeed>): void {
  /** Opens a feed for the test, and always closes it. */
  const opening = (test: (opened: OpenedFeed) => Promise<void>) => async (): Promise<void> => {
    const opened = await open();
    try {
      await test(opened);
    } finally {
      await opened.close();
    }
  };
  describe(`the feed ${name}`, () => {
    it(
      'brings each message once and in order through an interruption',
      opening(throughInterruption),
    );
    it('resumes after a restart of the recorder', opening(throughRestart));
    it('holds the source back while the sink is busy, and loses nothing', opening(heldBack));
    it('shows its credentials nowhere', opening(keepsSecrets));
    it('ends on request, even before anything arrives', opening(endsPromptly));
    it('decodes the same frame to the same items', opening(decodesPurely));
    it('refuses hostile bytes as invalid input, and fails in no other way', opening(refusesBytes));
  });
}

async function throughInterruption(opened: OpenedFeed): Promise<void> {
  const sink = new KeepingSink();
  await running(opened, sink, async () => {
    await sendAll(opened, 1, 5);
    await sink.until(() => numbersOf(opened, sink).length >= 5);
    await opened.interrupt();
    await sendAll(opened, 6, 10);
    return 10;
  });
  expect(numbersOf(opened, sink)).toEqual(upTo(10));
}

async function throughRestart(opened: OpenedFeed): Promise<void> {
  const sink = new KeepingSink();
  const first = async (): Promise<number> => {
    await sendAll(opened, 1, 3);
    return 3;
  };
  await running(opened, sink, first);
  if (opened.keepsWhileAway) await sendAll(opened, 4, 5);
  await running(opened, sink, async () => {
    if (!opened.keepsWhileAway) await sendAll(opened, 4, 5);
    await sendAll(opened, 6, 6);
    return 6;
  });
  expect(numbersOf(opened, sink)).toEqual(upTo(6));
}

async function heldBack(opened: OpenedFeed): Promise<void> {
  const sink = new KeepingSink();
  await running(opened, sink, async () => {
    const before = sink.frames.length;
    const held = sink.hold();
    const sent = Array.from({ length: 30 }, (_, index) => opened.send(index + 1));
    await sink.until(({ frames }) => frames.length > before);
    for (let turn = 0; turn < 50; turn++) await new Promise((settle) => setImmediate(settle));
    expect(sink.frames.length - before).toBeLessThanOrEqual(opened.heldMax);
    held.release();
    await Promise.all(sent);
    return 30;
  });
  expect(numbersOf(opened, sink).toSorted((a, b) => a - b)).toEqual(upTo(30));
}

async function keepsSecrets(opened: OpenedFeed): Promise<void> {
  const sink = new KeepingSink();
  await running(opened, sink, async () => {
    await sendAll(opened, 1, 2);
    await opened.interrupt();
    await sendAll(opened, 3, 3);
    return 3;
  });
  const seen = [opened.feed.name, JSON.stringify(sink.notes), ...sink.texts()].join('\n');
  const channels = sink.frames.map(({ channel }) => channel).join('\n');
  for (const secret of opened.secrets) expect(seen + channels).not.toContain(secret);
}

async function endsPromptly(opened: OpenedFeed): Promise<void> {
  const stop = new AbortController();
  stop.abort();
  await opened.feed.run(new KeepingSink(), stop.signal);
  const sink = new KeepingSink();
  await running(opened, sink, () => Promise.resolve(0));
  expect(sink.named('connected')).toHaveLength(1);
}

/** A few real frames. */
async function framesOf(opened: OpenedFeed): Promise<KeepingSink['frames']> {
  const sink = new KeepingSink();
  await running(opened, sink, async () => {
    await sendAll(opened, 1, 3);
    return 3;
  });
  return sink.frames;
}

async function decodesPurely(opened: OpenedFeed): Promise<void> {
  const { decoder } = opened.feed;
  for (const frame of await framesOf(opened)) {
    const before = Uint8Array.from(frame.bytes);
    expect(decoder.decode(frame)).toEqual(decoder.decode(frame));
    expect(frame.bytes).toEqual(before);
  }
}

async function refusesBytes(opened: OpenedFeed): Promise<void> {
  const frames = await framesOf(opened);
  const { decoder } = opened.feed;
  const changed = fc
    .tuple(fc.constantFrom(...frames), fc.nat(), fc.uint8Array({ maxLength: 20 }))
    .map(([frame, at, bytes]) => {
      const hostile = Uint8Array.from(frame.bytes);
      if (bytes.length <= hostile.length)
        hostile.set(bytes, at % (hostile.length - bytes.length + 1));
      return { ...frame, bytes: hostile };
    });
  const invented = fc
    .tuple(fc.constantFrom(...frames), fc.oneof(fc.uint8Array({ maxLength: 100 }), jsonBytes))
    .map(([frame, bytes]) => ({ ...frame, bytes }));
  fc.assert(
    fc.property(fc.oneof(changed, invented), (frame) => {
      try {
        expect(Array.isArray(decoder.decode(frame))).toBe(true);
      } catch (error) {
        if (!isFailure(error, 'InvalidInput')) throw error;
      }
    }),
    { numRuns: 500 },
  );
}

const jsonBytes = fc.json().map((text): Uint8Array => Buffer.from(text, 'utf8'));
