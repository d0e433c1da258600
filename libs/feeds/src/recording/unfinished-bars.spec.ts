/**
 * A bar counts once it is over: earlier states of an address are not bars, and no bar is lost to a
 * sender's clock.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { microsPerSecond, parseInstant, type Instant } from '#values';
import { HeldClock } from '../feed-clock.fixture.js';
import { recordIn, replayedFrom } from './scripted-recording.fixture.js';
import {
  describedMessages,
  replayedMessages,
  type Replayed,
  type StoredMessage,
} from './stored-messages.fixture.js';

const start = parseInstant('2026-11-25T03:20:00Z') as Instant;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-bars-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const after = (seconds: number): Instant => start + Math.round(seconds * microsPerSecond);
const feedOf = (connection: string): string => `feed:
  ${connection}
  mappings:
    - kind: bar
      each: $
      fields:
        { symbol: =BTC, start: '[0]', minutes: =1, open: '[1]', high: '[2]', low: '[3]', close: '[4]', isClosed: '[5]' }
`;
const poll = describedMessages(feedOf('kind: poll\n  url: http://127.0.0.1:9/'));
const stream = describedMessages(feedOf('kind: file\n  path: t.jsonl'));

/** The bar of a minute as of this second: its price is the second. */
function barAt(minute: number, seconds: number, isClosed: boolean | null = null): unknown[] {
  const [open, close] = [minute * 60, Math.min(seconds, minute * 60 + 59.999)].map(
    (at) => at + 100,
  );
  return [after(minute * 60) / 1000, open, close, open, close, isClosed];
}
/** The last two bars, the newest first. */
const listAt = (seconds: number): StoredMessage => {
  const minute = Math.floor(seconds / 60);
  return { at: after(seconds), body: [barAt(minute, seconds), barAt(minute - 1, seconds)] };
};
const sent = (seconds: number, ...bars: unknown[][]): StoredMessage => ({
  at: after(seconds),
  body: bars,
});

