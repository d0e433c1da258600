/** Tests of the sources of a tape: the same facts from every format and order, each at its time. */

import { DuckDBInstance } from '@duckdb/node-api';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatInstant, parseCivilDate, sha256Hex, type CivilDate } from '#values';
import { factKinds, type FactPayload, type FactSource, type Filing, type News } from '#contracts';
import { importDataset } from '../import/import-dataset.js';
import { openDataset } from '../open/open-dataset.js';

const root = mkdtempSync(join(tmpdir(), 'tape-sources-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;
const head = 'calendar: XNYS\ncurrency: USD\n';
const bars = 'frequency: daily, stamp: session, priceBasis: raw';
let folders = 0;

function folder(files: Record<string, string>): string {
  const path = join(root, `set-${folders++}`);
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

interface Fact {
  readonly time: string;
  readonly kind: number;
  readonly instrument: number;
  readonly close: number;
  readonly payload: FactPayload | undefined;
}

/** All facts in tape order: by time, source rank, position in the source. */
async function merged(sources: readonly FactSource[]): Promise<Fact[]> {
  const facts: (Fact & { at: number; rank: number; place: number })[] = [];
  expect(new Set(sources.map(({ rank }) => rank)).size).toBe(sources.length);
  expect(new Set(sources.map(({ name }) => name)).size).toBe(sources.length);
  for (const source of sources) {
    let place = 0;
    let last = -Infinity;
    for (let chunk = await source.pull(); chunk; chunk = await source.pull()) {
      expect(chunk.count).toBeGreaterThan(0);
      for (let row = 0; row < chunk.count; row++, place++) {
        const at = chunk.knowledgeTime[row] as number;
        expect(at).toBeGreaterThanOrEqual(last);
        last = at;
        facts.push({
          at,
          rank: source.rank,
          place,
          time: formatInstant(at),
          kind: chunk.kind[row] as number,
          instrument: chunk.instrument[row] as number,
          close: chunk.close[row] as number,
          payload: chunk.payload[row],
        });
      }
    }
    source.close();
  }
  facts.sort((a, b) => a.at - b.at || a.rank - b.rank || a.place - b.place);
  return facts.map(({ at: _at, rank: _rank, place: _place, ...fact }) => fact);
}

async function factsOf(
  path: string,
  symbols: readonly string[],
  until: string,
  options: { rowBudget?: number; badRows?: 'refuse' | 'drop' } = {},
): Promise<Fact[]> {
  const { rowBudget, badRows = 'refuse' } = options;
  const dataset = await openDataset(path, rowBudget === undefined ? {} : { rowBudget });
  try {
    return await merged(await dataset.openSources({ symbols, until: date(until), badRows }));
  } finally {
    await dataset.close();
  }
}

const days = ['2025-03-03', '2025-03-04', '2025-03-05', '2025-03-06', '2025-03-07', '2025-03-10'];
const symbols = ['A', 'B', 'C'];
/** Rows of three symbols on six days; the close identifies each. */
const rows = symbols.flatMap((symbol, one) =>
  days.map((day, two) => ({
    symbol,
    day,
    text: `${symbol},${day},9,999,1,${10 * (one + 1) + two},5\n`,
  })),
);
const prices = (list: readonly { text: string }[]): string =>
  `symbol,date,open,high,low,close,volume\n${list.map(({ text }) => text).join('')}`;
const manifest = `name: three\n${head}bars: { file: prices.csv, ${bars} }\nsymbols: [A, B, C]\n`;
const threeSymbols = folder({ 'dataset.yaml': manifest, 'prices.csv': prices(rows) });

describe('sources of a folder', () => {
  it('give sessions and bars in order, up to the close of the last session', async () => {
    const facts = await factsOf(threeSymbols, ['B', 'A'], '2025-03-04');
    expect(
      facts.map(({ time, kind, instrument, close }) => [time, kind, instrument, close]),
    ).toEqual([
      ['2025-03-03T14:30:00Z', factKinds.sessionOpen, 0xffff, NaN],
      ['2025-03-03T21:00:00Z', factKinds.bar, 0, 20],
      ['2025-03-03T21:00:00Z', factKinds.bar, 1, 10],
      ['2025-03-03T21:00:00Z', factKinds.sessionClose, 0xffff, NaN],
      ['2025-03-04T14:30:00Z', factKinds.sessionOpen, 0xffff, NaN],
      ['2025-03-04T21:00:00Z', factKinds.bar, 0, 21],
      ['2025-03-04T21:00:00Z', factKinds.bar, 1, 11],
      ['2025-03-04T21:00:00Z', factKinds.sessionClose, 0xffff, NaN],
    ]);
  });

  it('end with the last session before a weekend, and continue after the data', async () => {
    const weekend = await factsOf(threeSymbols, ['A'], '2025-03-09');
    expect(weekend.at(-1)?.time).toBe('2025-03-07T21:00:00Z');
    const beyond = await factsOf(threeSymbols, ['A'], '2025-03-12');
    expect(beyond.filter(({ kind }) => kind === factKinds.sessionClose)).toHaveLength(8);
  });

  const byTime = [...rows].sort((a, b) => {
    if (a.day < b.day) return -1;
    if (a.day > b.day) return 1;
    if (a.symbol < b.symbol) return 1;
    return -1;
  });
  const shuffled = [...rows].sort((a, b) => (sha256Hex(a.text) < sha256Hex(b.text) ? -1 : 1));
  const jsonl = (list: typeof rows): string =>
    list
      .map(({ symbol, day, text }) => {
        const [open, high, low, close, volume] = text.trim().split(',').slice(2).map(Number);
        return `${JSON.stringify({ symbol, date: day, open, high, low, close, volume })}\n`;
      })
      .join('');
  const asJsonl = manifest.replace('prices.csv', 'prices.jsonl');

  it.each([
    ['by time', { 'dataset.yaml': manifest, 'prices.csv': prices(byTime) }, undefined],
    ['in no order', { 'dataset.yaml': manifest, 'prices.csv': prices(shuffled) }, undefined],
    [
      'in no order, with a budget of 2',
      { 'dataset.yaml': manifest, 'prices.csv': prices(shuffled) },
      2,
    ],
    ['as JSONL', { 'dataset.yaml': asJsonl, 'prices.jsonl': jsonl(rows) }, undefined],
    ['as JSONL in no order', { 'dataset.yaml': asJsonl, 'prices.jsonl': jsonl(shuffled) }, 3],
  ])('are the same when the file is %s', async (_name, files, rowBudget) => {
    const path = folder(files as Record<string, string>);
    const budget = rowBudget === undefined ? {} : { rowBudget };
    const expected = await factsOf(threeSymbols, ['C', 'A'], '2025-03-10');
    expect(await factsOf(path, ['C', 'A'], '2025-03-10', budget)).toEqual(expected);
    expect(expected.filter(({ kind }) => kind === factKinds.bar)).toHaveLength(12);
  });

  it('are the same from Parquet', async () => {
    const path = folder({ 'dataset.yaml': manifest.replace('prices.csv', 'prices.parquet') });
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const values = shuffled.map(({ text }) => {
      const [symbol, day, ...numbers] = text.trim().split(',');
      return `('${symbol}', DATE '${day}', ${numbers.join(', ')})`;
    });
    await connection.run(
      `COPY (SELECT * FROM (VALUES ${values.join(', ')}) t(symbol, date, open, high, low, close, volume))
       TO '${join(path, 'prices.parquet')}' (FORMAT parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    const expected = await factsOf(threeSymbols, ['C', 'A'], '2025-03-10');
    expect(await factsOf(path, ['C', 'A'], '2025-03-10')).toEqual(expected);
  });
});

describe('facts beside bars', () => {
  const news = [
    {
      id: '1',
      symbols: ['A'],
      published_at: '2025-03-03T12:00:00Z',
      title: 'one',
      body: 'long text é',
    },
    { id: '2', symbols: ['B'], published_at: '2025-03-03T13:00:00Z', title: 'two' },
    { id: '3', symbols: ['B', 'A'], published_at: '2025-03-04T00:00:00Z', title: 'three' },
    { id: '4', symbols: ['A'], published_at: '2025-03-04T12:00:00Z', title: 'four' },
    { id: '5', symbols: ['A'], published_at: '2025-03-10T21:00:01Z', title: 'five' },
  ];
  const section = (name: string, text: string, rest: object = {}): object => ({
    symbol: 'A',
    form: '10-K',
    filed_at: '2025-03-04',
    accession_no: '1-1',
    section: name,
    text,
    ...rest,
  });
  const lines = (list: readonly object[]): string =>
    list.map((row) => `${JSON.stringify(row)}\n`).join('');
  const path = folder({
    'dataset.yaml':
      manifest +
      'news: { file: news.jsonl, order: [published_at, id] }\nfilings: { file: f.jsonl }\n' +
      'dividends: { file: d.csv }\nsplits: { file: s.csv }\nfundamentals: { file: x.jsonl }\n' +
      'currencies: { B: CAD }\n',
    'prices.csv': prices(rows),
    'news.jsonl': lines(news),
    'f.jsonl': lines([
      section('mda', 'the discussion'),
      section('mda', 'never', { accession_no: '1-2', filed_at: null }),
      section('risk', 'the risks'),
      section('mda', 'another', { symbol: 'B', accepted_at: '2025-03-03T22:00:00Z' }),
    ]),
    'd.csv':
      'symbol,ex_dividend_date,declaration_date,cash_amount\nA,2025-03-06,2025-03-03,0.5\n' +
      'B,2025-03-07,,0.25\n',
    's.csv': 'symbol,execution_date,split_from,split_to\nA,2025-03-05,1,4\n',
    'x.jsonl': lines([
      {
        symbol: 'A',
        form: '10-Q',
        period_end: '2024-12-31',
        filing_date: '2025-03-05',
        accepted_at: '2025-03-04T21:30:00Z',
        statements: {
          income: { revenues: { value: 5, unit: 'USD', label: 'Revenues' }, none: { value: null } },
        },
      },
    ]),
  });

  it('come at their knowledge time, of the chosen symbols only', async () => {
    const facts = await factsOf(path, ['A'], '2025-03-10');
    const others = facts.filter(({ kind }) => kind >= factKinds.news && kind <= factKinds.split);
    expect(others.map(({ time, kind, instrument }) => [time, kind, instrument])).toEqual([
      ['2025-03-03T12:00:00Z', factKinds.news, 0],
      ['2025-03-03T21:00:00Z', factKinds.dividend, 0],
      ['2025-03-04T12:00:00Z', factKinds.news, 0],
      // Midnight UTC means a date: the close of 4 March, after what was published at noon.
      ['2025-03-04T21:00:00Z', factKinds.news, 0xffff],
      ['2025-03-04T21:30:00Z', factKinds.fundamentals, 0],
      ['2025-03-04T22:30:00Z', factKinds.filing, 0],
      ['2025-03-05T05:00:00.000001Z', factKinds.split, 0],
    ]);
    const payloads = others.map(({ payload }) => payload);
    expect((payloads[3] as News).symbols).toEqual(['B', 'A']);
    expect((payloads[5] as Filing).sections.map(({ name }) => name)).toEqual(['mda', 'risk']);
    expect(payloads[4]).toMatchObject({
      statements: { income: { revenues: { value: 5, unit: 'USD', label: 'Revenues' } } },
    });
    expect(payloads[1]).toMatchObject({
      amount: 0.5,
      currency: 'USD',
      declaredDate: date('2025-03-03'),
    });
  });

  it('hold back texts by claim check', async () => {
    const dataset = await openDataset(path);
    const facts = await merged(
      await dataset.openSources({
        symbols: ['A', 'B'],
        until: date('2025-03-10'),
        badRows: 'refuse',
      }),
    );
    const filing = facts.find(({ kind }) => kind === factKinds.filing)?.payload as Filing;
    expect(filing.symbol).toBe('B');
    const first = facts.find(({ kind }) => kind === factKinds.news);
    const body = (first as { payload: News }).payload.body;
    expect(body).toEqual({ sha256: sha256Hex('long text é'), chars: 11 });
    expect(dataset.documents.get(body?.sha256 ?? '')).toBe('long text é');
    expect(dataset.documents.get(sha256Hex('the risks'))).toBe('the risks');
    expect(dataset.documents.get(sha256Hex('no such text'))).toBeUndefined();
    expect([dataset.currencyOf('A'), dataset.currencyOf('B')]).toEqual(['USD', 'CAD']);
    const coverage = (await dataset.coverage()).find(({ symbol }) => symbol === 'A');
    expect(coverage).toMatchObject({ bars: 6, news: 4, filings: 2, dividends: 1, splits: 1 });
    await dataset.close();
    await dataset.close();
  });

  it('survive an import unchanged', async () => {
    const out = join(root, 'imported');
    const report = await importDataset(path, out);
    expect(report.errors).toEqual([]);
    const before = await factsOf(path, ['A', 'B', 'C'], '2025-03-10');
    const after = await factsOf(out, ['A', 'B', 'C'], '2025-03-10');
    expect(after).toEqual(before);
    await expect(importDataset(path, out)).rejects.toMatchObject({ code: 'Conflict' });
    expect(readdirSync(root).filter((name) => name.includes('partial'))).toEqual([]);
  });
});

describe('a HERCULEAN environment file', () => {
  const path = join(root, 'environment.duckdb');
  const create = async (): Promise<void> => {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(`CREATE TABLE prices (id INTEGER, symbol VARCHAR, date DATE, open DOUBLE, high DOUBLE,
      low DOUBLE, close DOUBLE, adj_close DOUBLE, volume BIGINT)`);
    await connection.run(`INSERT INTO prices VALUES
      (1, 'MSFT', '2026-01-02', 10, 12, 9, 11, 10.5, 100), (2, 'MSFT', '2026-01-05', 11, 12, 9, 10, 9.5, NULL),
      (3, 'AAPL', '2026-01-02', 20, 22, 19, 21, 20.5, 300)`);
    await connection.run(
      'CREATE TABLE news (id INTEGER, symbol VARCHAR, date DATE, highlights VARCHAR)',
    );
    await connection.run(
      "INSERT INTO news VALUES (7, 'MSFT', '2026-01-03', 'on a Saturday'), (8, 'AAPL', " +
        "'2026-01-02', 'x')",
    );
    await connection.run(`CREATE TABLE filings (id INTEGER, symbol VARCHAR, date DATE, mda_content VARCHAR,
      risk_content VARCHAR, document_type VARCHAR)`);
    await connection.run(`INSERT INTO filings VALUES (1, 'MSFT', '2026-01-02', 'mda text', 'risk text', '10-K'),
      (2, 'MSFT', '2026-01-05', NULL, '', '10-Q')`);
    connection.closeSync();
    instance.closeSync();
  };

  it('is read as its rules say', async () => {
    await create();
    const dataset = await openDataset(path);
    expect(dataset).toMatchObject({
      tradePrice: 'adjClose',
      dateRule: 'herculean-date',
      symbols: ['AAPL', 'MSFT'],
    });
    expect((await dataset.check()).errors).toEqual([]);
    const facts = await merged(
      await dataset.openSources({
        symbols: ['MSFT'],
        until: date('2026-01-05'),
        badRows: 'refuse',
      }),
    );
    const told = facts.filter(
      ({ kind }) => kind !== factKinds.sessionOpen && kind !== factKinds.sessionClose,
    );
    expect(told.map(({ time, kind, close }) => [time, kind, close])).toEqual([
      ['2026-01-02T21:00:00Z', factKinds.filing, NaN],
      ['2026-01-02T21:00:00Z', factKinds.bar, 11],
      ['2026-01-05T21:00:00Z', factKinds.news, NaN],
      ['2026-01-05T21:00:00Z', factKinds.filing, NaN],
      ['2026-01-05T21:00:00Z', factKinds.bar, 10],
    ]);
    const [filing, , news] = told.map(({ payload }) => payload);
    const documents = (filing as Filing).sections.map(({ document }) =>
      dataset.documents.get(document.sha256),
    );
    expect(documents).toEqual(['mda text', 'risk text']);
    expect(news).toMatchObject({ id: '7', title: '', summary: 'on a Saturday' });
    expect(await dataset.contentHash()).toMatch(/^[0-9a-f]{64}$/);
    await dataset.close();
    const out = join(root, 'environment-folder');
    await importDataset(path, out);
    const imported = await factsOf(out, ['MSFT'], '2026-01-05');
    expect(imported).toEqual(facts);
  });

  it('is refused if it is not an environment file', async () => {
    const broken = folder({ 'x.duckdb': 'no database' });
    await expect(openDataset(join(broken, 'x.duckdb'))).rejects.toMatchObject({
      code: 'InvalidInput',
    });
    const other = join(root, 'other.duckdb');
    const instance = await DuckDBInstance.create(other);
    const connection = await instance.connect();
    await connection.run('CREATE TABLE t (a INTEGER)');
    connection.closeSync();
    instance.closeSync();
    await expect(openDataset(other)).rejects.toThrow(/expected a table prices; found t/);
  });
});
