/**
 * Exports in the forms of vendors, written from seeded walks: one command leads to the return
 * that follows from the written values, the result is verified, and the guessed description is
 * that of the vendor.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import type { Result } from '#contracts/result/result';
import { file, folder, tapefold } from '../../e2e/command-line.fixture.js';
import { minuteForms } from './minute-forms.fixture.js';
import { otherForms } from './other-forms.fixture.js';
import { pageForms } from './page-forms.fixture.js';
import { shareForms } from './share-forms.fixture.js';
import type { VendorFile } from './vendor-file.fixture.js';
import type { Candle } from './walk.fixture.js';

/**
 * The slippage of the default execution, which fills at the open of the bar after the first
 * decision, in a session.
 */
const slippage = 0.0002;
/** It is set aside from the money that buys. */
const fee = 0.0001;

function returnOf({ regular, isCloseOnly }: VendorFile, all: readonly Candle[]): number {
  const candles = regular ?? all.slice(1);
  const first = candles[0]!;
  const bought = isCloseOnly === true ? first.close : first.open;
  return ((1 - fee) * candles.at(-1)!.close) / (bought * (1 + slippage)) - 1;
}

const forms = [...shareForms, ...pageForms, ...minuteForms, ...otherForms];
const named = forms.map((form): [string, VendorFile] => {
  const doubt = form.unsure === undefined ? '' : ` (not certain: ${form.unsure})`;
  return [`${form.vendor}${doubt}`, form];
});

it.each(named)('%s', async (_, form) => {
  const here = folder();
  const out = join(here, 'out');
  const path = file(here, form.file, form.text);
  const agent = ['--agent', 'buy-and-hold', ...(form.options ?? [])];
  const ran = await tapefold('run', '--prices', path, ...agent, '--out', out);
  expect(ran.err).not.toMatch(/InvalidInput|Conflict/);
  expect(ran.code).toBe(0);
  const manifest = readFileSync(join(out, 'data/dataset.yaml'), 'utf8');
  for (const line of form.says) expect(manifest).toContain(line);
  const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as Result;
  const returns = result.runs.map((run) => [
    run.symbol,
    valuesOf(run).cumulativeReturn?.toFixed(9),
  ]);
  const expected = Object.entries(form.candles).map(([symbol, candles]) => {
    return [symbol, returnOf(form, candles).toFixed(9)];
  });
  expect(returns).toEqual(expected);
  const verified = await tapefold('verify', out);
  expect(verified.out).toMatch(/verified: \d+ runs?/);
  expect(verified.code).toBe(0);
});

it('forms are those of more than twenty vendors', () => {
  const vendors = new Set(forms.map(({ vendor }) => vendor.split(/,| \(| with| in /)[0]));
  expect(vendors.size).toBeGreaterThan(20);
});

it.each([
  ['CoinGecko', 'open, high and low are the close, which the file has alone'],
  ['Tushare', 'volumes count lots of 100'],
  ['Databento, daily bars in fixed-point numbers', 'prices count 1e-9'],
])('a check of a file of %s says how values are read', async (vendor, words) => {
  const form = forms.find((one) => one.vendor === vendor)!;
  const here = folder();
  const path = file(here, form.file, form.text);
  const made = await tapefold('data', 'init', path, '--out', join(here, 'set'));
  expect(made.code).toBe(0);
  const checked = await tapefold('data', 'check', join(here, 'set'));
  expect(checked.out).toContain(words);
});
