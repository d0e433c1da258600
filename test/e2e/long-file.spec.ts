/** A file that is long enough for a second thread: its findings, with their lines. */

import { expect, it } from 'vitest';
import { file, folder, tapefoldProcess } from './command-line.fixture.js';

const header = 'symbol,timestamp,open,high,low,close,volume\n';
const minuteMs = 60_000;

function rowOf(at: number): string {
  const time = new Date(Date.UTC(2020, 0, 1) + (at + 1) * minuteMs).toISOString();
  return `AAA,${time.slice(0, 19)}Z,100.000000,101.250000,99.500000,${100 + (at % 7) / 10},${at}\n`;
}

it('has its defects at their lines, wherever they are', async () => {
  const lines = Array.from({ length: 160_000 }, (_, at) => rowOf(at));
  const broken = [5, 80_000, 159_999];
  for (const at of broken) lines[at] = lines[at]!.replace('101.250000', '98.000000');
  lines[120_000] = lines[120_000]!.replace('AAA', '"AAA"');
  const text = header + lines.join('');
  expect(text.length).toBeGreaterThan(8 * 1024 * 1024);
  const data = folder();
  file(data, 'bars.csv', text);
  const bars = 'bars: { file: bars.csv, frequency: intraday, stamp: end, priceBasis: raw }';
  file(data, 'dataset.yaml', `name: long\ncalendar: 24/7\ncurrency: USD\n${bars}\n`);
  const { out, code } = await tapefoldProcess('data', 'check', data, '--json');
  expect(code).toBe(1);
  const { files, errors } = JSON.parse(out) as {
    files: { rows: number }[];
    errors: { line: number }[];
  };
  expect(files.map(({ rows }) => rows)).toEqual([160_000]);
  expect(errors.map(({ line }) => line)).toEqual(broken.map((at) => at + 2));
});
