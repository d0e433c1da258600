/**
 * The command line exports a data set to a HERCULEAN file, and no kill leaves half of a
 * new day in it.
 */

import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { folder, startTapefold, tapefold } from '../e2e/command-line.fixture.js';

/**
 * The last day of the longer file; a kill is to come upon many new days, however long they take.
 */
const through = sweepSize('2022-06-30', '2023-12-29');

const exported = (out: string, ...more: string[]): string[] => [
  'data',
  'export',
  'synthetic-market',
  '--format',
  'duckdb',
  '--out',
  out,
  ...more,
];

describe('tapefold data export', () => {
  it('writes a file, rolls it forward, and says by which rules', async () => {
    const out = join(folder(), 'environment.duckdb');
    const written = await tapefold(...exported(out, '--through', '2022-03-01'));
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out).toMatch(
      /^environment\.duckdb: written: \d{4}-\d\d-\d\d to 2022-03-01, \d+ prices, \d+ news, \d+ filings$/m,
    );
    expect(written.out).toContain('  symbols: GOOG is GOOGL');
    expect(written.out).toContain('  amendments: 10-K/A and 10-Q/A are left out');
    const next = await tapefold(...exported(out, '--through', '2022-03-02'));
    expect(next.out).toMatch(/^environment\.duckdb: appended: 2022-03-02, \d+ prices/m);
    expect(next.out).toMatch(/^compared and the same: \d+ prices, \d+ news, \d+ filings$/m);
    const again = await tapefold(...exported(out, '--through', '2022-03-02'));
    expect(again.out).toContain('nothing to append: the file reaches 2022-03-02');
    expect(await tapefold('data', 'check', out)).toMatchObject({ code: 0 });
  });

  it.each([
    [['--format', 'csv'], 'expected duckdb'],
    [['--through', 'tomorrow'], 'expected YYYY-MM-DD'],
    [['--through', '2039-01-03'], 'the data set does not reach that far'],
  ])('refuses %j', async (more, message) => {
    const { code, err } = await tapefold(...exported(join(folder(), 'e.duckdb'), ...more));
    expect([code, err.includes(message)]).toEqual([2, true]);
  });

  it('leaves the file as it was or as it should be when it is killed', async () => {
    const directory = folder();
    const [old, whole, file] = ['old', 'whole', 'killed'].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ];
    const before = `${old}.duckdb`;
    await tapefold(...exported(before, '--through', '2022-03-01'));
    await tapefold(...exported(`${whole}.duckdb`, '--through', through));
    const states = [await coverageOf(before), await coverageOf(`${whole}.duckdb`)];
    expect(states[0]).not.toBe(states[1]);
    const kills = sweepSize(3, 20);
    const seen = new Set<number>();
    const began = performance.now();
    copyFileSync(before, `${file}.duckdb`);
    await tapefold(...exported(`${file}.duckdb`, '--through', through));
    const whileRunning = performance.now() - began;
    for (let kill = 0; kill < kills; kill++) {
      copyFileSync(before, `${file}.duckdb`);
      const child = startTapefold(...exported(`${file}.duckdb`, '--through', through));
      const ended = new Promise((done) => child.once('exit', done));
      const delay = (whileRunning * (kill + 1)) / kills;
      const timer = setTimeout(() => child.kill('SIGKILL'), delay);
      await ended;
      clearTimeout(timer);
      const state = states.indexOf(await coverageOf(`${file}.duckdb`));
      expect(state, `killed after ${delay} ms`).toBeGreaterThanOrEqual(0);
      seen.add(state);
    }
    expect(seen.has(0)).toBe(true);
    await tapefold(...exported(`${file}.duckdb`, '--through', through));
    expect(await coverageOf(`${file}.duckdb`)).toBe(states[1]);
    const left = readdirSync(directory).filter((name) => !name.endsWith('.duckdb'));
    expect(left.filter((name) => name.includes('.wal'))).toEqual([]);
  });
});

/** What the file holds, as one text. */
async function coverageOf(file: string): Promise<string> {
  const { code, out } = await tapefold('data', 'check', file, '--json');
  expect(code).toBe(0);
  const { coverage, errors } = JSON.parse(out) as { coverage: unknown; errors: unknown[] };
  expect(errors).toEqual([]);
  return JSON.stringify(coverage);
}
