/** A followed run is its journal: each record once and in order, whatever comes twice and wherever one goes on. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import type { Events } from '#contracts/streams/runs';
import { openEmbeddedLog, type MessageLog } from '#event-log';
import { followRun, type FollowOptions, type RunPlace } from './follow-run.js';

const run = 'a'.repeat(64);
const hash = 'b'.repeat(64);
const length = 9;

let log: MessageLog;
beforeEach(async () => {
  log = await openEmbeddedLog({ retryDelayMs: 1 });
  await log.ensureTopics([{ topic: 'portfolio.events', partitions: 2, compacted: false }]);
});
afterEach(() => log.close());

/** Record `number` of a journal of nine. */
function record(number: number): JournalEvent {
  const place = { asOf: number, time: number };
  if (number < length) return { ...place, type: 'DecisionMissing' };
  return { ...place, type: 'RunClosed', tapeHash: 'c'.repeat(64), facts: 9 };
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
  it('ends behind its last record, with the hash of its journal', async () => {
    await append(events(1, 4), events(5, 9));
    expect(await numbers()).toMatchObject({ found: all, hash });
  });

  it('is followed while it goes on', async () => {
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

  it.each(all)('goes on behind record %d', async (last) => {
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
