/**
 * Weekly reports on HERCULEAN's live window, 2026-04-02 to 05-01: rolled forward week by week,
 * and in one go.
 */

import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { loadScenario, runScenario } from '#backtest';
import type { Result } from '#contracts/result/result';

const data = resolve(
  process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set',
  'herculean-2026-live',
);
const symbols = ['MSFT', 'TSLA', 'AAPL', 'NVDA'];
/** The last session of each week; April 3 is Good Friday. */
const weeks = ['2026-04-02', '2026-04-10', '2026-04-17', '2026-04-24', '2026-05-01'];

it('has the same hash, and the figures of the prices', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-rolled-'));
  const grown = join(folder, 'data');
  const [header, ...rows] = readFileSync(join(data, 'prices_adjusted.csv'), 'utf8')
    .trim()
    .split('\n');
  const growTo = (day: string): void => {
    const known = rows.filter((row) => row.split(',')[1]! <= day);
    writeFileSync(join(grown, 'prices_adjusted.csv'), `${[header, ...known].join('\n')}\n`);
  };
  cpSync(join(data, 'dataset.yaml'), join(grown, 'dataset.yaml'));
  const ratings = weeks.flatMap((date) =>
    symbols.map((symbol) => JSON.stringify({ date, symbol, rating: 'BUY' })),
  );
  writeFileSync(join(folder, 'buy.jsonl'), ratings.join('\n'));
  const scenario = {
    name: 'rolled',
    data: grown,
    workflow: 'insights',
    symbols,
    window: { from: '2026-04-02', to: 'open' },
    agents: [
      { id: 'buyer', kind: 'script', file: 'buy.jsonl' },
      { id: 'reporter', kind: 'rule', rule: 'reporter' },
    ],
  };
  const path = join(folder, 'scenario.json');
  writeFileSync(path, JSON.stringify(scenario));
  const run = async (out: string, end: boolean): Promise<Result> => {
    const options = { out: join(folder, out), codeVersion: 'test', jobs: 1, fresh: false, end };
    const outcome = await runScenario(loadScenario(path), options);
    if (outcome.kind !== 'finished') throw new Error('no result');
    return outcome.result as Result;
  };
  // On the Wednesday no report is due.
  for (const day of [...weeks, '2026-04-08'].toSorted()) {
    const due = 4 * weeks.filter((week) => week <= day).length;
    growTo(day);
    const { runs, scenario: told } = await run('out', false);
    expect(told.open).toBe(true);
    expect(runs.map(({ coverage }) => coverage.due)).toEqual([due, due]);
  }
  const rolled = await run('out', true);
  expect(rolled).toEqual(await run('once', true));
  for (const label of ['buyer-insights', 'reporter-insights']) {
    const [one, other] = ['out', 'once'].map((out) =>
      readFileSync(join(folder, out, 'runs', label, 'journal.bin')),
    );
    expect(one!.equals(other!)).toBe(true);
  }
  const closeOf = (symbol: string, day: string): number =>
    Number(rows.find((row) => row.startsWith(`${symbol},${day},`))!.split(',')[5]);
  for (const symbol of symbols) {
    const held = closeOf(symbol, '2026-05-01') / closeOf(symbol, '2026-04-02') - 1;
    expect(valuesOf(rolled.runs[0])[`cumulativeReturn.${symbol}`]).toBeCloseTo(held, 12);
  }
});
