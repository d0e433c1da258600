/**
 * Price files as vendors deliver them, run by one command: what their columns, dates
 * and clocks say.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { tapefold } from '../e2e/command-line.fixture.js';
import { caseFolder } from './case-run.fixture.js';
import { runPrices } from './price-run.fixture.js';

it.each([
  ['Alpha Vantage', 'daily_adjusted_XLF.csv'],
  ['Tiingo', 'tiingo/XLF.csv'],
  ['EODHD', 'eodhd/XLF.US.csv'],
])('a split in the file of %s moves no money', async (_, file) => {
  const ran = await runPrices(caseFolder('2026-11/alphavantage-raw-split'), [file]);
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.manifest()).toContain('priceBasis: raw # guessed from the closes, which jump');
  expect(ran.manifest()).toContain('splits: { file: splits.csv }');
  expect(valuesOf(ran.result().runs[0]!).cumulativeReturn).toBeCloseTo(0.1293, 4);
});

it('counts each currency pair in its own quote currency, and refuses a portfolio over two', async () => {
  const folder = caseFolder('2026-11/two-quotes');
  const ran = await runPrices(folder, ['EURUSD.csv', 'USDJPY.csv']);
  expect(ran.manifest()).toMatch(/^currency: USD #.*\ncurrencies: \{ USDJPY: JPY \}/m);
  const scenario = join(folder, 'out/scenario.yaml');
  writeFileSync(scenario, `${readFileSync(scenario, 'utf8')}portfolio: true\n`);
  const refused = await tapefold('run', scenario, '--out', join(folder, 'portfolio'));
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/a run holds one currency.*found "?USD, JPY/s);
});

it('counts a coin in the currency of its pair', async () => {
  const ran = await runPrices(caseFolder('2026-11/two-quotes'), ['BTC-EUR.csv']);
  expect(ran.manifest()).toContain('currency: EUR # guessed from the pair');
});

it.each([
  ['control/FTSE.csv', undefined],
  ['plain/FTSE.csv', 'DD/MM/YYYY'],
  ['investing-uk/FTSE Historical Data.csv', 'DD/MM/YYYY'],
])('months stay months: %s', async (file, dates) => {
  const ran = await runPrices(caseFolder('2026-11/monthly-day-first'), [file]);
  expect(ran.manifest()).toContain('frequency: monthly');
  expect(/dates: (\S+)/.exec(ran.manifest())?.[1]).toBe(dates);
  expect(valuesOf(ran.result().runs[0]!).sharpe).toBeCloseTo(-0.5, 2);
});

it('weeks stay weeks', async () => {
  const ran = await runPrices(caseFolder('2026-11/monthly-day-first'), ['weekly/FTSE.csv']);
  expect(ran.manifest()).toMatch(/dates: DD\/MM\/YYYY[^]*frequency: weekly/);
});

it.each([
  ['central', '-06:00', '08:30 to 15:00'],
  ['tokyo', '+09:00', '23:30 to 06:00'],
  ['warsaw', '+01:00', '15:30 to 22:00'],
])(
  'clock times of another zone are refused until it is declared: %s',
  async (name, zone, found) => {
    const folder = caseFolder('2026-11/other-zone');
    const file = `${name}/AAPL.csv`;
    const agent = ['--agent', join(folder, 'print.mjs'), '--logs'];
    const refused = await runPrices(folder, [file], ...agent);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('AAPL.csv: the zone of the clock times is unknown');
    expect(refused.err).toContain(`timestampZone (--timestamp-zone ${zone}, which fits)`);
    expect(refused.err).toContain(`found ${found}`);
    const ran = await runPrices(folder, [file], ...agent, '--timestamp-zone', zone);
    expect(ran.manifest()).toContain(`timestampZone: ${zone}`);
    // The first bar is that of 09:30 to 09:35 in New York.
    expect(ran.err).toContain('2025-11-10 first decision 2025-11-10T14:35:00.000Z');
  },
);
