/**
 * No bar is known before it ended, whatever its length and wherever its days and weeks begin. The
 * ends follow from what a vendor does, and never from the product; a file that cannot be placed
 * may be refused.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isFailure, parseCivilDate } from '#values';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { factKinds } from '#contracts';
import { openDataset, initDataset } from '#market-data';

const root = mkdtempSync(join(tmpdir(), 'tapefold-bar-ends-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Bars as a vendor cuts them: each from its start to its end, in milliseconds since 1970. */
interface Cut {
  readonly start: number;
  readonly end: number;
}
interface VendorFile {
  readonly name: string;
  readonly bars: readonly Cut[];
  readonly written: (start: number) => string;
}

const ways: Readonly<Record<string, (start: number) => string>> = {
  iso: (start) => new Date(start).toISOString(),
  seconds: (start) => String(start / 1000),
  milliseconds: (start) => String(start),
  offset: (start) =>
    `${new Date(start + 9 * hourMs).toISOString().slice(0, 19).replace('T', ' ')}+09:00`,
};

const evenly = (first: number, step: number, count: number): Cut[] =>
  Array.from({ length: count }, (_, at) => {
    const start = first + at * step;
    return { start, end: start + step };
  });

/** The midnights of a zone, by the time zone data of Node: the product does not use it. */
function midnights(zone: string, first: number, count: number): number[] {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const all: number[] = [];
  for (let at = first; all.length < count; at += hourMs / 2) {
    if (clock.format(at) === '00:00') all.push(at);
  }
  return all;
}

const jan2022 = Date.UTC(2022, 0, 1);
const way = fc.constantFrom(...Object.keys(ways)).map((name) => ways[name]!);
/** Names markets that never close; the files of others do not tell whether they do. */
const names = fc.constantFrom('BTC-USD', 'ETHUSDT', 'XBTUSD_10080');

/** Bars of one length from any hour of the first week. */
const even = fc
  .record({
    name: names,
    written: way,
    hour: fc.integer({ min: 0, max: 167 }),
    days: fc.constantFrom(1, 1, 1, 2, 3, 7, 7, 7, 14, 15, 30),
  })
  .map(({ hour, days, ...file }): VendorFile => {
    return { ...file, bars: evenly(jan2022 + hour * hourMs, days * dayMs, days > 7 ? 20 : 60) };
  });

/** Days from midnight to midnight in a zone, over both clock changes. */
const local = fc
  .record({
    name: names,
    written: way,
    zone: fc.constantFrom(
      'America/New_York',
      'America/Chicago',
      'Europe/London',
      'Europe/Berlin',
      'Asia/Shanghai',
      'Asia/Kolkata',
      'Australia/Sydney',
      'UTC',
    ),
  })
  .map(({ zone, ...file }): VendorFile => {
    const starts = midnights(zone, jan2022, 330);
    const bars = starts.slice(0, -1).map((start, at) => ({ start, end: starts[at + 1]! }));
    return { ...file, bars };
  });

/**
 * Regular hours of New York, whose last bar is as short as the session leaves it; closed on
 * weekends alone.
 */
const hours = fc
  .record({ written: way, minutes: fc.constantFrom(30, 60, 90, 120, 240) })
  .map(({ minutes, written }): VendorFile => {
    const bars: Cut[] = [];
    for (let day = Date.UTC(2022, 0, 3); day < Date.UTC(2022, 0, 15); day += dayMs) {
      if (new Date(day).getUTCDay() % 6 === 0) continue;
      const close = day + 21 * hourMs;
      for (let start = day + 14.5 * hourMs; start < close; start += minutes * minuteMs) {
        bars.push({ start, end: Math.min(close, start + minutes * minuteMs) });
      }
    }
    return { name: 'ACME', bars, written };
  });

/** When each bar is known, by its close; undefined for a file that is refused. */
async function knownTimes({ name, bars, written }: VendorFile): Promise<number[] | undefined> {
  const folder = join(root, `set-${folders++}`);
  const file = join(root, `${name}.csv`);
  const rows = bars.map(({ start }, at) => `${written(start)},1,${at + 2},1,${at + 1}`);
  writeFileSync(file, ['timestamp,open,high,low,close', ...rows, ''].join('\n'));
  try {
    await initDataset([file], folder);
    const dataset = await openDataset(folder);
    try {
      const known: number[] = [];
      const { symbols } = dataset;
      const until = parseCivilDate('2026-01-01')!;
      for (const source of await dataset.openSources({ symbols, until, badRows: 'refuse' })) {
        for (let facts = await source.pull(); facts; facts = await source.pull()) {
          for (let row = 0; row < facts.count; row++) {
            if (facts.kind[row] !== factKinds.bar) continue;
            known[facts.close[row]! - 1] = facts.knowledgeTime[row]! / 1000;
          }
        }
        source.close();
      }
      return known;
    } finally {
      await dataset.close();
    }
  } catch (error) {
    if (isFailure(error, 'InvalidInput')) return undefined;
    throw error;
  }
}

async function expectEnded(file: VendorFile): Promise<boolean> {
  const known = await knownTimes(file);
  if (known === undefined) return false;
  const early = file.bars.flatMap(({ start, end }, at) => {
    const time = known[at];
    if (time !== undefined && time >= end) return [];
    const found = time === undefined ? 'never' : `at ${new Date(time).toISOString()}`;
    return `${new Date(start).toISOString()}: known ${found}`;
  });
  expect(early).toEqual([]);
  return true;
}

describe('a bar is known when it has ended', () => {
  it.each([
    ['of one length from any hour', even, 0.2],
    ['of days of a zone', local, 0.2],
    ['of regular hours', hours, 0.9],
  ] as const)('%s', async (_, files, readShare) => {
    let read = 0;
    let all = 0;
    const law = fc.asyncProperty<[VendorFile]>(files as fc.Arbitrary<VendorFile>, async (file) => {
      all++;
      if (await expectEnded(file)) read++;
    });
    await fc.assert(law, runsOfSweep(sweepSize(20, 60)));
    // A reader that refuses everything shows nothing.
    expect(read / all).toBeGreaterThan(readShare);
  });
});
