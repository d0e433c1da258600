/**
 * A new result says which bars have other times than in earlier versions; data that states its
 * ends says nothing.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tradingScenarioSchema } from '#contracts/scenario/scenario';
import { runScenario } from './run-scenario.js';

const directory = mkdtempSync(join(tmpdir(), 'tapefold-times-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const days = ['2024-12-12', '2024-12-13'];
const hours = ['14:30', '15:30', '16:30', '17:30', '18:30', '19:30', '20:30'];
const lines = (clocks: readonly string[]): string =>
  days.flatMap((day) => clocks.map((clock) => `${day}T${clock}:00Z,A,9,9,9,9\n`)).join('');

let sets = 0;

/**
 * The lines that runs of a data set with these bars say, each time it is run into the same folder.
 */
async function said(table: string, rows: string, times = 1): Promise<string[]> {
  const data = mkdtempSync(join(directory, 'data-'));
  writeFileSync(join(data, 'p.csv'), `timestamp,symbol,open,high,low,close\n${rows}`);
  const bars = `bars: { file: p.csv, priceBasis: raw, frequency: ${table} }`;
  writeFileSync(
    join(data, 'dataset.yaml'),
    `name: hours\ncalendar: XNYS\ncurrency: USD\n${bars}\n`,
  );
  const scenario = tradingScenarioSchema.parse({
    name: 'hours',
    data,
    symbols: ['A'],
    window: { from: '2024-12-12', to: '2024-12-13' },
    agents: [{ id: 'hold', kind: 'buy-and-hold' }],
  });
  const told: string[] = [];
  const out = join(directory, `out-${sets++}`);
  for (let time = 0; time < times; time++) {
    const outcome = await runScenario(
      { scenario, directory },
      {
        out,
        codeVersion: 'test',
        jobs: 1,
        fresh: false,
        onTimesChanged: (line) => void told.push(line),
      },
    );
    expect(outcome.kind).toBe('finished');
  }
  return told;
}

describe('times of bars changed', () => {
  it('is said once of hours that would run past the close', async () => {
    expect(await said('intraday, stamp: start, barMinutes: 60', lines(hours), 2)).toEqual([
      'times of bars changed: 2 bars of p.csv would run past the close of a session, and now ' +
        'end with it; before, they ended by their length, in the next session. To keep that, ' +
        'give ends: stamp: end, without barMinutes',
    ]);
  });

  it('is not said of bars that end with the session, and of ends that the file gives', async () => {
    const halves = hours.slice(-1);
    expect(await said('intraday, stamp: start, barMinutes: 30', lines(halves))).toEqual([]);
    expect(await said('intraday, stamp: start, barMinutes: 1', lines(['20:59']))).toEqual([]);
    // On a Thursday, the hour to 16:30 New York ends in the session of Friday.
    const ends = ['15:30', '16:30', '17:30', '18:30', '19:30', '20:30', '21:30'];
    const ended = lines(ends).replace(/2024-12-13T21:30.*\n/, '');
    expect(await said('intraday, stamp: end', ended)).toEqual([]);
  });

  it('is not said of days', async () => {
    const rows = days.map((day) => `${day},A,9,9,9,9\n`).join('');
    const daily = 'daily, stamp: session, columns: { date: timestamp }';
    expect(await said(daily, rows)).toEqual([]);
  });
});
