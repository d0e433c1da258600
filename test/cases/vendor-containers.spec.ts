/** Price files in archives, folders and months, as vendors deliver them, run by one command. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
    ...['run', '--prices', join(folder, `${stem}.csv`), '--agent', 'buy-and-hold'],
    ...['--out', join(folder, 'plain'), '--json'],
  );
  const { runs } = JSON.parse(plain.out) as { runs: { metrics: unknown }[] };
  expect(ran.result().runs[0]!.metrics).toEqual(runs[0]!.metrics);
});

it('reads the price files of a folder, one symbol each', async () => {
  const folder = caseFolder('2026-11/folder');
  const ran = await runPrices(folder, ['prices']);
  expect(ran.err).not.toContain('InvalidInput');
  expect(ran.result().runs.map(({ symbol }) => symbol)).toEqual(['AAPL', 'KO', 'V']);
});
