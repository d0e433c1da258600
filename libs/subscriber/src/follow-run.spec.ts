/**
 * A followed run is its journal: each record once and in order, across duplicates and resumptions.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { runClosed } from '#contracts/scenario/run-records.fixture';
import type { Events } from '#contracts/streams/runs';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import type { TopicName } from '#contracts/streams/topics';
import { openEmbeddedLog, type MessageLog } from '#event-log';
import { followRun, type FollowOptions, type RunEnd, type RunPlace } from './follow-run.js';

const run = 'a'.repeat(64);
const hash = 'b'.repeat(64);
const length = 9;

let log: MessageLog;
beforeEach(async () => {
  log = await openEmbeddedLog({ retryDelayMs: 1 });
  const topics = ['portfolio.events', 'runs', 'market.tape'] as const;
  await log.ensureTopics(topics.map((topic) => ({ topic, partitions: 2, compacted: false })));
});
afterEach(() => log.close());

/** Record `number` of a journal of nine. */
function record(number: number): JournalEvent {
  const place = { asOf: number, time: number };
  // What precedes a decision is a record like any other.
  if (number === 3) return { ...place, type: 'ToolsCalled', calls: 2, digest: hash };
  if (number < length) return { ...place, type: 'DecisionMissing' };
  return runClosed(place);
}

/** The message with records [first, last]. */
function events(first: number, last: number, of = run): Events {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return {
    type: 'Events',
    version: 1,
    run: of,
    first,
    events: numbers.map(record),
    hash: last === length ? hash : null,
  };
}

const append = (...messages: Events[]): Promise<void> =>
  log.append(
    messages.map((one) => ({
      topic: 'portfolio.events',
      key: one.run,
      value: JSON.stringify(one),
    })),
  );

/** Numbers of the records up to one, or up to the end. */
async function numbers(
  options: Omit<FollowOptions, 'log' | 'brokers'> = {},
  until = length,
): Promise<{ found: number[]; place: RunPlace; hash: string | null }> {
  const followed = followRun(run, { log, ...options });
  const found: number[] = [];
  for await (const { number, event } of followed) {
    expect(event).toEqual(record(number));
    found.push(number);
    if (number === until) break;
  }
  return { found, place: followed.place(), hash: followed.hash() };
}

const all = [1, 2, 3, 4, 5, 6, 7, 8, 9];

describe('a followed run', () => {
  it('ends after its last record, with the hash of its journal', async () => {
    await append(events(1, 4), events(5, 9));
    expect(await numbers()).toMatchObject({ found: all, hash });
  });

  it('is followed while it is in progress', async () => {
    const following = numbers();
    for (const number of all) await append(events(number, number));
    expect(await following).toMatchObject({ found: all, hash });
  });

  it('has each record once, however often it comes', async () => {
    await append(
      events(1, 3),
      events(1, 3),
      events(2, 5),
      events(4, 4),
      events(1, 7),
      events(6, 9),
    );
    expect(await numbers()).toMatchObject({ found: all, hash });
  });

  it('has nothing of other runs', async () => {
    await append(events(1, 2), events(1, 9, 'd'.repeat(64)), events(3, 9));
    expect(await numbers()).toMatchObject({ found: all, hash });
  });

  it.each(all)('resumes after record %d', async (last) => {
    await append(events(1, 2), events(3, 6), events(5, 7), events(8, 9));
    const first = await numbers({}, last);
    expect(first.found).toEqual(all.slice(0, last));
    if (last === length) return;
    const second = await numbers({ after: first.place });
    expect([...first.found, ...second.found]).toEqual(all);
  });

  it('with a record missing is refused with its number', async () => {
    await append(events(1, 2), events(4, 9));
    await expect(numbers()).rejects.toMatchObject({
      code: 'CorruptJournal',
      expected: 'record 3',
      found: 'record 4',
    });
  });

  it('with a broken message is refused', async () => {
    await append(events(1, 2));
    await log.append([{ topic: 'portfolio.events', key: run, value: '{"type":"Events"}' }]);
    await expect(numbers()).rejects.toMatchObject({ code: 'InvalidInput' });
  });
});

const submitted = messageExamples.runs.find(({ type }) => type === 'RunSubmitted');
const failed = messageExamples['market.tape'].find(({ type }) => type === 'TapeFailed');
const closed = messageExamples['market.tape'].find(({ type }) => type === 'TapeClosed');
const tape = 'tape-1';

/** Publishes another message, of the run or of its tape. */
const say = (topic: TopicName, message: object): Promise<void> =>
  log.append([
    { topic, key: topic === 'runs' ? run : tape, value: JSON.stringify({ ...message }) },
  ]);
const submit = (): Promise<void> => say('runs', { ...submitted, run, tape });
const cancel = (): Promise<void> =>
  say('runs', { type: 'RunCancelled', version: 1, run, reason: 'no longer needed' });

/** Numbers of the records received, and how the run ended. */
async function ended(silenceMs = 5): Promise<{ found: number[]; end: RunEnd | null }> {
  const followed = followRun(run, { log, silenceMs });
  const found: number[] = [];
  for await (const { number } of followed) found.push(number);
  return { found, end: followed.end() };
}

describe('the end of a followed run', () => {
  it('is its last record', async () => {
    await submit();
    await append(events(1, 9));
    expect(await ended()).toEqual({ found: all, end: { how: 'closed', hash } });
  });

  it('is that it was cancelled, after the records that it had', async () => {
    await submit();
    await append(events(1, 2), events(3, 4), events(1, 9, 'd'.repeat(64)));
    await cancel();
    const end = { how: 'cancelled', reason: 'no longer needed' };
    expect(await ended()).toEqual({ found: [1, 2, 3, 4], end });
  });

  it('is that it was cancelled before it said anything', async () => {
    const following = ended();
    await submit();
    await cancel();
    expect(await following).toMatchObject({ found: [], end: { how: 'cancelled' } });
  });

  it('is its last record, if that was published before the cancellation', async () => {
    await append(events(1, 4), events(5, 9));
    await submit();
    await cancel();
    expect(await ended()).toEqual({ found: all, end: { how: 'closed', hash } });
  });

  it('is that its tape failed, with the reason', async () => {
    await submit();
    await append(events(1, 3));
    await say('market.tape', { ...failed, tape, reason: 'prices.csv has changed' });
    const end = { how: 'failed', reason: 'prices.csv has changed' };
    expect(await ended()).toEqual({ found: [1, 2, 3], end });
  });

  it('is not that a tape failed which had been closed before', async () => {
    await submit();
    await say('market.tape', { ...closed, tape });
    await say('market.tape', { ...failed, tape });
    const following = ended();
    await append(events(1, 9));
    expect(await following).toEqual({ found: all, end: { how: 'closed', hash } });
  });

  it('is not known where the loop was left', async () => {
    await append(events(1, 9));
    const followed = followRun(run, { log });
    for await (const { number } of followed) if (number === 2) break;
    expect(followed.end()).toBeNull();
  });
});
