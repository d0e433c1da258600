/** The tables of an environment file being written: rows are staged, compared with the existing ones, and appended. */

import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { conflict, excerpt, invalidInput, unavailable } from '#values';
import { quoteText } from '#market-data/tables/database';
import { appendRow, columnsText, type WrittenColumns } from '#market-data/tables/written-rows';
import type { EnvironmentRow, EnvironmentTable } from './environment-rows.js';

const environmentTables = ['prices', 'news', 'filings'] as const;
export type TableCounts = Readonly<Record<EnvironmentTable, number>>;
export const noRows: TableCounts = { prices: 0, news: 0, filings: 0 };

/** Identical to HERCULEAN's, plus two tables of our own: the settings, and what was appended when. */
const schema = `
CREATE TABLE prices (id BIGINT PRIMARY KEY, symbol VARCHAR NOT NULL, date DATE NOT NULL, open DOUBLE, high DOUBLE,
  low DOUBLE, close DOUBLE, adj_close DOUBLE, volume BIGINT);
CREATE TABLE news (id BIGINT PRIMARY KEY, symbol VARCHAR NOT NULL, date DATE NOT NULL, highlights VARCHAR);
CREATE TABLE filings (id BIGINT PRIMARY KEY, symbol VARCHAR NOT NULL, date DATE NOT NULL, mda_content VARCHAR,
  risk_content VARCHAR, document_type VARCHAR NOT NULL);
CREATE TABLE tapefold_export (name VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);
CREATE TABLE tapefold_cuts (through DATE PRIMARY KEY, prices BIGINT, news BIGINT, filings BIGINT);`;

/** Staged rows, in the form of `EnvironmentRow`; `day` counts from 1970. */
const stagedColumns: Readonly<Record<EnvironmentTable, WrittenColumns>> = {
  prices: {
    symbol: 'VARCHAR',
    day: 'BIGINT',
    open: 'DOUBLE',
    high: 'DOUBLE',
    low: 'DOUBLE',
    close: 'DOUBLE',
    adj_close: 'DOUBLE',
    volume: 'BIGINT',
  },
  news: {
    symbol: 'VARCHAR',
    day: 'BIGINT',
    number: 'BIGINT',
    source_id: 'VARCHAR',
    text: 'VARCHAR',
  },
  filings: {
    symbol: 'VARCHAR',
    day: 'BIGINT',
    number: 'BIGINT',
    document_type: 'VARCHAR',
    accession: 'VARCHAR',
    is_relabeled: 'BOOLEAN',
    mda_content: 'VARCHAR',
    risk_content: 'VARCHAR',
  },
};

const date = "DATE '1970-01-01' + CAST(day AS INTEGER) AS date";
/** The expected contents of the tables, with a number `n` for rows of one key. Two symbols may share one filing. */
const views = `
CREATE TEMP VIEW next_prices AS SELECT symbol, ${date}, 1 AS n, open, high, low, close, adj_close, volume
  FROM staged_prices;
CREATE TEMP VIEW next_news AS SELECT symbol, ${date}, 1 AS n, count(*) AS items, min(source_id) AS source_id,
  nullif(string_agg(nullif(text, ''), chr(10) || chr(10) ORDER BY number), '') AS highlights
  FROM staged_news GROUP BY symbol, day;
CREATE TEMP VIEW next_filings AS SELECT symbol, ${date}, mda_content, risk_content, document_type,
  row_number() OVER (PARTITION BY symbol, day, document_type ORDER BY number) AS n
  FROM (SELECT *, row_number() OVER (PARTITION BY symbol, day, document_type,
      coalesce(accession, md5(concat(mda_content, chr(0), risk_content))) ORDER BY is_relabeled, number) AS again
    FROM staged_filings) WHERE again = 1;`;

/** The columns to compare; a row is identified by symbol, date and the rest of its key. */
const columnsOf: Readonly<Record<EnvironmentTable, readonly string[]>> = {
  prices: ['open', 'high', 'low', 'close', 'adj_close', 'volume'],
  news: ['highlights'],
  filings: ['mda_content', 'risk_content'],
};
const keyOf: Readonly<Record<EnvironmentTable, readonly string[]>> = {
  prices: ['symbol', 'date'],
  news: ['symbol', 'date'],
  filings: ['symbol', 'date', 'document_type'],
};

