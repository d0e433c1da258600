/**
 * The window of a scenario against the prices that there are, references to data, and ids of tapes.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  hedgingScenarioSchema,
  tradingScenarioSchema,
  type Scenario,
} from '#contracts/scenario/scenario';
import { formatCivilDate } from '#values';
import { openDataset } from '#market-data';
import { headerOf, lastPriced, openScenarioTape, resolveReference } from './scenario-tape.js';

/**
 * Days with a bar: AA has the first week of March and BB the days from the third on; CC has none.
 */
const bars = {
  AA: ['02', '03', '04', '05', '06'],
  BB: ['04', '05', '06', '09', '10'],
};

function dataFolder(more: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'scenario-tape-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rows = Object.entries(bars).flatMap(([symbol, days]) =>
    days.map((day) => `${symbol},2026-03-${day},10,11,9,10`),
  );
  const lines = ['symbol,date,open,high,low,close', ...rows, ...more, ''];
  writeFileSync(join(folder, 'p.csv'), lines.join('\n'));
  const table =
    '{ file: p.csv, frequency: daily, stamp: session, priceBasis: adjusted, order: [symbol, ' +
    'date] }';
  const terms = 'calendar: XNYS\ntimeZone: America/New_York\ncurrency: USD';
  const yaml = `name: set\n${terms}\nbars: ${table}\nsymbols: [AA, BB, CC]\n`;
  writeFileSync(join(folder, 'dataset.yaml'), yaml);
  return folder;
}

const scenarioOf = (data: string, from: string, to: string, symbols = ['AA', 'BB']): Scenario =>
  tradingScenarioSchema.parse({
    name: 'test',
    data,
    symbols,
    window: { from, to },
    agents: [{ id: 'hold', kind: 'buy-and-hold' }],
  });

/** First and last session of the tape, or why there is none. */
async function windowOf(scenario: Scenario, directory = tmpdir()): Promise<string> {
  try {
    const tape = await openScenarioTape(scenario, directory);
    await tape.dataset.close();
    return [tape.firstSession, tape.lastSession].map(formatCivilDate).join(' to ');
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a window', () => {
  const outside = (what: string, found: string): string =>
    `window: the window lies outside the data: ${what}; found ${found}`;

  it.each<[from: string, to: string, symbols: string[], expected: string]>([
    ['2026-03-02', '2026-03-10', ['AA', 'BB'], '2026-03-02 to 2026-03-10'],
    ['2026-03-04', '2026-03-04', ['AA', 'BB'], '2026-03-04 to 2026-03-04'],
    // Days without a session belong to the sessions inside of the window.
    ['2026-03-01', '2026-03-08', ['AA', 'BB'], '2026-03-02 to 2026-03-06'],
    ['2026-03-02', 'open', ['AA', 'BB'], '2026-03-02 to 2026-03-10'],
    ['2026-03-02', 'open', ['AA'], '2026-03-02 to 2026-03-06'],
    [
      '2026-02-27',
      '2026-03-06',
      ['AA'],
      outside('the data set has prices from 2026-03-02 to 2026-03-06', '2026-02-27 to 2026-03-06'),
    ],
    [
      '2026-03-02',
      '2026-03-11',
      ['AA', 'BB'],
      outside('the data set has prices from 2026-03-02 to 2026-03-10', '2026-03-02 to 2026-03-11'),
    ],
    [
      '2026-03-09',
      '2026-03-10',
      ['AA', 'BB'],
      outside('AA has prices from 2026-03-02 to 2026-03-06', '2026-03-09 to 2026-03-10'),
    ],
    [
      '2026-03-02',
      '2026-03-03',
      ['AA', 'BB'],
      outside('BB has prices from 2026-03-04 to 2026-03-10', '2026-03-02 to 2026-03-03'),
    ],
    // One of a weekend has no session.
    [
      '2026-03-07',
      '2026-03-08',
      ['BB'],
      outside('the data set has prices from 2026-03-04 to 2026-03-10', '2026-03-07 to 2026-03-08'),
    ],
    [
      '2026-03-11',
      'open',
      ['BB'],
      outside('BB has prices from 2026-03-04 to 2026-03-10', 'from 2026-03-11 on'),
    ],
    [
      '2026-03-02',
      '2026-03-06',
      ['AA', 'CC'],
      outside('CC has no prices', '2026-03-02 to 2026-03-06'),
    ],
    [
      '2026-03-02',
      '2026-03-06',
      ['AA', 'ZZ'],
      'symbols: no such symbol in the data set; expected one of "AA, BB, CC"; found "ZZ"',
    ],
  ])('from %s to %s over %j', async (from, to, symbols, expected) => {
    expect(await windowOf(scenarioOf(dataFolder(), from, to, symbols))).toBe(expected);
  });

  it('of pairs has an index that the data set has', async () => {
    const hedging = (index: string) =>
      hedgingScenarioSchema.parse({
        name: 'test',
        data: dataFolder(),
        symbols: ['AA', 'BB'],
        workflow: 'hedging',
        index,
        window: { from: '2026-03-04', to: '2026-03-06' },
        agents: [{ id: 'one', kind: 'rule', rule: 'fixed-pair' }],
      });
    expect(await windowOf(hedging('CC'))).toBe('2026-03-04 to 2026-03-06');
    expect(await windowOf(hedging('IX'))).toBe(
      'index: no such symbol in the data set; expected one of "AA, BB, CC"; found "IX"',
    );
  });
});

