/**
 * What is replayed: a generated market of one-minute bars, scenarios on it, and the results
 * of a plain run.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '#values';
import { runScenario } from '#backtest';
import { scenarioSchema, type Scenario } from '#contracts/scenario/scenario';

const minutesPerDay = 1440;
const firstDay = Date.UTC(2022, 0, 1);
const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Generated data sets and their days: each is a separate tape. */
const generated: Readonly<Record<string, number>> = {
  fortnight: 14,
  'day-0': 1,
  'day-1': 1,
  'day-2': 1,
  'day-3': 1,
  'day-4': 1,
};

const descriptionOf = (name: string): string => `name: ${name}
calendar: 24/7
timeZone: UTC
currency: USD
bars:
  file: minutes.csv
  symbol: MIN
  frequency: intraday
  stamp: start
  barMinutes: 1
  priceBasis: raw
  order: [timestamp]
`;

/** Writes the data sets into a folder; the path of each, by the name to register it under. */
export function writeDatasets(folder: string, seed: number): Record<string, string> {
  const bundled = ['aapl-2013-2018', 'synthetic-market'];
  const places = Object.fromEntries(bundled.map((name) => [name, name]));
  for (const [name, days] of Object.entries(generated)) {
    const place = join(folder, name);
    mkdirSync(place);
    writeFileSync(join(place, 'minutes.csv'), minutes(days, `${name} ${seed}`));
    writeFileSync(join(place, 'dataset.yaml'), descriptionOf(name));
    places[name] = place;
  }
  return places;
}

function minutes(days: number, seed: string): string {
  const random = seededRandom(seed);
  const rows = ['timestamp,open,high,low,close,volume'];
  let close = 100;
  for (let minute = 0; minute < days * minutesPerDay; minute++) {
    const open = close;
    close = Math.max(1, open * (1 + 0.001 * random.normal()));
    const prices = [open, Math.max(open, close) * 1.0005, Math.min(open, close) * 0.9995, close];
    const time = new Date(firstDay + minute * minuteMs).toISOString().slice(0, 19);
    const texts = [time.replace('T', ' '), ...prices.map((price) => price.toFixed(4))];
    rows.push([...texts, 100 + random.below(900)].join(','));
  }
  return `${rows.join('\n')}\n`;
}

const dayOf = (index: number): string =>
  new Date(firstDay + index * dayMs).toISOString().slice(0, 10);

/** Twenty runs, decided at every one of 20,160 bars: most of the work of a replay is in it. */
export const wideScenario = (name: string): Scenario => minutesScenario(name, 'fortnight', 20);

export const runsOfADay = 6;

/** Decided at every bar of one day. */
export const dayScenario = (name: string, day: number): Scenario =>
  minutesScenario(name, `day-${day}`, runsOfADay);

/**
 * Times real time at which a day takes a quarter of a minute, so that a replay is still under way
 * when it is hit.
 */
export const quarterMinuteADay = 5_760;

const minutesScenario = (name: string, data: string, runs: number): Scenario =>
  scenarioSchema.parse({
    name,
    data,
    window: { from: dayOf(0), to: dayOf((generated[data] ?? 1) - 1) },
    symbols: ['MIN'],
    execution: 'close',
    capital: 1_000_000,
    agents: [
      { id: 'hold', kind: 'buy-and-hold' },
      { id: 'dice', kind: 'random' },
      ...Array.from({ length: runs - 2 }, (_, index) => ({
        id: `cross-${index}`,
        kind: 'sma-cross',
        fast: 5 + index,
        slow: 20 + 2 * index,
      })),
    ],
  });

/** A few runs on bundled daily bars. */
export const dailyScenario = (name: string, year: number): Scenario =>
  scenarioSchema.parse({
    name,
    data: 'aapl-2013-2018',
    window: { from: `${year}-01-02`, to: `${year}-12-31` },
    symbols: ['AAPL'],
    execution: 'close',
    agents: [
      { id: 'hold', kind: 'buy-and-hold' },
      { id: 'cross', kind: 'sma-cross', fast: 5, slow: 20 },
      { id: 'dice', kind: 'random' },
    ],
  });

/** The journal hash of each run by its label, from one undisturbed process. */
export function undisturbedHashes(
  scenario: Scenario,
  folder: string,
): Promise<Record<string, string>> {
  const data = scenario.data in generated ? join(folder, scenario.data) : scenario.data;
  return journalHashes({ ...scenario, data }, folder);
}

/** The same over what `data` names, without the world; `end` for a window that is open. */
export async function journalHashes(
  scenario: Scenario,
  folder: string,
  ending: { readonly end?: boolean } = {},
): Promise<Record<string, string>> {
  const out = join(folder, `plain-${scenario.name}`);
  const options = { out, codeVersion: 'test', jobs: 1, fresh: true, ...ending };
  const plain = await runScenario({ scenario, directory: folder }, options);
  if (plain.kind !== 'finished') throw new Error(`the plain run was ${plain.kind}`);
  return Object.fromEntries(plain.result.runs.map(({ run, journalHash }) => [run, journalHash]));
}
