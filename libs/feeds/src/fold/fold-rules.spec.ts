/**
 * The parts of a fold by themselves: numbered streams with their gaps, outages, rules of items,
 * counts, and when a tape turns. `npx vitest run libs/feeds/src/fold/fold-rules.spec.ts --update`
 * writes the files again.
 */

import { expect, it } from 'vitest';
import { formatInstant, parseInstant } from '#values';
import { calendarOf } from '#market-data';
import { describedFeed, tradeMapping } from '../feed-description.fixture.js';
import { FactBuffer, type Arrival } from './fact-buffer.js';
import { FoldCounts } from './fold-counts.js';
import { Gaps, missingOf, Outages } from './gaps.js';
import {
  isSoundBar,
  isSoundPrice,
  isSoundQuote,
  isSoundSize,
  requireTime,
  standing,
  withEmptySides,
} from './item-rules.js';
import { NumberedStreams } from './numbered-streams.js';
import { contentOf, RecentKeys } from './recent-keys.js';
import { frameTime, SessionSchedule, tickTimes } from './session-schedule.js';

const json = (value: unknown): string => JSON.stringify(value) ?? 'undefined';
const instant = (text: string): number => parseInstant(text, null)!;

/** Each gap with what is missing of it. */
const gapsIn = (gaps: Gaps): string =>
  gaps
    .list()
    .map((gap) => {
      const { symbol, from, to } = gap.span;
      return (
        `${symbol} ${from}-${to} ${json(gap.ranges)} ` +
        `${missingOf(gap)}${gap.isPartlyFilled ? ' partly' : ''}`
      );
    })
    .join('; ');

type Step = readonly [stream: string, number: number, at: number, symbol?: string];

const stories: readonly (readonly Step[])[] = [
  [
    ['a', 1, 10],
    ['a', 2, 20],
    ['a', 2, 20],
    ['a', 5, 50],
    ['a', 4, 40],
    ['a', 3, 30],
    ['a', 3, 30],
  ],
  [
    ['a', 5, 50],
    ['a', 2, 20],
    ['a', 3, 30],
    ['a', 4, 40],
    ['a', 4, 40],
    ['a', 1, 10],
    ['a', 0, 5],
  ],
  [
    ['a', 5, 50],
    ['a', 8, 80],
    ['a', 1, 90],
    ['a', 2, 91],
    ['a', 8, 95],
    ['a', 9, 96],
  ],
  [
    ['a', 5, 50],
    ['a', 3, 60],
    ['a', 2, 40],
    ['a', 5, 60],
  ],
  [
    ['a', 1, 10],
    ['b', 1, 10, 'B'],
    ['a', 3, 30, 'B'],
    ['a', 9, 20],
    ['b', 4, 5, 'B'],
    ['a', 6, 25],
  ],
  [
    ['a', 1, 10],
    ['a', 4, 10],
    ['a', 7, 10],
    ['a', 2, 10],
    ['a', 3, 10],
    ['a', 6, 10],
    ['a', 5, 11],
  ],
  [
    ['a', 4, 40],
    ['a', 3, 40],
    ['a', 2, 41],
    ['a', 1, 40],
  ],
];

