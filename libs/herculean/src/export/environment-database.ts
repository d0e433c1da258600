/**
 * The tables of an environment file being written: rows are staged, compared with the existing
 * ones, and appended.
 */

import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { conflict, excerpt, invalidInput, unavailable } from '#values';
import { quoteText } from '#market-data/tables/database';
import {
  appendRow,
  columnsText,
  type WrittenColumns,
  type WrittenRow,
} from '#market-data/tables/parquet-file';
import type { EnvironmentRow, EnvironmentTable } from './environment-rows.js';

export type TableCounts = Readonly<Record<EnvironmentTable, number>>;

/** One of HERCULEAN's tables, each of which begins with `id`, `symbol` and `date`. */
interface TableForm {
  /** Its other columns, with their types, in the order of the file. */
  readonly columns: Readonly<Record<string, string>>;
  /** What identifies a row besides symbol and date. */
  readonly key: readonly string[];
  /**
   * Staged rows, in the form of `EnvironmentRow`, besides `symbol` and `day`, which
   * counts from 1970.
   */
  readonly staged: WrittenColumns;
  /** The expected rows: `symbol`, `day`, the columns, and a number `n` for rows of one key. */
  readonly expected: string;
}

const priceColumns: WrittenColumns = {
  open: 'DOUBLE',
  high: 'DOUBLE',
  low: 'DOUBLE',
  close: 'DOUBLE',
  adj_close: 'DOUBLE',
  volume: 'BIGINT',
};
const sections = { mda_content: 'VARCHAR', risk_content: 'VARCHAR' } as const;
const forms: Readonly<Record<EnvironmentTable, TableForm>> = {
  prices: {
    columns: priceColumns,
    key: [],
    staged: priceColumns,
    expected: 'SELECT *, 1 AS n FROM staged_prices',
  },
  news: {
    columns: { highlights: 'VARCHAR' },
    key: [],
    staged: { number: 'BIGINT', source_id: 'VARCHAR', text: 'VARCHAR' },
    expected: `SELECT symbol, day, 1 AS n, count(*) AS items, min(source_id) AS source_id,
      nullif(string_agg(nullif(text, ''), chr(10) || chr(10) ORDER BY number), '') AS highlights
      FROM staged_news GROUP BY symbol, day`,
  },
  filings: {
    columns: { ...sections, document_type: 'VARCHAR NOT NULL' },
    key: ['document_type'],
    staged: {
      number: 'BIGINT',
      document_type: 'VARCHAR',
      accession: 'VARCHAR',
      is_relabeled: 'BOOLEAN',
      ...sections,
    },
    // Two symbols may share one filing.
    expected: `SELECT *, row_number() OVER (PARTITION BY symbol, day, document_type ORDER BY number) AS n
      FROM (SELECT *, row_number() OVER (PARTITION BY symbol, day, document_type,
        coalesce(accession, md5(concat(mda_content, chr(0), risk_content))) ORDER BY is_relabeled, number) AS again
        FROM staged_filings) WHERE again = 1`,
  },
};
export const noRows: TableCounts = { prices: 0, news: 0, filings: 0 };
const environmentTables = Object.keys(forms) as EnvironmentTable[];

async function countsOf(count: (table: EnvironmentTable) => Promise<number>): Promise<TableCounts> {
  const counts = { ...noRows };
  for (const table of environmentTables) counts[table] = await count(table);
  return counts;
}

type Rows = readonly Record<string, unknown>[];

/** Owns the connection's temporary tables; the caller opens and closes the file. */
export class EnvironmentDatabase {
  constructor(
    private readonly connection: DuckDBConnection,
    private readonly file: string,
  ) {}