describe('rows with errors', () => {
  const bad = ['CC,2026-03-02,10,9,8,10'];

  it('are refused, the first by its place, unless they may be dropped', async () => {
    const one = scenarioOf(dataFolder(bad), '2026-03-04', '2026-03-06');
    expect(await windowOf(one)).toMatch(
      /^p\.csv line 12[^:]*: the data set has errors: (?!.*and \d+ more)/,
    );
    const two = scenarioOf(
      dataFolder([...bad, 'CC,2026-03-03,10,9,8,10', 'CC,2026-03-04,10,9,8,10']),
      '2026-03-04',
      '2026-03-06',
    );
    expect(await windowOf(two)).toMatch(
      /^p\.csv line 12.*\(and 2 more: see `tapefold data check`\)/,
    );
    expect(await windowOf({ ...two, badRows: 'drop' } as Scenario)).toBe(
      '2026-03-04 to 2026-03-06',
    );
  });
});

describe('a reference to data', () => {
  it('is a path if there is something, and else a name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'scenario-tape-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'cases.jsonl'), '');
    const at = (name: string): string => join(folder, name);
    const cases = [
      ['data', at('data')],
      ['./data', at('data')],
      [at('data'), at('data')],
      ['synthetic-market', 'synthetic-market'],
      ['./none', at('none')],
      ['data/none', at('data/none')],
      [at('none'), at('none')],
      // Cases beside the scenario, and else in the data set.
      ['data#cases.jsonl', `${at('data')}#${at('cases.jsonl')}`],
      ['data#none.jsonl', `${at('data')}#none.jsonl`],
      ['synthetic-market#cases.jsonl', `synthetic-market#${at('cases.jsonl')}`],
    ] as const;
    const found = cases.map(([reference]) => [reference, resolveReference(reference, folder)]);
    expect(found).toEqual(cases);
  });
});

describe('a data set', () => {
  it('has a last session with a price, of some symbols or of all', async () => {
    const dataset = await openDataset(dataFolder());
    onTestFinished(() => dataset.close());
    const last = async (symbols?: string[]): Promise<string | null> => {
      const session = await lastPriced(dataset, symbols);
      return session === null ? null : formatCivilDate(session);
    };
    expect(await last()).toBe('2026-03-10');
    expect([await last(['AA']), await last(['AA', 'BB'])]).toEqual(['2026-03-06', '2026-03-10']);
    expect([await last(['CC']), await last([])]).toEqual([null, null]);
  });

  it('has one tape for one content, end and choice of symbols', async () => {
    const dataset = await openDataset(dataFolder());
    onTestFinished(() => dataset.close());
    const extent = { dataHash: 'a'.repeat(64), until: 20_520 };
    const idOf = async (symbols: string[], over: object = {}): Promise<string> =>
      (await headerOf(dataset, symbols, { ...extent, ...over })).id;
    const id = await idOf(['AA', 'BB']);
    expect(id).toMatch(/^set-[0-9a-f]{12}$/);
    expect(await idOf(['AA', 'BB'], { tasks: false, open: false })).toBe(id);
    const others = [
      await idOf(['AA']),
      await idOf(['BB', 'AA']),
      await idOf(['AA', 'BB'], { dataHash: 'b'.repeat(64) }),
      await idOf(['AA', 'BB'], { until: 20_521 }),
      await idOf(['AA', 'BB'], { tasks: true }),
      await idOf(['AA', 'BB'], { open: true }),
    ];
    expect(new Set([id, ...others]).size).toBe(7);
    // Data that grows does not change it.
    const grown = { open: true, dataHash: 'b'.repeat(64), until: 20_521 };
    expect(await idOf(['AA', 'BB'], grown)).toBe(others[5]);
  });
});