/** Knowledge time and close of each bar. */
const barsOf = ({ facts }: Pick<Replayed, 'facts'>): string[] =>
  facts.flatMap((fact) => {
    const [, time, close] = /T([0-9:.]+)Z bar .*\[[^,]*,[^,]*,[^,]*,([0-9.]+)/.exec(fact) ?? [];
    return time === undefined ? [] : [`${time} ${close}`];
  });

describe('an address that shows the bar that is not over', () => {
  it('brings each bar once, with its last price, when it is over', async () => {
    const polls = Array.from({ length: 95 }, (_, at) => listAt(1.162 + at * 2));
    const replayed = await replayedMessages(folder, poll, polls);
    expect(barsOf(replayed)).toEqual([
      '03:20:01.162002 99.999',
      '03:21:01.162002 159.999',
      '03:22:01.162002 219.999',
      '03:23:01.162002 279.999',
    ]);
    expect(replayed.counts).toMatchObject({
      corrections: 0,
      late: 0,
      unreadable: 0,
      unfinished: 95,
    });
    expect(replayed.counts.used).toBe(4);
    expect(replayed.counts.lagMs).toBeGreaterThan(0);
    expect(replayed.counts.named).toEqual([]);
  });

  it('is asked again when the clock of the venue is behind', async () => {
    const note = { note: 'clock', offsetMs: -1500, within: 50 } as const;
    const polls = [listAt(59.5), sent(61, barAt(0, 59.6)), sent(63, barAt(0, 61.6))];
    const replayed = await replayedMessages(folder, poll, [{ at: start, note }, ...polls]);
    expect(barsOf(replayed)).toEqual(['03:20:59.500002 99.999', '03:21:03.000002 159.999']);
  });

  it('is named when it has no bar that is over', async () => {
    const polls = [30, 90, 150].map((seconds) =>
      sent(seconds, barAt(Math.floor(seconds / 60), seconds)),
    );
    const { facts, counts } = await replayedMessages(folder, poll, polls);
    expect(facts).toEqual([]);
    expect(counts.unfinished).toBe(3);
    expect(counts.named).toEqual([
      'the bar of "BTC" to 2026-11-25T03:21:00Z came only before its end',
      'the bar of "BTC" to 2026-11-25T03:22:00Z came only before its end',
    ]);
  });
});

describe('a sender of bars', () => {
  it('loses none when its clock is ahead', async () => {
    const bars = [0, 1, 2].map((minute) => sent(minute * 60 + 59.2, barAt(minute, 999)));
    const replayed = await replayedMessages(folder, stream, bars);
    expect(barsOf(replayed)).toEqual(['03:21:02 159.999', '03:22:02 219.999']);
    rmSync(folder, { recursive: true });
    const ended = [...bars, { at: after(180.5), note: { note: 'ended' as const } }];
    const whole = await replayedMessages(folder, stream, ended);
    expect(barsOf(whole)[2]).toBe('03:23:00.500002 279.999');
    expect(whole.counts).toMatchObject({ unfinished: 0, corrections: 0 });
  });

  it('may show a bar as it becomes: the state after its end counts, else the last one', async () => {
    const states = [5, 30, 58.9, 60.1, 70, 119].map((at) => {
      return sent(at, barAt(at < 61 ? 0 : 1, at));
    });
    const end = { at: after(130), note: { note: 'tick' as const } };
    const replayed = await replayedMessages(folder, stream, [...states, end]);
    expect(barsOf(replayed)).toEqual(['03:21:00.100002 159.999', '03:22:02 219']);
    expect(replayed.counts).toMatchObject({ unfinished: 4, corrections: 0 });
  });

  it('may say whether a bar is over', async () => {
    const states = [
      sent(30, barAt(0, 30, false)),
      sent(59.9, barAt(0, 59.9, true)),
      sent(150, barAt(1, 100, false)),
    ];
    const replayed = await replayedMessages(folder, stream, states);
    expect(barsOf(replayed)).toEqual(['03:20:59.900002 159.9']);
    expect(replayed.counts).toMatchObject({ unfinished: 2 });
  });

  it('is not waited for when nothing else comes: the bar counts after its end', async () => {
    const clock = new HeldClock(start / 1000);
    const item = { kind: 'bar', symbol: 'BTC', start, end: after(60), isRevision: false } as const;
    const values = { open: 1, high: 1, low: 1, close: 1, volume: 1, vwap: null };
    const frames = [{ at: after(59), items: [{ ...item, ...values }] }];
    const { recording, facts, done } = await recordIn(
      { folder, clock },
      { frames },
      { description: stream },
    );
    await clock.advance(61_500);
    expect(barsOf({ facts })).toEqual([]);
    await clock.advance(1000);
    expect(barsOf({ facts })).toEqual(['03:21:02 1']);
    await recording.end();
    await done;
    expect(await replayedFrom(folder)).toEqual(facts);
  });
});

it('is longer than an hour: its end may be ahead, its begin not', async () => {
  const description = describedMessages(
    feedOf('kind: poll\n  url: http://x/').replace('=1,', '=240,'),
  );
  const replayed = await replayedMessages(folder, description, [
    sent(60, barAt(0, 60)),
    sent(70, barAt(240, 70)),
  ]);
  expect(replayed.counts).toMatchObject({ unfinished: 1, unreadable: 1 });
});

it('of a session counts once that has closed, and is not ahead of the clock before', async () => {
  const daily = describedMessages(`frequency: daily
feed:
  kind: poll
  url: http://x/
  mappings:
    - kind: dailyBar
      fields: { symbol: =BTC, session: d, open: c, high: c, low: c, close: c }
`);
  const day = 86_400;
  const { counts, facts } = await replayedMessages(folder, daily, [
    { at: after(0), body: { d: '2026-11-25', c: 1 } },
    { at: after(0.8 * day), body: { d: '2026-11-26', c: 2 } },
    { at: after(day), body: { d: '2026-11-25', c: 3 } },
    { at: after(day), body: { d: '2026-12-25', c: 4 } },
  ]);
  expect(facts).toHaveLength(1);
  expect(counts).toMatchObject({ unused: 2, unreadable: 1, lagMs: 12_000_000.002 });
});