it('streams are numbered so', async () => {
  const lines = stories.flatMap((story) => {
    const gaps = new Gaps();
    const streams = new NumberedStreams(gaps);
    const told = story.map(([stream, number, at, symbol = 'A']) => {
      const isNew = streams.take({ stream, number }, at, symbol);
      const counts = `${gaps.openCount} open, ${gaps.repaired} repaired`;
      return `  ${stream}${number} at ${at}: ${isNew} | ${gapsIn(gaps)} | ${counts}`;
    });
    streams.received({ stream: 'a', number: 7 }, 70);
    streams.received({ stream: 'a', number: 12 }, 5);
    streams.received({ stream: 'none', number: 12 }, 5);
    return [
      'story',
      ...told,
      `  ${gapsIn(gaps)}`,
      `  ${streams.take({ stream: 'a', number: 13 }, 99, 'A')} ${gapsIn(gaps)}`,
    ];
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-rules/streams.txt');
});

it('gaps end so, and outages leave them', async () => {
  const gaps = new Gaps();
  const span = { symbol: 'A', from: 10, to: 20 };
  const numbered = { ...span, symbol: null, numbers: { stream: 's', first: 1, last: 3 } };
  const told = [
    gaps.open(span),
    gaps.open(span),
    gaps.open({ ...span, from: 11 }),
    gaps.open(numbered),
  ].map(json);
  told.push(gapsIn(gaps));
  gaps.end('A', 10, 20, 'repaired');
  gaps.end('A', 10, 21, 'lost');
  gaps.end('A', 10, 99, 'lost');
  gaps.end('B', 11, 20, 'lost');
  told.push(gapsIn(gaps), json([gaps.openCount, gaps.repaired, gaps.lost, gaps.firstLost]));
  const loss = { symbol: 'A', from: 1, to: 2, missing: 3, reason: 'r' } as never;
  gaps.lose(loss);
  gaps.lose({ ...(loss as object), from: 5 } as never);
  told.push(json([gaps.lost, gaps.firstLost]));
  const outages = new Outages(gaps);
  outages.disconnected(undefined, 1);
  outages.ended(5);
  told.push(json([outages.connected('x', 100), outages.connected('y', 110)]));
  outages.disconnected('x', -Infinity);
  outages.disconnected('x', 150);
  told.push(json([outages.connected('x', 90), gapsIn(gaps)]));
  outages.disconnected(undefined, 200);
  told.push(json([outages.connected('y', 260), gapsIn(gaps)]));
  outages.ended(190);
  told.push(gapsIn(gaps));
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('./golden-rules/gaps.txt');
});

const now = instant('2025-06-02T15:00:00Z');
const arrival = (more: Partial<Arrival> = {}): Arrival => ({
  receivedAt: now,
  clock: now,
  out: new FactBuffer(),
  isHistory: false,
  ...more,
});

it('times of items are taken or not', async () => {
  const mapped = (unit: string) =>
    describedFeed(
      'kind: file\npath: a.jsonl\n' +
        `${tradeMapping.replace('\n    fields', `\n    timeUnit: ${unit}\n    fields`)}`,
    );
  const descriptions = [
    mapped('ms'),
    mapped('us'),
    mapped('s'),
    describedFeed('kind: coinbase'),
    { ...describedFeed('kind: coinbase'), aheadMaxMs: 0, behindMaxMs: 1000 },
  ];
  const times = [
    now,
    now + 3_600_000_000,
    now + 3_600_000_001,
    now + 1,
    now - 1_000_000,
    now - 1_000_001,
    NaN,
    1.5,
    8e15,
    8e15 - 1,
    instant('1990-01-01T00:00:00Z'),
    instant('1990-01-01T00:00:00Z') - 1,
    now / 1000,
    now / 1e6,
    ...[now / 1000 - 30 * 86_400_000, now / 1000 - 31 * 86_400_000, -5].map(Math.floor),
  ];
  const lines = descriptions.flatMap((description) =>
    times.flatMap((at) =>
      [false, true].map((isHistory) => {
        try {
          requireTime(at, arrival({ isHistory }), description);
          return `${at} is taken`;
        } catch (error) {
          return `${at} ${(error as Error).message}`;
        }
      }),
    ),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-rules/times.txt');
});

it('values of items are sound or not', async () => {
  const slack = [now, now + 2e6, now + 2e6 + 1].flatMap((newest) =>
    [now - 1, now, now + 1].map((at) => standing(newest, at, arrival())),
  );
  const numbers = [0, -0, 1, -1, NaN, Infinity, 1e-300];
  const values = numbers.map((one) => [one, isSoundPrice(one), isSoundSize(one)].join());
  const bar = { open: 10, high: 12, low: 9, close: 11, volume: 5, vwap: 10 };
  const bars = [
    {},
    { low: 0 },
    { high: Infinity },
    { low: 10.5 },
    { high: 10.5 },
    { low: 10 * (1 + 1e-15) },
    { volume: -1 },
    { volume: null },
    { vwap: null },
    { vwap: 0 },
    { volume: 0 },
    { close: NaN },
  ].map((more) => `${json(more)} ${isSoundBar({ ...bar, ...more })}`);
  const quote = {
    kind: 'quote' as const,
    symbol: 'A',
    at: now,
    bid: 9,
    bidSize: 1,
    ask: 10,
    askSize: 1,
  };
  const quotes = [
    {},
    { bid: 0 },
    { ask: -1 },
    { bid: null },
    { bidSize: -1 },
    { askSize: null },
    { askSize: 0 },
    { bid: Infinity },
    { ask: NaN },
    { bid: 11 },
    { bid: null, ask: null },
  ].map((more) => {
    const one = { ...quote, ...more };
    return `${json(more)} ${isSoundQuote(one)} ${json(withEmptySides(one))}`;
  });
  const all = [slack.join(), ...values, ...bars, ...quotes];
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('./golden-rules/items.txt');
});

it('what arrives is counted so', () => {
  const counts = new FoldCounts();
  expect([counts.lagQuantile(0.5), counts.used]).toEqual([null, 0]);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) counts.name(name);
  for (const at of [0, 1, 999_999, 1_000_000, 1_000_001, 5e6, 5e6, 5e6, 5e6]) counts.received(at);
  for (const why of ['duplicates', 'late', 'unused', 'unfinished', 'forgotten'] as const)
    counts.leave(why);
  Object.assign(counts, { unreadable: 1, complaints: 1 });
  expect(counts.named).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect([counts.items, counts.itemsInSecondMax, counts.used, counts.late]).toEqual([9, 4, 3, 1]);
  for (const ms of [0, 0.9, 1, 1.9, 2, 3, 4, 1000, 1e12]) counts.lagged(ms * 1000);
  expect(counts.lagMs).toBe(1e12);
  expect([0, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1].map((share) => counts.lagQuantile(share))).toEqual([
    1,
    1,
    2,
    4,
    8,
    1024,
    2 ** 31,
    2 ** 31,
  ]);
});

it('keys are known for as long as promised', () => {
  const keys = new RecentKeys(2000);
  const put = (key: string | number, number: number, instrument = 0, at = number): void => {
    keys.of(instrument, key);
    keys.put(number, at);
  };
  for (let number = 0; number < 3999; number++) put(`key ${number}`, number);
  expect([0, 1999, 2000, 3998].map((number) => keys.of(0, `key ${number}`))).toEqual([
    0, 1999, 2000, 3998,
  ]);
  expect(keys.forgottenTo).toBe(-Infinity);
  for (let number = 3999; number < 4002; number++) put(`key ${number}`, number);
  expect([0, 1999, 2000, 4001].map((number) => keys.of(0, `key ${number}`))).toEqual([
    NaN,
    NaN,
    2000,
    4001,
  ]);
  expect(keys.forgottenTo).toBe(1999);
  expect([
    keys.isForgotten(NaN, 1999),
    keys.isForgotten(NaN, 2000),
    keys.isForgotten(5, 1),
  ]).toEqual([true, false, false]);
  put(7, 1, 1);
  put(7 + 2 ** 32, 2, 1);
  expect([keys.of(1, 7), keys.of(1, 7 + 2 ** 32), keys.of(2, 7), keys.of(1, '7')]).toEqual([
    1,
    2,
    NaN,
    NaN,
  ]);
  put(7, 3, 1);
  expect(keys.of(1, 7)).toBe(3);
  const contents = [[1], [2], [1, 2], [2, 1], [1, 2, 3], [0], [-0], [], [1e300]].map((values) =>
    contentOf(...values),
  );
  expect(new Set(contents).size).toBe(contents.length);
  expect(
    contents.every(
      (content) => Number.isSafeInteger(content) && content >= 1 && content <= 2 ** 52,
    ),
  ).toBe(true);
  expect(contentOf(1, 2)).toBe(contentOf(1, 2));
});

it('tapes turn at these times', async () => {
  const told = (at: number): string => formatInstant(at);
  const schedules = (['XNYS', '24/5', '24/7'] as const).flatMap((name) =>
    [0, 5000, 90_000_000].map((delay) => {
      const schedule = new SessionSchedule(
        calendarOf(name),
        delay,
        instant('2024-11-28T20:00:00Z'),
      );
      const turns = Array.from({ length: 8 }, () => {
        const { kind, at } = schedule.next;
        schedule.advance();
        return `${kind} ${told(at)}`;
      });
      return `${name} ${delay}: ${turns.join(', ')}`;
    }),
  );
  const starts = [
    '2024-11-29T14:29:59Z',
    '2024-11-29T14:30:00Z',
    '2024-11-29T18:00:04Z',
    '2024-11-29T18:00:05Z',
    '2024-11-29T18:00:06Z',
  ];
  const ticks = (['XNYS', '24/7'] as const).flatMap((calendar) =>
    [undefined, 1, 60].flatMap((minutes) =>
      [0, 2000, 120_000].map((lateAfterMs) => {
        const bars = minutes === undefined ? undefined : { from: 'trades' as const, minutes };
        const next = tickTimes({ calendar, closeDelayMs: 5000, lateAfterMs, bars });
        return (
          `${calendar} ${minutes} ${lateAfterMs}: ` +
          `${starts.map((at) => told(next(instant(at)))).join(', ')}`
        );
      }),
    ),
  );
  const frames = [0, 1, 2, 999, 1000, 1001, 1002].flatMap((at) =>
    [-1, at - 1, at, at + 5].map((after) => frameTime(at, after)),
  );
  await expect(`${[...schedules, ...ticks, frames.join()].join('\n')}\n`).toMatchFileSnapshot(
    './golden-rules/turns.txt',
  );
});