type Rows = readonly Record<string, unknown>[];

/** Owns the connection's temporary tables; the caller opens and closes the file. */
export class EnvironmentDatabase {
  constructor(
    private readonly connection: DuckDBConnection,
    private readonly file: string,
  ) {}

  async create(settings: ReadonlyMap<string, string>): Promise<void> {
    await this.run(schema);
    for (const [name, value] of settings) {
      await this.run(
        `INSERT INTO tapefold_export VALUES (${quoteText(name)}, ${quoteText(value)})`,
      );
    }
  }

  /** The file's own settings. Throws `Conflict` for a file that we did not write. */
  async settings(): Promise<Map<string, string>> {
    const own = [...environmentTables, 'tapefold_export', 'tapefold_cuts'];
    const [found] = await this.rows(
      `SELECT count(*) AS tables FROM duckdb_tables() WHERE database_name = current_database()
       AND table_name IN (${own.map(quoteText).join(', ')})`,
    );
    if (Number(found?.['tables']) !== own.length) {
      throw conflict('the file exists already, and no export wrote it', { where: this.file });
    }
    const rows = await this.rows('SELECT name, value FROM tapefold_export');
    return new Map(rows.map(({ name, value }) => [String(name), String(value)]));
  }

  /** The last day in the file, as `YYYY-MM-DD`; undefined for an empty one. */
  async lastCut(): Promise<string | undefined> {
    const [row] = await this.rows(
      'SELECT CAST(max(through) AS VARCHAR) AS last FROM tapefold_cuts',
    );
    return typeof row?.['last'] === 'string' ? row['last'] : undefined;
  }

  /** Stages rows; the file stays unchanged. */
  async stage(rows: AsyncIterable<EnvironmentRow>): Promise<void> {
    const appenders = new Map<EnvironmentTable, DuckDBAppender>();
    for (const table of environmentTables) {
      const staged = `staged_${table}`;
      await this.run(`CREATE TEMP TABLE ${staged} (${columnsText(stagedColumns[table])})`);
      appenders.set(table, await this.connection.createAppender(staged, null, 'temp'));
    }
    for await (const { table, ...row } of rows) {
      appendRow(appenders.get(table) as DuckDBAppender, stagedColumns[table], row);
    }
    for (const appender of appenders.values()) appender.closeSync();
    await this.run(views);
  }

  /** Counts the rows up to `cut` if all match. Throws `Conflict` that names the first mismatch. */
  async compare(cut: string): Promise<TableCounts> {
    const counts = { ...noRows };
    for (const table of environmentTables) counts[table] = await this.compareTable(table, cut);
    return counts;
  }

  private async compareTable(table: EnvironmentTable, cut: string): Promise<number> {
    const keys = keyOf[table];
    const columns = columnsOf[table];
    const until = `date <= DATE ${quoteText(cut)}`;
    const own = `(SELECT *, row_number() OVER (PARTITION BY ${keys.join(', ')} ORDER BY id) AS n FROM ${table}
      WHERE ${until})`;
    const next = `(SELECT * FROM next_${table} WHERE ${until})`;
    const differs = columns.map((name) => `own.${name} IS DISTINCT FROM next.${name}`).join(' OR ');
    const shown = columns.flatMap((name) => [
      `CAST(own.${name} AS VARCHAR) AS own_${name}`,
      `CAST(next.${name} AS VARCHAR) AS next_${name}`,
    ]);
    const [row] = await this.rows(`SELECT concat_ws(' ', ${keys.join(', ')}) AS key, own.id AS id,
      next.n IS NULL AS lacking, ${shown.join(', ')}
      FROM ${own} own FULL OUTER JOIN ${next} next USING (${[...keys, 'n'].join(', ')})
      WHERE own.id IS NULL OR next.n IS NULL OR ${differs} ORDER BY date, symbol LIMIT 1`);
    if (row) throw difference(this.file, table, row, columns);
    const [count] = await this.rows(`SELECT count(*) AS rows FROM ${own}`);
    return Number(count?.['rows']);
  }

