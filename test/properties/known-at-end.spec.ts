/**
 * What ends after an instant changes nothing that is readable or journaled up to it: price files of
 * vendors become data sets as users make them, are imported and run. The ends are those of the
 * vendors, and never of the product.
 */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isFailure, seededRandom } from '#values';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { openMarket, runFolder, runScenario } from '#backtest';
import { tradingScenarioSchema } from '#contracts/scenario/scenario';
import { readJournal } from '#event-log';
import { importDataset, initDataset, openDataset } from '#market-data';
import { dateOf, instantAt, dayMs } from './published-hours.js';
import { sensibleQuestions } from './questions.js';
import { fileText, type Prices } from './vendor-files.js';
import type { VendorBar, VendorWorld } from './vendor-bars.js';
import * as days from './vendor-days.js';
import * as minutes from './vendor-minutes.js';

const root = mkdtempSync(join(tmpdir(), 'tapefold-known-at-end-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const newFolder = (): string => join(root, `${folders++}`);

const cases = sweepSize(3, 100);

/** Reads all that it can, and decides by it: its rationale is a hash of all. */
const probe = `
import { createHash } from 'node:crypto';
export const decide = ({ view, symbols, account, session, time, asOf }) => {
  const [symbol] = symbols;
  const read = JSON.stringify([session, time, asOf, account.cash, account.equity, account.shares(symbol),
    view.bars(symbol, Infinity), view.lastBar(symbol), view.lastPrice(symbol), view.news(null),
    view.dividends(symbol, Infinity), view.splits(symbol, Infinity), view.sma(symbol, 3),
    view.adjustedCloses(symbol, Infinity, { dividends: true })]);
  const hash = createHash('sha256').update(read).digest();
  const action = ['BUY', 'SELL', 'HOLD'][hash[0] % 3];
  return { kind: 'action', symbol, action, rationale: hash.toString('hex') };
};
`;

/** Each kind, and the share of its files that can be placed at least. */
const vendorWorlds = {
  'coin days from any hour': [days.coinDays, 0.8],
  'local midnights': [days.localMidnights, 0.4],
  'days of currencies': [days.currencyDays, 0.8],
  'session days': [days.sessionDays, 0.9],
  'weeks and months of exchanges': [days.sessionPeriods, 0.7],
  'weeks of coins': [days.coinWeeks, 0.6],
  'months and quarters of coins': [days.coinMonths, 0.4],
  'minutes of sessions': [minutes.sessionMinutes, 0.6],
  'minutes that are guessed': [minutes.guessedMinutes, 0.8],
  'minutes of coins': [minutes.coinMinutes, 0.7],
  'stated ends in every calendar': [minutes.statedEnds, 0.9],
} as const;

interface Play {
  readonly fill: 'decision-close' | 'next-open' | 'next-close';
  readonly decide: 'session-close' | 'bar';
  readonly seed: number;
  readonly isImported: boolean;
  /** What becomes of the rows that end later: other prices, or none. */
  readonly fate: 'changed' | 'gone' | 'mixed';
  /** Bar at whose end the worlds part, in thousandths, and how long before it: parts of the bar. */
  readonly place: number;
  readonly before: number;
}

const plays: fc.Arbitrary<Play> = fc.record({
  fill: fc.constantFrom('decision-close' as const, 'next-open' as const, 'next-close' as const),
  decide: fc.constantFrom('session-close' as const, 'bar' as const),
  seed: fc.nat(1000),
  isImported: fc.boolean(),
  fate: fc.constantFrom('changed' as const, 'changed' as const, 'gone' as const, 'mixed' as const),
  place: fc.integer({ min: 150, max: 950 }),
  before: fc.constantFrom(0, 0, 0.1, 0.5, 0.9),
});

/** A walk by the number of the bar, so that a price tells where it came from. */
function pricesOf(at: number, salt: number): Prices {
  const levelAt = (step: number): number =>
    Number((100 + 8 * Math.sin(step * 1.7 + salt) + (step % 7)).toFixed(2));
  const open = levelAt(at);
  const close = levelAt(at + 1);
  return { open, close, high: Math.max(open, close) + 1, low: Math.min(open, close) - 1 };
}

/**
 * News at an instant, and a dividend or a split on the date of a bar: known when that date begins.
 */
function factsOf({ bars, zone }: VendorWorld, until: number, salt: number) {
  const those = bars.filter((_, at) => at % 9 === 4);
  const published = ({ start }: VendorBar): number => start + 61_000;
  const news = those.map((bar, at) => {
    const isLater = published(bar) > until;
    return {
      id: `n${at}`,
      symbol: 'ACME',
      published_at: new Date(published(bar)).toISOString(),
      title: `news ${at}${isLater ? ` ${salt}` : ''}`,
      body: 'text',
    };
  });
  const exDates = [...new Set(those.map(({ start }) => dateOf(start, zone)))];
  const dividends = exDates.map((date) => {
    const isLater = instantAt(date, '00:00', zone) > until;
    return `ACME,${date},${isLater ? 1 + salt : 1}`;
  });
  return { news, dividends };
}

/** Writes the file and the actions of a world whose rows after `until` are other ones. */
function writeFiles(
  folder: string,
  file: string,
  world: VendorWorld,
  until: number,
  play: Play,
): void {
  const random = seededRandom(play.seed);
  const rows = world.bars.flatMap(({ stamp, end }, at) => {
    const isLater = end > until;
    const isGone = play.fate === 'gone' || (play.fate === 'mixed' && random.below(2) === 0);
    // The last one stays, so that the window of the runs is in both data sets.
    if (isLater && isGone && at < world.bars.length - 2) return [];
    return [{ stamp, ...pricesOf(at, isLater ? 1 : 0) }];
  });
  writeFileSync(join(folder, file), fileText(world.form, world.symbol, rows));
  if (world.symbol !== 'ACME') return;
  const { news, dividends } = factsOf(world, until, 1);
  writeFileSync(join(folder, 'news.jsonl'), news.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const header = 'symbol,ex_dividend_date,cash_amount';
  writeFileSync(join(folder, 'dividends.csv'), `${[header, ...dividends].join('\n')}\n`);
}

/** What users edit after `data init`. */
function edited(yaml: string, { symbol, edits }: VendorWorld): string {
  let text = yaml;
  for (const [key, value] of Object.entries(edits.bars ?? {})) {
    const line = value === '' ? '' : `    ${key}: ${value}\n`;
    const old = new RegExp(`^    ${key}: .*\\n`, 'm');
    text = old.test(text) ? text.replace(old, line) : `${text}${line}`;
  }
  const top = Object.entries(edits.top ?? {}).map(([key, value]) => `${key}: ${value}\n`);
  const kept = Object.keys(edits.top ?? {}).reduce(
    (all, key) => all.replace(new RegExp(`^${key}: .*\\n`, 'm'), ''),
    text,
  );
  const tables = 'news: { file: news.jsonl }\ndividends: { file: dividends.csv }\n';
  return `${kept}${top.join('')}${symbol === 'ACME' ? tables : ''}`;
}

/** A data set as the commands make it. */
async function madeOf(world: VendorWorld, play: Play): Promise<string> {
  const prices = newFolder();
  const file = `${world.symbol}.csv`;
  cpSync(emptyFolder, prices, { recursive: true });
  writeFiles(prices, file, world, Infinity, play);
  const made = newFolder();
  const { dates } = world.form;
  const options = { ...world.options, symbol: world.symbol, priceBasis: 'raw', dates };
  await initDataset([join(prices, file)], made, options);
  const manifest = join(made, 'dataset.yaml');
  writeFileSync(manifest, edited(readFileSync(manifest, 'utf8'), world));
  writeFiles(made, file, world, Infinity, play);
  return made;
}

const emptyFolder = mkdtempSync(join(root, 'empty-'));

/** The same data set with another future, as it is or imported. */
async function twinOf(
  made: string,
  world: VendorWorld,
  until: number,
  play: Play,
): Promise<string> {
  const twin = newFolder();
  cpSync(made, twin, { recursive: true });
  writeFiles(twin, `${world.symbol}.csv`, world, until, play);
  if (!play.isImported) return twin;
  const imported = newFolder();
  await importDataset(twin, imported);
  return imported;
}

interface Window {
  readonly from: string;
  readonly to: string;
}

async function windowOf(folder: string): Promise<Window> {
  const dataset = await openDataset(folder);
  try {
    const [{ firstSession, lastSession } = { firstSession: null, lastSession: null }] =
      await dataset.coverage();
    return { from: dateOf(firstSession! * dayMs), to: dateOf(lastSession! * dayMs) };
  } finally {
    await dataset.close();
  }
}

/** What runs journal up to an instant. */
async function journaled(
  data: string,
  window: Window,
  world: VendorWorld,
  until: number,
  play: Play,
) {
  const scenario = tradingScenarioSchema.parse({
    name: 'known',
    data,
    symbols: [world.symbol],
    window,
    capital: 10_000,
    seed: play.seed,
    decide: play.decide,
    execution: { fill: play.fill, feeBps: 2 },
    agents: [
      { id: 'probe', kind: 'module', file: 'probe.mjs', trusted: true },
      { id: 'random', kind: 'random' },
    ],
  });
  const out = newFolder();
  const options = { out, codeVersion: 'test', jobs: 1, fresh: false };
  const outcome = await runScenario({ scenario, directory: root }, options);
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  const events: unknown[] = [];
  for (const { run } of outcome.result.runs) {
    readJournal(runFolder(join(out, 'runs', run)).journal, ({ event }) => {
      if (event.time <= until * 1000) events.push({ run, event });
    });
  }
  return events;
}

/** All that views answer as of an instant. */
async function readable(data: string, symbol: string, until: number): Promise<string[]> {
  const market = await openMarket(data);
  try {
    const { view } = market.at({ instant: until * 1000 });
    const questions = sensibleQuestions([symbol], []).flat();
    return questions.map(([name, ask]) => `${name}: ${JSON.stringify(ask(view))}`);
  } finally {
    await market.close();
  }
}

/**
 * An instant that a bar has not quite reached: at it, this bar and all later ones may be anything.
 */
function partingOf({ bars }: VendorWorld, { place, before }: Play): number {
  const { start, end } = bars[Math.floor((place / 1000) * bars.length)]!;
  return Math.floor(end - 1 - before * (end - 1 - start));
}

/** What to say of a world in which the law does not hold. */
function tellOf({ bars, form, options, edits }: VendorWorld): string {
  const first = bars.slice(0, 3).map(({ stamp, start, end }) => {
    return `${form.stamp(stamp)}=${new Date(start).toISOString()}/${new Date(end).toISOString()}`;
  });
  return JSON.stringify([first, form.header, options, edits]);
}

/** How much was compared. */
async function expectUnchanged(world: VendorWorld, play: Play): Promise<number> {
  const until = partingOf(world, play);
  const made = await madeOf(world, play);
  const one = await twinOf(made, world, Infinity, play);
  const other = await twinOf(made, world, until, play);
  const window = await windowOf(one);
  const at = `${tellOf(world)}: parted at ${new Date(until).toISOString()}`;
  const read = await readable(one, world.symbol, until);
  expect(await readable(other, world.symbol, until), at).toEqual(read);
  const events = await journaled(one, window, world, until, play);
  expect(await journaled(other, window, world, until, play), at).toEqual(events);
  return events.length + read.length;
}

/** The message of the assertion alone: a world is hundreds of bars. */
function reporter(details: fc.RunDetails<[VendorWorld, Play]>): void {
  const { failed, errorInstance, seed, counterexamplePath } = details;
  if (!failed) return;
  const cause = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`seed ${seed}, path ${counterexamplePath}: ${cause}`, { cause: errorInstance });
}

describe('what ends after an instant changes nothing before it', () => {
  writeFileSync(join(root, 'probe.mjs'), probe);
  it.each(Object.entries(vendorWorlds))('%s', async (_, [worlds, placedShare]) => {
    let placed = 0;
    let all = 0;
    let compared = 0;
    const law = fc.asyncProperty(worlds, plays, async (world, play) => {
      all++;
      try {
        compared += await expectUnchanged(world, play);
        placed++;
      } catch (error) {
        // What cannot be placed is refused.
        if (!isFailure(error, 'InvalidInput')) throw error;
      }
    });
    await fc.assert(law, { ...runsOfSweep(cases), endOnFailure: true, reporter });
    // A reader that refuses everything shows nothing, as does a law over nothing.
    expect(placed / all).toBeGreaterThanOrEqual(placedShare);
    expect(compared).toBeGreaterThan(100 * placed);
  });
});
