/** Shows that the peeker reads nothing of the future of real data, and that it finds every clamp that is missing. */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAsOf } from '#backtest';
import { openPeekedMarkets, peek, viewTools } from '#red-team';
import { hedgingTools, marketTools, tradingTools } from '#tools';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');
const sets = [tradingTools, hedgingTools, marketTools, viewTools];

describe('the peeker', () => {
  it.each([
    ['djia-2025', ['2025-03-03', '2025-06-16'], ['AAPL', 'IBM', 'GS']],
    ['herculean-2026', ['2025-12-31', '2026-02-02'], undefined],
  ])('reads no byte of the future of %s', async (name, dates, symbols) => {
    const asOfs = dates.map((date) => parseAsOf(date));
    const { markets, close } = await openPeekedMarkets(join(data, name), asOfs, {
      ...(symbols && { symbols }),
    });
    const rows = peek(markets, { sets, seed: 1, questions: 200 });
    await close();
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ bytes }) => bytes > 0)).toEqual([]);
    // A tool that refuses everything has not been asked.
    expect(rows.filter(({ answered, tool }) => answered === 0 && tool !== 'document')).toEqual([]);
  });
});

/** What keeps the future out, each taken away alone: file of a room, what stands there, what stands there instead. */
const clamps: readonly (readonly [file: string, clamp: string, without: string])[] = [
  ['as-of-view.js', 'list?.last(asOf,', 'list?.last(Infinity,'],
  [
    'as-of-view.js',
    'filingsOf[store.numberOf(symbol)]?.last(asOf,',
    'filingsOf[store.numberOf(symbol)]?.last(Infinity,',
  ],
  [
    'as-of-view.js',
    'fundamentalsOf[store.numberOf(symbol)]?.last(asOf,',
    'fundamentalsOf[store.numberOf(symbol)]?.last(Infinity,',
  ],
  [
    'as-of-view.js',
    'dividendsOf[store.numberOf(symbol)]?.last(asOf,',
    'dividendsOf[store.numberOf(symbol)]?.last(Infinity,',
  ],
  [
    'as-of-view.js',
    'splitsOf[store.numberOf(symbol)]?.last(asOf,',
    'splitsOf[store.numberOf(symbol)]?.last(Infinity,',
  ],
  ['as-of-view.js', 'seq > asOf', 'false'],
  [
    'as-of-view.js',
    'adjustedCloses(store, instrument, { asOf,',
    'adjustedCloses(store, instrument, { asOf: Infinity,',
  ],
  [
    'cursor.js',
    'const to = this.visible[instrument] -',
    'const to = this.store.series[instrument].kept + this.store.series[instrument].dropped -',
  ],
  ['cursor.js', 'series.price[visible - 1 - series.dropped]', 'series.price[series.kept - 1]'],
  ['view-at.js', 'rowAfter(series, time, rows)', 'series.kept'],
  ['view-at.js', 'store.sessions.last(asOf, 1)', 'store.sessions.last(Infinity, 1)'],
  ['view-at.js', 'cursor.asOf = asOf', 'cursor.asOf = store.lastSeq'],
  ['seq-list.js', 'this.countUpTo(asOf)', 'this.items.length'],
];

const root = resolve(import.meta.dirname, '../..');
const viewRoom = 'dist/libs/market-view/src';

describe('a peeker without a clamp', () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'tapefold-clamps-'));
    for (const name of ['package.json', 'bin'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(join(copy, 'peek.js'), program);
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const bytesRead = (): number => {
    const out = execFileSync(process.execPath, ['peek.js'], { cwd: copy });
    return Number(out);
  };

  it('reads nothing while all of them are there', () => {
    expect(bytesRead()).toBe(0);
  });

  it.each(clamps)('reads the future: %s, %s', (name, clamp, without) => {
    const path = join(copy, viewRoom, name);
    const text = readFileSync(path, 'utf8');
    expect(text.split(clamp).length).toBe(2);
    writeFileSync(path, text.replace(clamp, without));
    try {
      expect(bytesRead()).toBeGreaterThan(0);
    } finally {
      writeFileSync(path, text);
    }
  });
});

/** The peeker as a program of the built product; prints the bytes of the future that it read. */
const program = `
import { parseAsOf } from '#backtest';
import { openPeekedMarkets, peek, viewTools } from '#red-team';
import { hedgingTools, marketTools, tradingTools } from '#tools';
const symbols = ['BRKW', 'DUNE'];
const { markets, close } = await openPeekedMarkets('synthetic-market', [parseAsOf('2021-06-15')], { symbols });
const sets = [tradingTools, hedgingTools, marketTools, viewTools];
const rows = peek(markets, { sets, seed: 1, questions: 100 });
await close();
console.log(rows.reduce((sum, { bytes }) => sum + bytes, 0));
`;
