/** A pace waits for each instant, and loses none. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FactColumns, type TapeHeader } from '#contracts';
import type { FactStream, Speed } from '#tape';
import { PacedRelease } from './served-dataset.js';

/** A tape of trades at these times (milliseconds), in batches of a few. */
function tapeOf(times: readonly number[], batchRows: number): FactStream {
  let at = 0;
  return {
    header: {} as TapeHeader,
    facts: 0,
    next: () => {
      if (at >= times.length) return null;
      const batch = new FactColumns(batchRows);
      for (const time of times.slice(at, at + batchRows)) {
        const one = { instrument: 0, knowledgeTime: time * 1000, eventTime: time * 1000 };
        batch.pushTrade({ ...one, price: 1, size: 1 });
      }
      at += batchRows;
      return batch;
    },
    hash: () => '',
    close: () => undefined,
  };
}

interface Released {
  readonly before: number[];
  readonly after: (readonly [time: number, wallMs: number])[];
}

async function released(
  times: readonly number[],
  pace: { speed: Speed; start: number; batchRows?: number; from?: () => number },
): Promise<Released> {
  let nowMs = 500;
  const sleep = (ms: number): Promise<void> => {
    nowMs += ms;
    return Promise.resolve();
  };
  const told: Released = { before: [], after: [] };
  const release = new PacedRelease(tapeOf(times, pace.batchRows ?? 3), {
    speed: pace.speed,
    shown: (time) => time + 7_000_000,
    from: pace.from,
    wall: { nowMs: () => nowMs, sleep },
  });
  const timesOf = (facts: FactColumns, from: number, to: number): number[] =>
    [...facts.knowledgeTime.subarray(from, to)].map((time) => time / 1000);
  await release.skip(
    (time) => time < pace.start * 1000,
    (...rows) => void told.before.push(...timesOf(...rows)),
  );
  await release.run((...rows) => {
    for (const time of timesOf(...rows)) told.after.push([time, nowMs - 500]);
  }, new AbortController().signal);
  return told;
}

describe('a paced release', () => {
  it('lets each instant go when its time has come', async () => {
    const { before, after } = await released([1, 2, 2, 2, 2, 5, 9], { speed: 2, start: 2 });
    expect(before).toEqual([1]);
    expect(after).toEqual([
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [5, 1.5],
      [9, 3.5],
    ]);
  });

  it('waits for a first instant that is still to come', async () => {
    const { after } = await released([10], { speed: 1, start: 0, from: () => 7_004_000 });
    expect(after).toEqual([[10, 6]]);
  });

  it('never waits without a pace', async () => {
    const { after } = await released([1, 5000], { speed: 'max', start: 0 });
    expect(after).toEqual([
      [1, 0],
      [5000, 0],
    ]);
  });

  it('releases every fact once, in order, whatever the batches', async () => {
    const list = fc.array(fc.nat(50)).map((times) => times.sort((a, b) => a - b));
    const rows = fc.integer({ min: 1, max: 9 });
    await fc.assert(
      fc.asyncProperty(list, rows, fc.nat(60), async (times, batchRows, start) => {
        const { before, after } = await released(times, { speed: 1, start, batchRows });
        expect(before).toEqual(times.filter((time) => time < start));
        expect(after.map(([time]) => time)).toEqual(times.filter((time) => time >= start));
        const first = after[0]?.[0] ?? 0;
        for (const [time, wallMs] of after) expect(wallMs).toBe(time - first);
      }),
    );
  });
});
