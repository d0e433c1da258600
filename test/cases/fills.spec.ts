/** What orders fill at and when they end: no price of before them, no shares of others, no gain from a list's order. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { caseFolder, runCase, runOf } from './case-run.fixture.js';

const hour = 3_600_000;

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

/** Opens of a file of bars, by the time of their start. */
function opensOf(file: string): ReadonlyMap<number, number> {
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  const cells = rows.map((row) => row.split(','));
  return new Map(cells.map(([, at = '', open = '']) => [Date.parse(at), Number(open)]));
}

it.each([
  ['.', 's.yaml', 0],
  ['.', 's-realistic.yaml', 2],
  ['shifted', 's.yaml', 0],
  ['shifted', 's-default.yaml', 2],
] as const)('two-bar-lengths, %s: %s fills at opens of whole hours', async (sub, scenario, bps) => {
  const folder = join(caseFolder('2026-11/two-bar-lengths'), sub);
  await runCase(folder, scenario);
  const opens = opensOf(join(folder, 'data/b.csv'));
  const fills = fillsOf(folder, 'peek-portfolio');
  expect(fills.length).toBeGreaterThan(20);
  // Decided inside of the hour before, an order meets the bar that begins with this hour, and is known at its end.
  for (const { known, price } of fills) {
    const open = opens.get(known - hour) as number;
    expect(Math.abs(price / open - 1)).toBeCloseTo(bps * 1e-4, 9);
  }
});

it('cancel-after-fill, before: a limit is not touched by prices of before it', async () => {
  const folder = join(caseFolder('2026-11/cancel-after-fill'), 'before');
  const run = runOf(await runCase(folder), 'limit');
  expect(run.metrics.cumulativeReturn).toBe(0);
  expect(run.metrics.turnover).toBe(0);
});

it('bracket-stale-exits: the exits of a closed bracket sell no shares of the next one', async () => {
  const result = await runCase(caseFolder('2026-11/bracket-stale-exits'));
  for (const agent of ['target', 'same-id', 'sell']) {
    const run = runOf(result, agent);
    // 10 × (105 - 100) + 10 × (110 - 100) of 10,000.
    expect(run.metrics.cumulativeReturn, agent).toBeCloseTo(0.015, 12);
    expect(run.denied, agent).toBe(0);
  }
});

it('bracket-partial-exit: an exit shrinks with the shares of its entry', async () => {
  const run = runOf(await runCase(caseFolder('2026-11/bracket-partial-exit')), 'p');
  // 10 × 5 - 10 × 10 + 10 × 10 of 10,000.
  expect(run.metrics.cumulativeReturn).toBeCloseTo(0.005, 12);
});

it('reverse-at-stop: the order of a list decides nothing, and the worse figure counts', async () => {
  const result = await runCase(caseFolder('2026-11/reverse-at-stop'));
  for (const agent of ['exit-first', 'entry-first']) {
    // Sold at 100 and bought back at 105.
    expect(runOf(result, agent).metrics.cumulativeReturn, agent).toBeCloseTo(-0.005, 12);
  }
});

it('trail-high-first: a high can come before the low of its bar, and raise the stop that this hits', async () => {
  const result = await runCase(caseFolder('2026-11/trail-high-first'));
  for (const agent of ['held', 'entry-bar']) {
    // Sold at 98, 10 below the high.
    expect(runOf(result, agent).metrics.cumulativeReturn, agent).toBeCloseTo(-0.002, 12);
  }
});
