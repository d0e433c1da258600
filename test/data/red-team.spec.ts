/**
 * Shows that the peeker reads no future from real data, and that it detects the
 * removal of any clamp.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnOf } from '#values/commit-draw.fixture';
import { parseAsOf } from '#backtest';
import { findings, openPeekedMarkets, peek, redTeam, viewTools } from '#red-team';
import { fileTools, hedgingTools, marketTools, tradingTools, webTools } from '#tools';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');
const texts = [fileTools, webTools('whole')];
const sets = [tradingTools, hedgingTools, marketTools, ...texts, viewTools];

describe('the peeker', () => {
  it.each([
    ['djia-2025', ['2025-03-03', '2025-06-16'], ['AAPL', 'IBM', 'GS'], ['document']],
    // Prices alone: there is no file to read.
    ['herculean-2026', ['2025-12-31', '2026-02-02'], undefined, ['document', 'read_file']],
  ])('reads no byte of the future of %s', async (name, dates, symbols, mute) => {
    const asOfs = dates.map((date) => parseAsOf(date));
    const { markets, close } = await openPeekedMarkets(join(data, name), asOfs, {
      ...(symbols && { symbols }),
    });
    const rows = peek(markets, { sets, seed: 1, questions: 200 });
    await close();
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ bytes }) => bytes > 0)).toEqual([]);
    // A tool that refuses everything has not been asked.
    expect(rows.filter(({ answered, tool }) => answered === 0 && !mute.includes(tool))).toEqual([]);
  });
});

describe('the red team', () => {
  it.each(['djia-2025', 'herculean-2026'])('is withstood on %s', async (name) => {
    const report = await redTeam({
      data: join(data, name),
      questions: 20,
      seed: 0,
      codeVersion: 'test',
      sizes: { flips: 60, worlds: 40, sessions: 120 },
    });
    expect(findings(report)).toEqual([]);
    expect(report.oracle.map(({ isFarTooGood }) => isFarTooGood)).toEqual([true, true, true, true]);
    expect(report.noise.every(({ intervals }) => intervals >= 40)).toBe(true);
    expect(report.injections.length).toBeGreaterThan(100);
    const random = report.injections.filter(({ agent }) => agent === 'random');
    expect(random.every(({ without, decided }) => without !== null && decided !== null)).toBe(true);
  });
});

/**
 * What keeps the future out, each removed separately: file of a room, its text, the replacement. A
 * build removes some of them, which its commit draws.
 */
const clamps: readonly (readonly [file: string, clamp: string, without: string])[] = [
  ['view/as-of-view.js', 'list?.last(asOf,', 'list?.last(Infinity,'],
  [
    'view/as-of-view.js',
    'filingsOf[store.numberOf(symbol)]?.last(asOf,',
    'filingsOf[store.numberOf(symbol)]?.last(Infinity,',
  ],
  [
    'view/as-of-view.js',
    'fundamentalsOf[store.numberOf(symbol)]?.last(asOf,',
    'fundamentalsOf[store.numberOf(symbol)]?.last(Infinity,',
  ],
  [
    'view/as-of-view.js',
    'dividendsOf[store.numberOf(symbol)]?.last(asOf,',
    'dividendsOf[store.numberOf(symbol)]?.last(Infinity,',
  ],
  [
    'view/as-of-view.js',
    'splitsOf[store.numberOf(symbol)]?.last(asOf,',
    'splitsOf[store.numberOf(symbol)]?.last(Infinity,',
  ],
  ['view/as-of-view.js', 'seq > asOf', 'false'],
  [
    'view/as-of-view.js',
    'adjustedCloses(this.#cursor, {',
    'adjustedCloses({ store: this.#cursor.store, asOf: Infinity, time: Infinity, session: ' +
      'Infinity }, {',
  ],
  [
    'view/cursor.js',
    'const to = this.visible[instrument] -',
    'const to = this.store.series[instrument].kept + this.store.series[instrument].dropped -',
  ],
  [
    'view/cursor.js',
    'this.priceIn(instrument, visible - 1 - series.dropped)',
    'this.priceIn(instrument, series.kept - 1)',
  ],
  ['view/view-at.js', 'rowAfter(series, time, rows)', 'series.kept'],
  ['view/view-at.js', 'store.sessions.last(asOf, 1)', 'store.sessions.last(Infinity, 1)'],
  ['view/view-at.js', 'cursor.asOf = asOf', 'cursor.asOf = store.lastSeq'],
  ['store/seq-list.js', 'this.countUpTo(asOf)', 'this.items.length'],
];

