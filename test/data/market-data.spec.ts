/**
 * Real data sets as their own documentation describes them: coverage, defects, sessions, and
 * order of facts.
 */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatCivilDate, formatInstant, parseCivilDate, type CivilDate } from '#values';
import type { Filing, News } from '#contracts';
import { openDataset, type CheckReport, type Dataset, type Finding } from '#market-data';

const folder = process.env['TAPEFOLD_DATA'];
if (folder === undefined) throw new Error('set TAPEFOLD_DATA to the folder of real data sets');
const data = (name: string): string => join(folder, name);
const scratch = mkdtempSync(join(tmpdir(), 'market-data-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;

async function withDataset<T>(path: string, use: (dataset: Dataset) => Promise<T>): Promise<T> {
  const dataset = await openDataset(path);
  try {
    return await use(dataset);
  } finally {
    await dataset.close();
  }
}

const checkOf = (path: string): Promise<CheckReport> =>
  withDataset(path, (dataset) => dataset.check());

/** Facts of all sources that concern a kind, as text of time and what `tell` makes of the row. */
async function factsBySource(dataset: Dataset, symbols: readonly string[], until: string) {
  const sources = await dataset.openSources({ symbols, until: date(until), badRows: 'refuse' });
  const counts = new Map<
    string,
    { rows: number; first: string; last: string; payloads: unknown[] }
  >();
  for (const source of sources) {
    let previous = -Infinity;
    const counted = { rows: 0, first: '', last: '', payloads: [] as unknown[] };
    for (let chunk = await source.pull(); chunk; chunk = await source.pull()) {
      for (let row = 0; row < chunk.count; row++) {
        const time = chunk.knowledgeTime[row] as number;
        expect(time).toBeGreaterThanOrEqual(previous);
        previous = time;
        if (counted.rows++ === 0) counted.first = formatInstant(time);
        counted.payloads.push(chunk.payload[row]);
      }
    }
    counted.last = counted.rows === 0 ? '' : formatInstant(previous);
    counts.set(source.name, counted);
    source.close();
  }
  return counts;
}

const told = (findings: readonly Finding[], what: string): string[] =>
  findings.filter((finding) => finding.what === what).map(({ file, line }) => `${file}:${line}`);

describe('djia-2025', () => {
  // Its README: price rows, news items, filings (10-K and 10-Q), dividends, splits.
  const coverage: readonly (readonly [string, number, number, number, number, number])[] = [
    ['AAPL', 148, 390, 54, 53, 3],
    ['AMGN', 148, 246, 53, 57, 0],
    ['AMZN', 148, 387, 54, 0, 1],
    ['AXP', 148, 279, 54, 89, 0],
    ['CAT', 148, 204, 51, 87, 1],
    ['CRM', 148, 294, 53, 7, 1],
    ['GS', 154, 343, 54, 87, 0],
    ['HD', 154, 258, 53, 89, 0],
    ['HON', 148, 191, 51, 87, 0],
    ['IBM', 148, 302, 52, 87, 1],
    ['JNJ', 148, 324, 52, 87, 0],
    ['MCD', 148, 258, 54, 75, 0],
    ['PG', 148, 228, 53, 90, 1],
    ['SHW', 148, 151, 53, 87, 1],
    ['SPY', 14, 0, 0, 0, 0],
    ['TRV', 148, 124, 52, 89, 0],
  ];

  it('has the coverage of its README and no errors', async () => {
    const report = await checkOf(data('djia-2025'));
    expect(report.errors).toEqual([]);
    const found = report.coverage.map((one) => [
      one.symbol,
      one.bars,
      one.news,
      one.fundamentals,
      one.dividends,
      one.splits,
    ]);
    expect(found).toEqual(coverage);
    for (const { symbol, firstBar, lastBar } of report.coverage) {
      const spy = symbol === 'SPY';
      expect(firstBar).toBe(spy ? '2025-01-02' : '2024-12-13');
      expect(lastBar).toBe(spy ? '2025-03-07' : '2025-07-31');
    }
    expect(report.files.map(({ rows }) => rows)).toEqual([2246, 3574, 793, 1071, 9]);
  });

  it('lacks the sessions that its README names, and no others', async () => {
    const { gaps } = await checkOf(data('djia-2025'));
    const all = ['2025-01-10', '2025-01-13'];
    const most = [
      '2025-02-11',
      '2025-02-12',
      '2025-02-13',
      '2025-02-14',
      '2025-02-18',
      '2025-02-19',
    ];
    for (const { symbol, missingSessions } of gaps) {
      if (symbol === 'SPY') continue;
      expect([symbol, missingSessions]).toEqual([
        symbol,
        symbol === 'GS' || symbol === 'HD' ? all : [...all, ...most],
      ]);
    }
    expect(gaps).toHaveLength(16);
  });

  it('has three rows whose vwap is outside of the bar, and late actions', async () => {
    const { warnings } = await checkOf(data('djia-2025'));
    const lines = readFileSync(data('djia-2025/prices.csv'), 'utf8').split('\n');
    const rows = warnings
      .filter(({ what }) => what === 'vwap is outside low and high')
      .map(({ line }) => lines[line - 1]?.split(',').slice(0, 2).join(' '));
    expect(rows).toEqual(['AMZN 2025-02-06', 'CRM 2025-02-26', 'IBM 2025-01-29']);
    expect(told(warnings, 'the declaration date is missing').length).toBeGreaterThan(300);
    expect(warnings.filter(({ what }) => what.includes('mojibake'))).toEqual([]);
  });

  it('gives every fact once, in order of knowledge time', async () => {
    await withDataset(data('djia-2025'), async (dataset) => {
      const counts = await factsBySource(dataset, ['AAPL', 'GS'], '2025-07-31');
      expect(counts.get('prices.csv (AAPL)')).toMatchObject({
        rows: 148,
        first: '2024-12-13T21:00:00Z',
        last: '2025-07-31T20:00:00Z',
      });
      expect(counts.get('XNYS sessionClose')?.rows).toBe(156);
      const news = (counts.get('news.jsonl')?.payloads ?? []) as News[];
      const both = news.filter(({ symbols }) => symbols.includes('AAPL') && symbols.includes('GS'));
      expect(news).toHaveLength(390 + 343 - both.length);
      // The 10-Q of 2025-08-01 was accepted after the close of the last day.
      expect(counts.get('fundamentals.jsonl')?.rows).toBe(54 + 54 - 2);
    });
  });

  it('lets a run end earlier without a difference before', async () => {
    await withDataset(data('djia-2025'), async (dataset) => {
      const short = await factsBySource(dataset, ['IBM'], '2025-03-31');
      const long = await factsBySource(dataset, ['IBM'], '2025-07-31');
      for (const [name, { rows, payloads }] of short) {
        expect(long.get(name)?.payloads.slice(0, rows)).toEqual(payloads);
      }
    });
  });
});

describe('herculean-2026', () => {
  it('has 209 sessions of nine symbols, no volume and nothing to complain of', async () => {
    const report = await checkOf(data('herculean-2026'));
    expect(report).toMatchObject({ errors: [], warnings: [], gaps: [] });
    expect(report.coverage.map(({ bars }) => bars)).toEqual(Array.from({ length: 9 }, () => 209));
    await withDataset(data('herculean-2026'), async (dataset) => {
      expect(dataset.priceBasis).toBe('adjusted');
      const [source] = await dataset.openSources({
        symbols: ['MSFT'],
        until: date('2026-03-31'),
        badRows: 'refuse',
      });
      const chunk = await source?.pull();
      expect(chunk?.count).toBe(209);
      expect(chunk?.volume.subarray(0, 209).every(Number.isNaN)).toBe(true);
    });
  });
});

/** A folder with copies of files and a manifest. */
function describedFolder(name: string, files: readonly string[], manifest: string): string {
  const path = join(scratch, name);
  mkdirSync(path);
  for (const file of files) cpSync(data(file), join(path, file.split('/').at(-1) as string));
  writeFileSync(join(path, 'dataset.yaml'), manifest);
  return path;
}

describe('intraday', () => {
  it('reads a month of minutes around the clock without a gap', async () => {
    const file = 'btc-perp_1m_2021-12-31_2022-02-01.csv';
    const common = 'frequency: intraday, stamp: end, barMinutes: 1, priceBasis: raw';
    const bars = `{ file: ${file}, symbol: BTC, ${common}, order: [timestamp] }`;
    const path = describedFolder(
      'btc',
      [`intraday/${file}`],
      `name: btc\ncalendar: 24/7\ntimeZone: UTC\ncurrency: USD\nbars: ${bars}\n`,
    );
    const report = await checkOf(path);
    expect(report).toMatchObject({ errors: [], warnings: [], gaps: [] });
    expect(report.coverage[0]).toMatchObject({
      bars: 45_031,
      firstBar: '2021-12-31T23:01:00Z',
      lastBar: '2022-02-01T05:31:00Z',
    });
    expect(formatCivilDate(report.coverage[0]?.lastSession ?? 0)).toBe('2022-02-01');
  });

  it('reads bid and ask of a forex month, whose gaps it counts', async () => {
    const files = ['bid', 'ask'].map((side) => `gbpusd_m1_${side}_2012-02.csv`);
    const common = 'frequency: intraday, stamp: start, barMinutes: 1, priceBasis: raw';
    const bars = files.map(
      (file) => `  - { file: ${file}, symbol: ${file.slice(10, 13)}, ${common} }\n`,
    );
    const path = describedFolder(
      'forex',
      files.map((file) => `intraday/${file}`),
      `name: forex\ncalendar: 24/5\ncurrency: USD\nbars:\n${bars.join('')}`,
    );
    const report = await checkOf(path);
    expect(report.errors).toEqual([]);
    // 111 gaps in all by its README; 7 of them span the ends of sessions.
    expect(
      report.gaps.map(({ intradayGaps, missingSessionCount }) => [
        intradayGaps,
        missingSessionCount,
      ]),
    ).toEqual([
      [104, 0],
      [104, 0],
    ]);
    await withDataset(path, async (dataset) => {
      const counts = await factsBySource(dataset, ['bid', 'ask'], '2012-03-01');
      expect([...counts.values()].map(({ rows }) => rows)).toContain(30_117);
    });
  });
});

describe('filings-text', () => {
  it('groups sections to filings and finds their texts again', async () => {
    const path = describedFolder(
      'filings',
      ['filings-text/sections.jsonl'],
      'name: filings\ncalendar: XNYS\ncurrency: USD\nfilings: { file: sections.jsonl }\n',
    );
    const report = await checkOf(path);
    expect(report.errors).toEqual([]);
    // Two filings of JNJ have no date, so they never become known.
    expect(report.warnings.map(({ what }) => what.slice(0, 12))).toEqual(
      Array.from({ length: 4 }, () => 'no date stat'),
    );
    expect(report.coverage.map(({ filings }) => filings).reduce((a, b) => a + b)).toBe(59);
    await withDataset(path, async (dataset) => {
      const counts = await factsBySource(dataset, dataset.symbols, '2025-12-31');
      const filings = (counts.get('sections.jsonl')?.payloads ?? []) as Filing[];
      expect(filings).toHaveLength(57);
      const sections = filings.flatMap(({ sections }) => sections);
      expect(sections).toHaveLength(107);
      for (const { document } of sections) {
        expect(dataset.documents.get(document.sha256)?.length).toBe(document.chars);
      }
    });
  });
});