  async create(settings: Readonly<Record<string, string>>): Promise<void> {
    for (const table of environmentTables) {
      const columns = Object.entries(forms[table].columns).map(([name, type]) => `${name} ${type}`);
      await this
        .run(`CREATE TABLE ${table} (id BIGINT PRIMARY KEY, symbol VARCHAR NOT NULL, date DATE NOT NULL,
        ${columns.join(', ')})`);
    }
    // Two tables of our own: the settings, and what was appended when.
    await this.run(`CREATE TABLE tapefold_export (name VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);
      CREATE TABLE tapefold_cuts (through DATE PRIMARY KEY, prices BIGINT, news BIGINT, filings BIGINT)`);
    for (const [name, value] of Object.entries(settings)) {
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
      throw conflict('the file already exists, and no export wrote it', { where: this.file });
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
    const staged = new Map<EnvironmentTable, (row: WrittenRow) => void>();
    const appenders: DuckDBAppender[] = [];
    for (const table of environmentTables) {
      const columns: WrittenColumns = { symbol: 'VARCHAR', day: 'BIGINT', ...forms[table].staged };
      await this.run(`CREATE TEMP TABLE staged_${table} (${columnsText(columns)})`);
      const appender = await this.connection.createAppender(`staged_${table}`, null, 'temp');
      appenders.push(appender);
      staged.set(table, (row) => appendRow(appender, columns, row));
    }
    for await (const { table, ...row } of rows) staged.get(table)?.(row);
    for (const appender of appenders) appender.closeSync();
    for (const table of environmentTables) {
      await this.run(`CREATE TEMP VIEW next_${table} AS
        SELECT *, DATE '1970-01-01' + CAST(day AS INTEGER) AS date FROM (${forms[table].expected})`);
    }
  }

  /** Counts the rows up to `cut` if all match. Throws `Conflict` that names the first mismatch. */
  compare(cut: string): Promise<TableCounts> {
    return countsOf((table) => this.compareTable(table, cut));
  }

  private async compareTable(table: EnvironmentTable, cut: string): Promise<number> {
    const keys = ['symbol', 'date', ...forms[table].key];
    const columns = Object.keys(forms[table].columns).filter((name) => !keys.includes(name));
    const until = `date <= DATE ${quoteText(cut)}`;
    const written = `(SELECT *, row_number() OVER (PARTITION BY ${keys.join(', ')} ORDER BY id) AS n FROM ${table}
      WHERE ${until})`;
    const next = `(SELECT * FROM next_${table} WHERE ${until})`;
    const differs = columns.map((name) => `own.${name} IS DISTINCT FROM next.${name}`).join(' OR ');
    const shown = columns.flatMap((name) => [
      `CAST(own.${name} AS VARCHAR) AS own_${name}`,
      `CAST(next.${name} AS VARCHAR) AS next_${name}`,
    ]);
    const [row] = await this.rows(`SELECT concat_ws(' ', ${keys.join(', ')}) AS key, own.id AS id,
      next.n IS NULL AS lacking, ${shown.join(', ')}
      FROM ${written} own FULL OUTER JOIN ${next} next USING (${[...keys, 'n'].join(', ')})
      WHERE own.id IS NULL OR next.n IS NULL OR ${differs} ORDER BY date, symbol LIMIT 1`);
    if (row) throw difference(this.file, table, row, columns);
    return this.count(table, until);
  }

  /** Whether each text of news is one item of the data set with its own integer id. */
  async hasWholeIds(): Promise<boolean> {
    const [row] = await this.rows(`SELECT count(*) = count(DISTINCT TRY_CAST(source_id AS BIGINT))
      AND coalesce(bool_and(items = 1), true) AS whole FROM next_news`);
    return row?.['whole'] === true;
  }

  /**
   * Appends the rows after `after`, cut by cut, in one transaction. Numbers follow date and symbol,
   * so that they are the same whether the file grew day by day or at once.
   */
  async append(
    after: string | undefined,
    cuts: readonly string[],
    newsIds: 'source' | 'numbered',
  ): Promise<TableCounts> {
    const through = cuts.at(-1);
    if (through === undefined) return noRows;
    if (newsIds === 'source' && !(await this.hasWholeIds())) {
      throw invalidInput('a news item has no number of its own', {
        where: this.file,
        expected:
          'one item per symbol and day, with a whole number as its id, as in the rows before',
      });
    }
    await this.run('BEGIN TRANSACTION');
    for (const table of environmentTables) {
      const { columns, key } = forms[table];
      const order = ['date', 'symbol', ...key, 'n'].join(', ');
      const id =
        table === 'news' && newsIds === 'source'
          ? 'CAST(source_id AS BIGINT)'
          : `(SELECT coalesce(max(id), 0) FROM ${table}) + row_number() OVER (ORDER BY ${order})`;
      const names = ['symbol', 'date', ...Object.keys(columns)].join(', ');
      await this.run(`INSERT INTO ${table} SELECT ${id}, ${names} FROM next_${table}
        WHERE ${dates(after, through)} ORDER BY ${order}`);
    }
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
    return countsOf((table) => this.count(table, dates(after, through)));
  }

  private async count(table: EnvironmentTable, span: string): Promise<number> {
    const [row] = await this.rows(`SELECT count(*) AS rows FROM ${table} WHERE ${span}`);
    return Number(row?.['rows']);
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
  const textOf = (value: unknown): string => (value === null ? 'nothing' : excerpt(value));
  return conflict('the data set differs on a day that the file has', {
    where: `${place}, ${column}`,
    expected: textOf(row[`own_${column}`]),
    found: textOf(row[`next_${column}`]),
  });
}