/** What keeps one decision's tools from another's agent, in the same form. */
const doors: readonly (readonly [file: string, door: string, without: string])[] = [
  ['capability-host.js', "address?.path === ''", 'address !== undefined'],
  ['capability-host.js', 'if (this.open.delete(token))', 'if (this.open.has(token))'],
  ['foreign-request.js', 'validateHostHeader(host, names), ', ''],
  ['foreign-request.js', ', validateOriginHeader(origin, names)', ''],
];

const root = resolve(import.meta.dirname, '../..');
const viewRoom = 'dist/libs/market-view/src';
const mcpFolder = 'dist/libs/tools/src/mcp';

describe('a copy of the program without a clamp', () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'tapefold-clamps-'));
    for (const name of ['package.json', 'bin'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(join(copy, 'peek.js'), peeking);
    writeFileSync(join(copy, 'knock.js'), knocking);
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const counted = (script: string): number =>
    Number(execFileSync(process.execPath, [script], { cwd: copy }));

  /** What a script counts once `from` is replaced by `to` in a file. */
  function countedWithout(
    script: string,
    path: string,
    [from, to]: readonly [string, string],
  ): number {
    const text = readFileSync(path, 'utf8');
    expect(text.split(from).length).toBe(2);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    try {
      return counted(script);
    } finally {
      writeFileSync(path, text);
    }
  }

  it('reports nothing while all services are running', () => {
    expect([counted('peek.js'), counted('knock.js')]).toEqual([0, 0]);
  });

  it.each(drawnOf(clamps, 0.3, String))('tells the future: %s, %s', (name, clamp, without) => {
    const path = join(copy, viewRoom, name);
    expect(countedWithout('peek.js', path, [clamp, without])).toBeGreaterThan(0);
  });

  it.each(doors)('lets strangers in: %s, %s', (name, door, without) => {
    const path = join(copy, mcpFolder, name);
    expect(countedWithout('knock.js', path, [door, without])).toBeGreaterThan(0);
  });
});

/** The peeker as a program of the built product; prints the bytes of the future that it read. */
const peeking = `
import { parseAsOf } from '#backtest';
import { openPeekedMarkets, peek, viewTools } from '#red-team';
import { fileTools, hedgingTools, marketTools, tradingTools, webTools } from '#tools';
const symbols = ['BRKW', 'DUNE'];
const { markets, close } = await openPeekedMarkets('synthetic-market', [parseAsOf('2021-06-15')], { symbols });
const texts = [fileTools, webTools('whole')];
const sets = [tradingTools, hedgingTools, marketTools, ...texts, viewTools];
const rows = peek(markets, { sets, seed: 1, questions: 100 });
await close();
console.log(rows.reduce((sum, { bytes }) => sum + bytes, 0));
`;

/** The trial of tokens as such a program; prints how many requests reached what was not theirs. */
const knocking = `
import { openMarket, parseAsOf } from '#backtest';
import { tryTokens } from '#red-team';
import { marketTools, tradingTools } from '#tools';
const market = await openMarket('synthetic-market', { symbols: ['BRKW'] });
const dates = ['2021-06-15', '2021-09-15', '2021-12-15', '2022-03-15'];
const views = dates.map((date) => market.at(parseAsOf(date)).view);
const rows = await tryTokens({ sets: [tradingTools, marketTools], views, seed: 1 });
await market.close();
console.log(rows.reduce((sum, { leaks }) => sum + leaks, 0));
`;