  /** Whether each text of news is one item of the data set with its own integer id. */
  async hasWholeIds(): Promise<boolean> {
    const [row] = await this.rows(`SELECT count(*) = count(DISTINCT TRY_CAST(source_id AS BIGINT))
      AND coalesce(bool_and(items = 1), true) AS whole FROM next_news`);
    return row?.['whole'] === true;
  }

  /**
   * Appends the rows after `after`, cut by cut, in one transaction. Numbers follow date and symbol, so that they are
   * the same whether the file grew day by day or at once.
   */
  async append(
    after: string | undefined,
    cuts: readonly string[],
    newsIds: 'source' | 'numbered',
  ): Promise<TableCounts> {
    const through = cuts.at(-1);
    if (through === undefined) return noRows;
    const span = dates(after, through);
    if (newsIds === 'source' && !(await this.hasWholeIds())) {
      throw invalidInput('a news item has no number of its own', {
        where: this.file,
        expected: 'one item a symbol and day, with a whole number as its id, as in the rows before',
      });
    }
    await this.run('BEGIN TRANSACTION');
    const number = (table: EnvironmentTable, order: string): string =>
      `(SELECT coalesce(max(id), 0) FROM ${table}) + row_number() OVER (ORDER BY ${order})`;
    await this
      .run(`INSERT INTO prices SELECT ${number('prices', 'date, symbol')}, symbol, date, open, high, low,
      close, adj_close, volume FROM next_prices WHERE ${span} ORDER BY date, symbol`);
    const newsId =
      newsIds === 'source' ? 'CAST(source_id AS BIGINT)' : number('news', 'date, symbol');
    await this
      .run(`INSERT INTO news SELECT ${newsId}, symbol, date, highlights FROM next_news WHERE ${span}
      ORDER BY date, symbol`);
    await this
      .run(`INSERT INTO filings SELECT ${number('filings', 'date, symbol, document_type, n')}, symbol, date,
      mda_content, risk_content, document_type FROM next_filings WHERE ${span}
      ORDER BY date, symbol, document_type, n`);
    let before = after;
    for (const cut of cuts) {
      const counts = environmentTables.map(
        (table) => `(SELECT count(*) FROM ${table} WHERE ${dates(before, cut)})`,
      );
      await this.run(
        `INSERT INTO tapefold_cuts SELECT DATE ${quoteText(cut)}, ${counts.join(', ')}`,
      );
      before = cut;
    }
    await this.run('COMMIT');
    const [sums] = await this.rows(
      `SELECT ${environmentTables
        .map((table) => `(SELECT count(*) FROM ${table} WHERE ${span}) AS ${table}`)
        .join(', ')}`,
    );
    const count = (table: EnvironmentTable): number => Number(sums?.[table]);
    return { prices: count('prices'), news: count('news'), filings: count('filings') };
  }

  private async run(sql: string): Promise<void> {
    try {
      await this.connection.run(sql);
    } catch (cause) {
      throw unavailable('the file cannot be written', { where: this.file, cause });
    }
  }

  private async rows(sql: string): Promise<Rows> {
    const reader = await this.connection.runAndReadAll(sql);
    return reader.getRowObjectsJson();
  }
}

/** Days after `after`, or all, up to `through`. */
function dates(after: string | undefined, through: string): string {
  const until = `date <= DATE ${quoteText(through)}`;
  return after === undefined ? until : `${until} AND date > DATE ${quoteText(after)}`;
}

/** Actual and expected values of the first row that differs. */
function difference(
  file: string,
  table: EnvironmentTable,
  row: Record<string, unknown>,
  columns: readonly string[],
): Error {
  const place = `${file}, ${table}, ${String(row['key'])}`;
  if (row['id'] === null) {
    return conflict('the data set has a row of a day that the file closed without it', {
      where: place,
    });
  }
  if (row['lacking'] === true) {
    return conflict('the data set lacks a row that the file has', { where: place });
  }
  const column = columns.find((name) => row[`own_${name}`] !== row[`next_${name}`]) ?? '';
  const told = (value: unknown): string => (value === null ? 'nothing' : excerpt(value));
  return conflict('the data set says something else about a day that the file has', {
    where: `${place}, ${column}`,
    expected: told(row[`own_${column}`]),
    found: told(row[`next_${column}`]),
  });
}
