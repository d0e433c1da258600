/**
 * Tests of written HERCULEAN environment files: their schema, their rules, and how
 * they roll forward.
 */

import { DuckDBInstance } from '@duckdb/node-api';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCivilDate, type CivilDate } from '#values';
import { factKinds, type FactColumns } from '#contracts';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { endsOfWeeks } from '#market-data/calendar/periodic';
import { openDataset } from '#market-data';
import { exportEnvironment, type ExportOptions, type ExportReport } from './export-environment.js';

const root = mkdtempSync(join(tmpdir(), 'export-environment-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;
const lines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
let made = 0;

const head = 'name: source\ncalendar: XNYS\ntimeZone: America/New_York\ncurrency: USD\n';
const tables = `bars: { file: prices.csv, frequency: daily, stamp: session, priceBasis: adjusted }
news: { file: news.jsonl }
filings: { file: filings.jsonl }
`;
const days = ['2026-04-01', '2026-04-02', '2026-04-06', '2026-04-07'];
const prices = (through: string): string =>
  `symbol,date,open,high,low,close,adj_close,volume\n${days
    .filter((day) => day <= through)
    .flatMap((day, at) => [
      `MSFT,${day},10,30,9,${11 + at},,1000\n`,
      `GOOG,${day},20,40,19,${21 + at},${20 + at}.5,\n`,
    ])
    .join('')}`;
const news = [
  { id: 'a', symbol: 'MSFT', published_at: '2026-04-01T14:00:00Z', title: 'first', summary: 's' },
  { id: 'b', symbol: 'MSFT', published_at: '2026-04-01T15:00:00Z', title: 'second' },
  { id: 'c', symbol: 'MSFT', published_at: '2026-04-01T20:00:01Z', title: 'behind the close' },
  { id: 'd', symbols: ['GOOG', 'GOOGL', 'XOM'], published_at: '2026-04-04', body: 'on a Saturday' },
];
const filing = (symbol: string, form: string, rest: object): object => ({
  symbol,
  form,
  section: 'mda',
  text: `${symbol} ${form}`,
  ...rest,
});
const filings = [
  filing('MSFT', '10-K/A', { filed_at: '2026-04-01' }),
  filing('MSFT', '8-K', { filed_at: '2026-04-01' }),
  filing('MSFT', '10-Q', { filed_at: '2026-04-02', accepted_at: '2026-04-02T22:00:00Z' }),
  filing('GOOG', '10-Q', { filed_at: '2026-04-06', accession_no: '1' }),
  filing('GOOG', '10-Q', { filed_at: '2026-04-06', accession_no: '1', section: 'risk', text: 'r' }),
  filing('GOOGL', '10-Q', { filed_at: '2026-04-06', accession_no: '1', text: 'its own' }),
];

interface Files {
  readonly prices?: string;
  readonly news?: readonly object[];
  readonly filings?: readonly object[];
  readonly manifest?: string;
}

function source(files: Files = {}): string {
  const path = join(root, `source-${made++}`);
  mkdirSync(path);
  writeFileSync(join(path, 'dataset.yaml'), files.manifest ?? `${head}${tables}`);
  writeFileSync(join(path, 'prices.csv'), files.prices ?? prices('2026-04-07'));
  writeFileSync(join(path, 'news.jsonl'), lines(files.news ?? news));
  writeFileSync(join(path, 'filings.jsonl'), lines(files.filings ?? filings));
  return path;
}

const newFile = (): string => join(root, `environment-${made++}.duckdb`);

async function written(
  from: string,
  out: string,
  options: ExportOptions = {},
): Promise<ExportReport> {
  const dataset = await openDataset(from);
  try {
    return await exportEnvironment(dataset, out, options);
  } finally {
    await dataset.close();
  }
}

async function query(path: string, sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson() as unknown[][];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const content = (path: string): Promise<unknown[][][]> =>
  Promise.all(
    ['prices', 'news', 'filings', 'tapefold_export', 'tapefold_cuts'].map((table) =>
      query(path, `SELECT * FROM ${table} ORDER BY 1`),
    ),
  );

describe('an environment file', () => {
  it('has the tables of HERCULEAN, letter for letter', async () => {
    const out = newFile();
    await written(source(), out);
    const columns = await query(
      out,
      `SELECT table_name, string_agg(column_name || ' ' || data_type, ', ' ORDER BY ordinal_position)
       FROM information_schema.columns WHERE table_name IN ('prices', 'news', 'filings') GROUP BY 1 ORDER BY 1`,
    );
    expect(columns).toEqual([
      [
        'filings',
        'id BIGINT, symbol VARCHAR, date DATE, mda_content VARCHAR, risk_content VARCHAR, ' +
          'document_type VARCHAR',
      ],
      ['news', 'id BIGINT, symbol VARCHAR, date DATE, highlights VARCHAR'],
      [
        'prices',
        'id BIGINT, symbol VARCHAR, date DATE, open DOUBLE, high DOUBLE, low DOUBLE, close ' +
          'DOUBLE, adj_close DOUBLE, volume BIGINT',
      ],
    ]);
  });

  it('follows the rules that it states, and shows them', async () => {
    const out = newFile();
    const report = await written(source(), out);
    expect((await query(out, 'SELECT * EXCLUDE (id) FROM prices ORDER BY id')).slice(0, 2)).toEqual(
      [
        ['GOOGL', '2026-04-01', 20, 40, 19, 21, 20.5, null],
        ['MSFT', '2026-04-01', 10, 30, 9, 11, 11, '1000'],
      ],
    );
    expect(await query(out, 'SELECT * FROM news ORDER BY id')).toEqual([
      ['1', 'MSFT', '2026-04-01', 'first\ns\n\nsecond'],
      ['2', 'MSFT', '2026-04-02', 'behind the close'],
      ['3', 'GOOGL', '2026-04-04', 'on a Saturday'],
    ]);
    expect(await query(out, 'SELECT * FROM filings ORDER BY id')).toEqual([
      ['1', 'MSFT', '2026-04-02', 'MSFT 10-Q', '', '10-Q'],
      ['2', 'GOOGL', '2026-04-06', 'its own', '', '10-Q'],
    ]);
    expect(report).toMatchObject({
      isNew: true,
      through: '2026-04-07',
      cuts: days,
      appended: { prices: 8, news: 3, filings: 2 },
      leftOut: { 'amended filings': 1, 'filings of other forms': 1 },
    });
    const rules = await query(
      out,
      `SELECT name, value FROM tapefold_export WHERE name LIKE 'rule %'`,
    );
    expect(Object.fromEntries(rules)).toEqual(
      Object.fromEntries(
        Object.entries(report.rules).map(([name, rule]) => [`rule ${name}`, rule]),
      ),
    );
    expect(report.rules['symbols']).toContain('GOOG is GOOGL');
  });

  it('gives the same tape when it is read and written again', async () => {
    const first = newFile();
    const second = newFile();
    await written(source(), first);
    await written(first, second);
    expect((await content(second)).slice(0, 3)).toEqual((await content(first)).slice(0, 3));
    expect(await tapeOf(second)).toEqual(await tapeOf(first));
  });

  it('has bars of GOOGL when there are both', async () => {
    const out = newFile();
    const own = 'GOOGL,2026-04-01,30,32,29,31,31,5\n';
    const report = await written(source({ prices: prices('2026-04-01') + own }), out);
    expect(await query(out, `SELECT open FROM prices WHERE symbol = 'GOOGL'`)).toEqual([[30]]);
    expect(report.leftOut).toMatchObject({ 'bars of GOOG': 1 });
  });

  it.each([
    [
      'intraday bars',
      `${head}bars: { file: prices.csv, frequency: intraday, stamp: end, priceBasis: raw }\n`,
      /expected daily bars/,
    ],
    ['another calendar', `${head}${tables}`.replace('XNYS', '24/7'), /XNYS/],
    ['another currency', `${head}${tables}`.replace('USD', 'EUR'), /USD/],
  ])('is refused for %s', async (_name, manifest, message) => {
    const out = newFile();
    await expect(written(source({ manifest }), out)).rejects.toThrow(message);
    expect(existsSync(out)).toBe(false);
  });
});

describe('rolling forward', () => {
  /** Through the day before the last one. */
  const closed = newFile();
  beforeAll(async () => {
    await written(source(), closed, { through: date('2026-04-06') });
  });

  it('day by day gives what one go gives', async () => {
    const daily = newFile();
    const once = newFile();
    const whole = source();
    await written(whole, once);
    for (const day of days) {
      const report = await written(source({ prices: prices(day) }), daily, { through: date(day) });
      expect([report.cuts, report.through]).toEqual([[day], day]);
    }
    expect(await content(daily)).toEqual(await content(once));
    const again = await written(whole, daily);
    expect([again.cuts, again.compared]).toEqual([[], { prices: 8, news: 3, filings: 2 }]);
    expect(readdirSync(root).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('by weeks waits for the last session of a week', async () => {
    const out = newFile();
    const report = await written(source(), out, { weekly: true });
    // 2026-04-03 is Good Friday.
    expect([report.cuts, report.through]).toEqual([['2026-04-02'], '2026-04-02']);
    expect(await query(out, 'SELECT max(date)::VARCHAR FROM prices')).toEqual([['2026-04-02']]);
    const calendar = calendarOf('XNYS');
    expect(endsOfWeeks(calendar, date('2026-04-01'), date('2026-04-19'))).toEqual(
      ['2026-04-02', '2026-04-10', '2026-04-17'].map(date),
    );
  });

  it.each([
    [
      'another price',
      { prices: prices('2026-04-07').replace('10,30,9,11', '10,30,9,11.5') },
      /prices, MSFT 2026-04-01, close: .*expected "11\.0"; found "11\.5"/,
    ],
    [
      'another text',
      { news: [{ ...news[0], title: 'new' }, ...news.slice(1)] },
      /news, MSFT 2026-04-01, highlights: .*found "new/,
    ],
    [
      'a filing less',
      { filings: filings.slice(3) },
      /filings, MSFT 2026-04-02 10-Q: .*lacks a row that the file has/,
    ],
    [
      'a filing more',
      { filings: [...filings, filing('MSFT', '10-K', { filed_at: '2026-04-01' })] },
      /filings, MSFT 2026-04-01 10-K: .*closed without it/,
    ],
  ])('refuses %s in days that are there', async (_name, files, message) => {
    const out = newFile();
    copyFileSync(closed, out);
    const refused = written(source(files), out);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ code: 'Conflict' });
    expect(readFileSync(out).equals(readFileSync(closed))).toBe(true);
  });

  it('refuses another beginning, other symbols, and files of others', async () => {
    const out = newFile();
    await written(source(), out, { from: date('2026-04-02'), symbols: ['MSFT'] });
    expect(await query(out, 'SELECT DISTINCT symbol FROM prices')).toEqual([['MSFT']]);
    await expect(written(source(), out, { from: date('2026-04-01') })).rejects.toThrow(/from/);
    await expect(written(source(), out, { symbols: ['GOOGL'] })).rejects.toThrow(/symbols/);
    const other = newFile();
    const instance = await DuckDBInstance.create(other);
    const connection = await instance.connect();
    await connection.run('CREATE TABLE prices (id INTEGER)');
    connection.closeSync();
    instance.closeSync();
    await expect(written(source(), other)).rejects.toThrow(/no export wrote it/);
  });

  it('refuses days that the data set does not reach, and symbols that it does not have', async () => {
    await expect(written(source(), newFile(), { through: date('2026-04-10') })).rejects.toThrow(
      /at most 2026-04-07/,
    );
    await expect(written(source(), newFile(), { symbols: ['XOM'] })).rejects.toThrow(
      /no such symbol/,
    );
  });

  it('waits for the process that holds the file', async () => {
    const out = newFile();
    await written(source(), out, { through: date('2026-04-01') });
    const program = `import { DuckDBInstance } from '@duckdb/node-api';
      const instance = await DuckDBInstance.create(${JSON.stringify(out)}, { access_mode: 'READ_ONLY' });
      process.stdin.on('end', () => process.exit(0)).resume();
      console.log('held');`;
    const holder = execFile(process.execPath, ['--input-type=module', '-e', program]);
    await new Promise((resolve) => holder.stdout?.once('data', resolve));
    await expect(written(source(), out)).rejects.toMatchObject({ code: 'Unavailable' });
    holder.stdin?.end();
    await new Promise((resolve) => holder.once('exit', resolve));
    expect((await written(source(), out)).through).toBe('2026-04-07');
  });

  it('removes what a process that died left', async () => {
    const out = newFile();
    await written(source(), out, { through: date('2026-04-01') });
    writeFileSync(`${out}.partial-1`, 'half');
    await written(source(), out);
    expect(existsSync(`${out}.partial-1`)).toBe(false);
  });
});

/** Bars, news and filings of a tape, as plain values. */
async function tapeOf(path: string): Promise<unknown[]> {
  const dataset = await openDataset(path);
  const symbols = dataset.symbols;
  const facts: unknown[] = [];
  const sources = await dataset.openSources({
    symbols,
    until: date('2026-04-07'),
    badRows: 'refuse',
  });
  for (const one of sources) {
    for (let chunk = await one.pull(); chunk; chunk = await one.pull()) {
      for (let row = 0; row < chunk.count; row++) facts.push(plain(chunk, row));
    }
    one.close();
  }
  await dataset.close();
  return facts;
}

function plain(chunk: FactColumns, row: number): unknown {
  const { kind, instrument, knowledgeTime, open, close, adjClose, volume, payload } = chunk;
  const columns = [open, close, adjClose, volume].map((column) => column[row]);
  const values = kind[row] === factKinds.bar ? columns : payload[row];
  return [kind[row], instrument[row], knowledgeTime[row], values];
}

describe('a split of raw prices', () => {
  const manifest = `${head}${tables.replace('adjusted', 'raw')}splits: { file: splits.csv }\n`;
  const split = (from: string): string => {
    writeFileSync(
      join(from, 'splits.csv'),
      'symbol,execution_date,split_from,split_to\nMSFT,2026-04-06,1,2\nGOOG,2026-04-06,1,3\n',
    );
    return from;
  };
  const pricesIn = (out: string): Promise<unknown[][]> =>
    query(out, 'SELECT symbol, date, open, close, adj_close, volume FROM prices ORDER BY id');

  it('divides the prices before it, and multiplies their volume', async () => {
    const out = newFile();
    const report = await written(split(source({ manifest })), out);
    expect((await pricesIn(out)).filter(([symbol]) => symbol === 'MSFT')).toEqual([
      ['MSFT', '2026-04-01', 5, 5.5, 5.5, '2000'],
      ['MSFT', '2026-04-02', 5, 6, 6, '2000'],
      ['MSFT', '2026-04-06', 10, 13, 13, '1000'],
      ['MSFT', '2026-04-07', 10, 14, 14, '1000'],
    ]);
    // The vendor's adjusted close is already in later shares.
    expect(await pricesIn(out)).toContainEqual(['GOOGL', '2026-04-02', 20 / 3, 22 / 3, 21.5, null]);
    expect(report.leftOut).not.toHaveProperty('split');
  });

  it('is not known to a file that ends before it, which it refuses to change', async () => {
    const out = newFile();
    const from = split(source({ manifest }));
    await written(from, out, { through: date('2026-04-02') });
    expect(await pricesIn(out)).toContainEqual(['MSFT', '2026-04-01', 10, 11, 11, '1000']);
    await expect(written(from, out)).rejects.toMatchObject({
      code: 'Conflict',
      where: expect.stringContaining('2026-04-01, open'),
    });
  });

  it('is left out where prices are adjusted for it', async () => {
    const out = newFile();
    const report = await written(
      split(source({ manifest: manifest.replace('raw', 'adjusted') })),
      out,
    );
    expect(await pricesIn(out)).toContainEqual(['MSFT', '2026-04-01', 10, 11, 11, '1000']);
    expect(report.leftOut).toMatchObject({ split: 2 });
  });
});
