/** Implausible times are reported, and one bad timestamp does not make sound items late. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { microsPerSecond, parseInstant, type Instant } from '#values';
import {
  describedMessages,
  replayedMessages,
  type Replayed,
  type StoredMessage,
} from '../recording/stored-messages.fixture.js';

const start = parseInstant('2026-11-25T03:20:00Z') as Instant;
const hour = 3600 * microsPerSecond;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-times-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mappings = `feed:
  kind: file
  path: t.jsonl
  mappings:
    - kind: trade
      where: { path: k, is: t }
      fields: { symbol: s, at: t, price: p, size: q, id: i }
    - kind: quote
      where: { path: k, is: q }
      fields: { symbol: s, at: t, bid: p, ask: q }
`;

const stamped = (number: number, at: Instant, kind = 't'): StoredMessage => ({
  at: start + number * microsPerSecond,
  body: { k: kind, s: 'BTC', t: at / 1000, p: 100 + number, q: 200, i: `${number}` },
});
/** One message per second, each stamped 0.2 seconds earlier. */
const sound = (from: number, to: number, kind = 't'): StoredMessage[] =>
  Array.from({ length: to - from + 1 }, (_, at) =>
    stamped(from + at, start + (from + at - 0.2) * microsPerSecond, kind),
  );

const replay = (messages: readonly StoredMessage[], members = ''): Promise<Replayed> =>
  replayedMessages(folder, describedMessages(mappings + members), messages);

const have = ({ facts }: Replayed, kind: string): number =>
  facts.filter((fact) => fact.split(' ')[1] === kind).length;

describe('a time ahead of the clock', () => {
  it('of eight hours is unreadable, and what follows is not late', async () => {
    const replayed = await replay([stamped(0, start + 8 * hour), ...sound(1, 8)]);
    expect(have(replayed, 'trade')).toBe(8);
    expect(replayed.counts).toMatchObject({ late: 0, unreadable: 1, lagMs: 200.002 });
    const [named] = replayed.counts.named;
    expect(named).toContain('its time is 2026-11-25T11:20:00Z, beyond aheadMaxMs: it came at');
    const { warnings } = await replayed.dataset.check();
    expect(warnings.map(({ found }) => found)).toContain(named);
  });

  it.each(['t', 'q'])('of less than an hour makes nothing late: %s', async (kind) => {
    const messages = [stamped(0, start + 0.8 * hour, kind), ...sound(1, 8, kind)];
    const replayed = await replay(messages);
    expect(have(replayed, kind === 't' ? 'trade' : 'quote')).toBe(9);
    expect(replayed.counts).toMatchObject({ late: 0, unreadable: 0 });
  });

  it('is in order when the clock of the venue is ahead: what is older is late', async () => {
    const ahead = (number: number): StoredMessage =>
      stamped(number, start + number * microsPerSecond + hour / 60);
    const old = stamped(5, start + hour / 60, 't');
    const replayed = await replay([...[1, 2, 3, 4].map(ahead), old, ...[6, 7].map(ahead)]);
    expect(have(replayed, 'trade')).toBe(6);
    expect(replayed.counts.late).toBe(1);
  });

  it('closes no bar that is made here before the last of its sound trades', async () => {
    const replayed = await replay(
      [...sound(1, 3), stamped(4, start + hour / 2), ...sound(5, 70)],
      'bars: { from: trades }',
    );
    expect(replayed.facts.find((fact) => fact.includes(' bar '))).toContain('[101,160,101,160,');
  });

  it('leaves the gap of a connection where it is', async () => {
    const at = start + 9 * microsPerSecond;
    const { facts } = await replay([
      { at: start, note: { note: 'connected', to: 'x' } },
      ...sound(1, 8),
      stamped(8.5, start + hour / 2),
      { at, note: { note: 'disconnected', reason: 'test' } },
      { at: at + hour, note: { note: 'ended' } },
    ]);
    expect(facts.at(-1)).toContain('"from":1795576809000002');
  });

  it('may be farther ahead when the description says so', async () => {
    const messages = [stamped(0, start + 8 * hour), stamped(1, start + 9 * hour)];
    const { counts } = await replay(messages, `aheadMaxMs: ${8.5 * 3_600_000}`);
    expect(counts).toMatchObject({ unreadable: 1, facts: 2 });
  });
});

describe('a time behind the clock', () => {
  it.each([
    ['ms', 1_000_000, 's'],
    ['us', 1000, 'ms'],
    ['us', 1_000_000, 's'],
  ])('in another unit than %s is named', async (unit, per, other) => {
    const messages = [1, 2, 3].map((number): StoredMessage => {
      const at = start + number * microsPerSecond;
      return { at, body: { k: 't', s: 'BTC', t: at / per, p: 1, q: 1, i: `${number}` } };
    });
    const members = mappings.replace(
      /fields: \{ symbol: s, at: t, price/,
      `timeUnit: ${unit}\n      $&`,
    );
    const replayed = await replayedMessages(folder, describedMessages(members), messages);
    expect(have(replayed, 'trade')).toBe(0);
    expect(replayed.counts).toMatchObject({ unreadable: 3, items: 3 });
    const said = `timeUnit is ${unit}; in ${other} it would be 2026-11-25T03:20:01Z`;
    expect(replayed.counts.named[0]).toContain(said);
  });

  it('before 1990 is unreadable whatever it may be', async () => {
    const { counts } = await replay([stamped(1, 5e14)]);
    expect(counts.named).toEqual([
      'an item of kind "trade": its time is 1985-11-05T00:53:20Z: ' +
        'nothing is older than 1990; timeUnit may be wrong',
    ]);
  });

  it('may be any when the description names no limit', async () => {
    const messages = [stamped(1, start - 5000 * hour), ...sound(2, 3)];
    expect((await replay(messages)).counts).toMatchObject({ unreadable: 0, facts: 4 });
  });

  it('is unreadable beyond the limit of the description', async () => {
    const messages = [stamped(1, start - 2 * hour), ...sound(2, 3)];
    const replayed = await replay(messages, 'behindMaxMs: 3600000');
    expect(have(replayed, 'trade')).toBe(2);
    expect(replayed.counts).toMatchObject({ unreadable: 1, late: 0 });
    expect(replayed.counts.named[0]).toContain('before behindMaxMs: it came at');
  });
});
