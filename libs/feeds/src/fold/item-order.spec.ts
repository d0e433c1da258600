/**
 * The order within one frame does not matter: times and numbers decide, and the newest
 * status counts.
 */

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

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-order-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const feed = `feed:
  kind: poll
  url: http://127.0.0.1:9/
  mappings:
    - kind: trade
      each: trades
      fields: { symbol: =BTC, at: t, price: p, size: q, number: 'n' }
    - kind: status
      each: halts
      fields: { symbol: s, at: t, halted: h, code: c }
`;

const replay = (messages: readonly StoredMessage[], members = ''): Promise<Replayed> =>
  replayedMessages(folder, describedMessages(feed + members), messages);

const barsOf = ({ facts }: Replayed): string[] => facts.filter((fact) => fact.includes(' bar '));
const kindsOf = ({ facts }: Replayed): string[] => facts.map((fact) => fact.split(' ')[1] ?? '');

describe('a list of trades that is newest first', () => {
  /** The trades of the last 50 seconds, one every 5 seconds, as the address lists them then. */
  const listAt = (seconds: number, numbered: boolean): StoredMessage => {
    const newest = Math.floor(seconds / 5);
    const trades = Array.from({ length: 10 }, (_, back) => newest - back)
      .filter((number) => number >= 0 && (numbered || number > newest - 2))
      .map((number) => {
        const t = (start + number * 5 * microsPerSecond) / 1000;
        return { t, p: 100 + number, q: 1, n: numbered ? number + 1 : null };
      });
    return { at: start + seconds * microsPerSecond, body: { trades } };
  };
  const polls = (numbered: boolean): StoredMessage[] =>
    [9, 19, 29, 39, 49, 59, 69, 79].map((seconds) => listAt(seconds, numbered));

  it.each([true, false])('makes bars of all of them: numbered %s', async (numbered) => {
    const replayed = await replay(polls(numbered), 'bars: { from: trades }\nlateAfterMs: 2000');
    expect(replayed.counts).toMatchObject({ late: 0, unreadable: 0 });
    expect(barsOf(replayed)[0]).toContain('[100,111,100,111,null,12,105.5]');
  });

  it('is read from its end when times are equal', async () => {
    const t = start / 1000;
    const q = 1;
    const trades = [
      { t: t + 900, p: 4, q },
      { t: t + 500, p: 3, q },
      { t: t + 500, p: 2, q },
      { t, p: 1, q },
    ];
    const { facts } = await replay([{ at: start + microsPerSecond, body: { trades } }]);
    expect(facts.map((fact) => /\[.*\]/.exec(fact)?.[0])).toEqual(
      [1, 2, 3, 4].map((price) => `[null,null,null,${price},null,1,null]`),
    );
  });

  it('leaves no gap when numbers come in another order than times', async () => {
    const trades = [3, 1, 2, 5, 4].map((n) => ({ t: start / 1000, p: n, q: 1, n }));
    const replayed = await replay([{ at: start + microsPerSecond, body: { trades } }]);
    expect(replayed.facts).toHaveLength(5);
    expect((await replayed.dataset.check()).recording).toMatchObject({
      gapsRepaired: 0,
      gapsOpen: 0,
      duplicates: 0,
    });
  });

  it('keeps a stream that began again in the order of its times', async () => {
    const trades = [998, 999, 1, 2].map((n, at) => ({ t: start / 1000 + at, p: 1, q: 1, n }));
    const replayed = await replay([{ at: start + microsPerSecond, body: { trades } }]);
    expect(kindsOf(replayed)).toEqual(['trade', 'trade', 'trade', 'trade']);
    expect((await replayed.dataset.check()).recording).toMatchObject({ gapsOpen: 0 });
  });
});

describe('a halt', () => {
  const halts = (...list: [number, boolean][]): unknown => ({
    halts: list.map(([t, h]) => ({ s: 'BTC', t: start / 1000 + t, h, c: h ? 'H' : 'T' })),
  });
  const halted = ({ facts }: Replayed): boolean[] =>
    facts.filter((fact) => fact.includes('tradingStatus')).map((fact) => /halted":true/.test(fact));

  it('that arrives after its end is dropped', async () => {
    const replayed = await replay([
      { at: start, body: halts([-1000, false]) },
      { at: start + microsPerSecond, body: halts([-9000, true]) },
      { at: start + 2 * microsPerSecond, body: halts([-9000, true]) },
    ]);
    expect(halted(replayed)).toEqual([false]);
    expect(replayed.counts).toMatchObject({ late: 1, duplicates: 1 });
  });

  it('ends when a list that is newest first says so', async () => {
    const body = halts([-1000, false], [-9000, true], [-20_000, false]);
    expect(halted(await replay([{ at: start, body }]))).toEqual([false, true, false]);
  });

  it('with a time ahead of the clock gives way to its end', async () => {
    const replayed = await replay([
      { at: start, body: halts([1_800_000, true]) },
      { at: start + 60 * microsPerSecond, body: halts([50_000, false]) },
    ]);
    expect(halted(replayed)).toEqual([true, false]);
  });

  it('is reported when a session closes with it, and by a check while it is open', async () => {
    const day = 86_400 * microsPerSecond;
    const trades = [{ t: start / 1000, p: 1, q: 1 }];
    const { dataset } = await replay([
      { at: start + microsPerSecond, body: { trades } },
      { at: start + 2 * microsPerSecond, body: halts([1000, true]) },
      { at: start + day, note: { note: 'tick' } },
    ]);
    const what = 'sessions closed while trading was halted';
    expect(await dataset.barFindings()).toMatchObject([
      { symbol: 'BTC', odd: [{ what, count: 1 }] },
    ]);
    const { warnings } = await dataset.check();
    expect(warnings).toMatchObject([{ what: 'trading of a symbol is halted', found: 'BTC' }]);
  });
});
