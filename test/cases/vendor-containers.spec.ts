/** Price files in archives, folders and months, as vendors deliver them, run by one command. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Figures } from '#contracts/result/figures';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { tapefold } from '../e2e/command-line.fixture.js';
import { caseFolder } from './case-run.fixture.js';
import { runPrices } from './price-run.fixture.js';

it.each([
  ['binance-zip', 'BTCUSDT-1h-2024-12'],
  ['zip-file', 'BTCUSDT-1d-2024-01'],
])('reads the file in the archive of Binance: %s', async (name, stem) => {
  const folder = caseFolder(`2026-11/${name}`);
  const ran = await runPrices(folder, [`${stem}.zip`]);
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.manifest()).toContain(`file: ${stem}.csv\n    symbol: BTCUSDT`);
  const verified = await tapefold('verify', join(folder, 'out'));
  expect(verified.out).toContain('verified: 1 run');
  // The figures are those of the file that another program unpacked.
  execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, `${stem}.zip`), folder]);
  const plain = await tapefold(
    'run',
    '--prices',
    join(folder, `${stem}.csv`),
    '--agent',
    'buy-and-hold',
    '--out',
    join(folder, 'plain'),
    '--json',
  );
  const { runs } = JSON.parse(plain.out) as { runs: { figures: Figures }[] };
  expect(valuesOf(ran.result().runs[0]!)).toEqual(valuesOf(runs[0]!));
});

it('reads the price files of a folder, one symbol each', async () => {
  const folder = caseFolder('2026-11/folder');
  const ran = await runPrices(folder, ['prices']);
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.result().runs.map(({ symbol }) => symbol)).toEqual(['AAPL', 'KO', 'V']);
});

it('joins the months of a symbol, which count in ms until 2024 and in µs from 2025 on', async () => {
  const folder = caseFolder('2026-11/binance-months');
  const months = ['2024-11', '2024-12', '2025-01'].map((month) => `BTCUSDT-1h-${month}.csv`);
  const ran = await runPrices(folder, months);
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.err).toContain('BTCUSDT.csv: 3 files are one series of 90 rows');
  const checked = await tapefold('data', 'check', join(folder, 'out/data'));
  expect(checked.out).toMatch(/BTCUSDT +90 bars +2024-11-01 to 2025-01-0\d/);
  expect((await tapefold('verify', join(folder, 'out'))).out).toContain('verified: 1 run');
});

it('reads counts of two units in one file as in two', async () => {
  const folder = caseFolder('2026-11/binance-us-switch');
  const joined = await runPrices(folder, ['joined/BTCUSDT-1d.csv']);
  expect(joined.manifest()).toContain('epoch: digits');
  const inOne = valuesOf(joined.result().runs[0]!);
  const months = ['2024-12', '2025-01'].map((month) => `BTCUSDT-1d-${month}.csv`);
  const inTwo = await runPrices(folder, months, '--fresh');
  expect(valuesOf(inTwo.result().runs[0]!)).toEqual(inOne);
});
