/**
 * `tapefold run` reads a file of bars once: check, content hash and the tapes of all
 * threads share it.
 */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { file, folder, hashesOf, tapefoldProcess } from '../e2e/command-line.fixture.js';

/**
 * Loaded ahead of the program, in each of its threads: notes how many bytes each read of
 * bars.csv gave.
 */
const countingReads = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { openSync, readSync, closeSync } = fs;
const bars = new Set();
fs.openSync = (path, ...rest) => {
  const opened = openSync(path, ...rest);
  if (String(path).endsWith('bars.csv')) bars.add(opened);
  return opened;
};
fs.readSync = (from, ...rest) => {
  const read = readSync(from, ...rest);
  if (bars.has(from)) fs.appendFileSync(new URL('reads', import.meta.url), read + '\\n');
  return read;
};
fs.closeSync = (opened) => {
  bars.delete(opened);
  closeSync(opened);
};
syncBuiltinESMExports();
`;

const manifest = `name: walk
calendar: 24/7
currency: USD
bars: { file: bars.csv, frequency: intraday, barMinutes: 1, stamp: end, priceBasis: raw }
symbols: [A, B]
`;
const scenario = `name: walk
data: .
window: { from: 2021-01-02, to: 2021-01-09 }
symbols: [A, B]
agents:
  - { id: hold, kind: buy-and-hold }
  - { id: cross, kind: sma-cross, fast: 5, slow: 20 }
`;

function minutes(order: 'by symbol' | 'by time'): string {
  const rows = ['A', 'B'].flatMap((symbol, one) =>
    Array.from({ length: 14_400 }, (_, bar) => {
      const time = new Date(Date.UTC(2021, 0, 1) + (bar + 1) * 60_000).toISOString();
      const price = Math.round((100 + one + 20 * Math.sin(bar / 300)) * 100) / 100;
      return { time, text: `${symbol},${time},${price},${price},${price},${price}\n` };
    }),
  );
  if (order === 'by time')
    rows.sort((a, b) => {
      if (a.time < b.time) return -1;
      if (a.time > b.time) return 1;
      return 0;
    });
  return `symbol,timestamp,open,high,low,close\n${rows.map(({ text }) => text).join('')}`;
}

it('reads each byte of the bars once, with one thread and with two, in whatever order they are', async () => {
  const preload = file(folder(), 'counting-reads.mjs', countingReads);
  const reads = join(preload, '..', 'reads');
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('NODE_OPTIONS', `--import=${pathToFileURL(preload).href}`);
  let read = 0;
  let tape: string | undefined;
  for (const order of ['by symbol', 'by time'] as const) {
    const directory = folder();
    const bars = file(directory, 'bars.csv', minutes(order));
    file(directory, 'dataset.yaml', manifest);
    const path = file(directory, 'scenario.yaml', scenario);
    for (const jobs of ['1', '2']) {
      const out = join(directory, jobs);
      const ended = await tapefoldProcess('run', path, '--out', out, '--json', '--jobs', jobs);
      expect(ended.code, ended.err).toBe(0);
      expect(existsSync(reads)).toBe(true);
      const total = readFileSync(reads, 'utf8')
        .split('\n')
        .reduce((sum, one) => sum + Number(one), 0);
      expect(total - read).toBe(statSync(bars).size);
      read = total;
      tape ??= hashesOf(ended.out)['tape'];
      expect(hashesOf(ended.out)['tape']).toBe(tape);
    }
  }
});
