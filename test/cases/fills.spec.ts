/**
 * What orders fill at and when they end: no price of before them, no shares of others, no gain from
 * a list's order.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { caseFolder, runCase, runOf } from './case-run.fixture.js';

interface Fill {
  /** The time of its bar's end, milliseconds. */
  readonly known: number;
  readonly price: number;
}

function fillsOf(folder: string, run: string): readonly Fill[] {
  const [, ...rows] = readFileSync(join(folder, 'out/runs', run, 'fills.csv'), 'utf8')
    .trimEnd()
    .split('\n');
  return rows.map((row) => {
    const [date = '', , , price = ''] = row.split(',');
    return { known: Date.parse(date), price: Number(price) };
  });
}

interface Bar {
  readonly begins: number;
  readonly open: number;
  readonly close: number;
}

function barsOf(file: string): readonly Bar[] {
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  return rows.map((row) => {
    const [, at = '', open = '', , , close = ''] = row.split(',');
    return { begins: Date.parse(at), open: Number(open), close: Number(close) };
  });
}

/**
 * Return of being long in a symbol from each open on at which `isUp` holds, and flat from
 * each other one on.
 */
function returnOf(bars: readonly Bar[], isUp: (begins: number) => boolean | undefined): number {
  let equity = 1;
  let shares = 0;
  let before = bars[0]?.open as number;
  for (const { begins, open, close } of bars) {
    equity += shares * (open - before);
    const up = isUp(begins);
    if (up === true && shares === 0) shares = equity / open;
    if (up === false) shares = 0;
    equity += shares * (close - open);
    before = close;
  }
  return equity - 1;
}

const minute = 60_000;
const hour = 60 * minute;

/** The last close of bars of some minutes that is known at a time. */
function closeAt(bars: readonly Bar[], length: number, time: number): number | undefined {
  return bars.findLast(({ begins }) => begins + length * minute <= time)?.close;
}

describe('two-bar-lengths: what is decided while a bar is under way fills at the next one’s open', () => {
  it('in bars of 15 and of 60 minutes', async () => {
    const folder = caseFolder('2026-11/two-bar-lengths');
    const metrics = valuesOf(runOf(await runCase(folder), 'peek'));
    const [fast, slow] = ['a.csv', 'b.csv'].map((file) => barsOf(join(folder, 'data', file)));
    const expected = returnOf(slow as readonly Bar[], (begins) => {
      const now = closeAt(fast as readonly Bar[], 15, begins - 15 * minute);
      const then = closeAt(fast as readonly Bar[], 15, begins - hour) ?? fast?.[0]?.close;
      return now === undefined || then === undefined ? undefined : now > then;
    });
    expect(metrics.cumulativeReturn).toBeCloseTo(expected, 9);
    expect(metrics.cumulativeReturn).toBeCloseTo(-0.1692, 4);
  });

  it('in hours from :00 and from :30', async () => {
    const folder = join(caseFolder('2026-11/two-bar-lengths'), 'shifted');
    const metrics = valuesOf(runOf(await runCase(folder), 'peek'));
    const [half, full] = ['a.csv', 'b.csv'].map((file) => barsOf(join(folder, 'data', file)));
    const expected = returnOf(full as readonly Bar[], (begins) => {
      const now = closeAt(half as readonly Bar[], 60, begins - 30 * minute);
      const then = closeAt(full as readonly Bar[], 60, begins - 30 * minute);
      return now === undefined || then === undefined ? undefined : now > then;
    });
    expect(metrics.cumulativeReturn).toBeCloseTo(expected, 9);
    expect(metrics.cumulativeReturn).toBeCloseTo(0.136, 4);
  });

  it('under costs and a delay, and under the default policy', async () => {
    const folder = caseFolder('2026-11/two-bar-lengths');
    const realistic = runOf(await runCase(folder, 's-realistic.yaml'), 'peek');
    expect(valuesOf(realistic).cumulativeReturn).toBeCloseTo(-0.2008, 4);
    const shifted = runOf(await runCase(join(folder, 'shifted'), 's-default.yaml'), 'peek');
    expect(valuesOf(shifted).cumulativeReturn).toBeCloseTo(0.0521, 4);
    for (const { known, price } of fillsOf(join(folder, 'shifted'), 'peek-portfolio')) {
      const opens = barsOf(join(folder, 'shifted/data/b.csv'));
      const { open } = opens.find(({ begins }) => begins === known - hour) as Bar;
      expect(Math.abs(price / open - 1)).toBeCloseTo(2e-4, 9);
    }
  });
});

it('cancel-after-fill: a cancellation comes too late for the bar that is under way', async () => {
  const result = await runCase(caseFolder('2026-11/cancel-after-fill'));
  const figures = result.runs.map(({ agent, figures }) => [
    agent,
    valuesOf({ figures }).cumulativeReturn,
  ]);
  expect(Object.fromEntries(figures)).toEqual({
    market: expect.closeTo(-0.05, 12),
    'market-cancelled': expect.closeTo(-0.05, 12),
    limit: expect.closeTo(-0.045, 12),
    'limit-cancelled': expect.closeTo(-0.045, 12),
  });
});

it('cancel-after-fill, before: a limit is not touched by prices of before it', async () => {
  const folder = join(caseFolder('2026-11/cancel-after-fill'), 'before');
  const run = runOf(await runCase(folder), 'limit');
  expect(valuesOf(run).cumulativeReturn).toBe(0);
  expect(valuesOf(run).turnover).toBe(0);
});

it('bracket-stale-exits: the exits of a closed bracket sell no shares of the next one', async () => {
  const result = await runCase(caseFolder('2026-11/bracket-stale-exits'));
  for (const agent of ['target', 'same-id', 'sell']) {
    const run = runOf(result, agent);
    // 10 × (105 - 100) + 10 × (110 - 100) of 10,000.
    expect(valuesOf(run).cumulativeReturn, agent).toBeCloseTo(0.015, 12);
    expect(run.denied, agent).toBe(0);
  }
});

it('bracket-partial-exit: an exit shrinks with the shares of its entry', async () => {
  const run = runOf(await runCase(caseFolder('2026-11/bracket-partial-exit')), 'p');
  // 10 × 5 - 10 × 10 + 10 × 10 of 10,000.
  expect(valuesOf(run).cumulativeReturn).toBeCloseTo(0.005, 12);
});

it('reverse-at-stop: the order of a list decides nothing, and the worse figure counts', async () => {
  const result = await runCase(caseFolder('2026-11/reverse-at-stop'));
  for (const agent of ['exit-first', 'entry-first']) {
    // Sold at 100 and bought back at 105.
    expect(valuesOf(runOf(result, agent)).cumulativeReturn, agent).toBeCloseTo(-0.005, 12);
  }
});

it('trail-high-first: a high can come before the low of its bar, and raise the stop that this hits', async () => {
  const result = await runCase(caseFolder('2026-11/trail-high-first'));
  for (const agent of ['held', 'entry-bar']) {
    // Sold at 98, 10 below the high.
    expect(valuesOf(runOf(result, agent)).cumulativeReturn, agent).toBeCloseTo(-0.002, 12);
  }
});
