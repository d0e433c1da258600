/** HERCULEAN environment files of any size, with their rows in a chosen order on disk. */

import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { calendarOf } from '#market-data';
import { appendRow, columnsText, type WrittenColumns } from '#market-data/tables/parquet-file';
import { formatCivilDate, requireCivilDate, seededRandom } from '#values';

export const eightSymbols = ['AAPL', 'ADBE', 'AMZN', 'GOOGL', 'META', 'MSFT', 'NVDA', 'TSLA'];

export type RowOrder = 'by date' | 'by symbol' | 'shuffled';

export interface EnvironmentContents {
  /** Sessions with rows, from 2 December 2024 on. */
  readonly sessions: number;
  readonly symbols?: readonly string[];
  readonly order?: RowOrder;
  /**
   * Rows that are left out at the end: the numbers of rows need not be multiples of the symbols.
   */
  readonly omitted?: number;
  /** Each of a news item and a filing for each price; defaults to both. */
  readonly texts?: boolean;
}

interface EnvironmentRow {
  readonly id: number;
  readonly symbol: string;
  readonly date: string;
  readonly session: number;
}

/** The sessions of the rows, as `YYYY-MM-DD`. */
export function environmentSessions(count: number): string[] {
  const calendar = calendarOf('XNYS');
  const first = requireCivilDate('2024-12-02', 'first');
  return calendar
    .sessionsBetween(first, first + 2 * count)
    .slice(0, count)
    .map(formatCivilDate);
}

/** The rows in order of date, without the omitted ones, in the chosen order. */
function environmentRows(contents: EnvironmentContents): EnvironmentRow[] {
  const { symbols = eightSymbols, omitted = 0, order = 'by date' } = contents;
  const rows = environmentSessions(contents.sessions).flatMap((date, session) =>
    symbols.map((symbol, at) => ({ id: session * symbols.length + at + 1, symbol, date, session })),
  );
  const kept = rows.slice(0, rows.length - omitted);
  if (order === 'by symbol')
    kept.sort(
      (a, b) => (a.symbol < b.symbol ? -1 : 1) * Number(a.symbol !== b.symbol) || a.id - b.id,
    );
  if (order === 'shuffled') shuffle(kept);
  return kept;
}

function shuffle(rows: EnvironmentRow[]): void {
  const random = seededRandom('rows of an environment');
  for (let at = rows.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    const row = rows[at] as EnvironmentRow;
    rows[at] = rows[other] as EnvironmentRow;
    rows[other] = row;
  }
}

const prices: WrittenColumns = {
  id: 'BIGINT',
  symbol: 'VARCHAR',
  date: 'VARCHAR',
  open: 'DOUBLE',
  high: 'DOUBLE',
  low: 'DOUBLE',
  close: 'DOUBLE',
  adj_close: 'DOUBLE',
  volume: 'BIGINT',
};
const news: WrittenColumns = {
  id: 'BIGINT',
  symbol: 'VARCHAR',
  date: 'VARCHAR',
  highlights: 'VARCHAR',
};
const filings: WrittenColumns = {
  id: 'BIGINT',
  symbol: 'VARCHAR',
  date: 'VARCHAR',
  mda_content: 'VARCHAR',
  risk_content: 'VARCHAR',
  document_type: 'VARCHAR',
};

/**
 * Rows that are appended to a table before the next table gets its own: the tables lie
 * interleaved on disk.
 */
const stretchRows = 500;

/**
 * Writes the file; the price of a session is 100 plus its number. Returns the number of rows
 * of each table.
 */
export async function writeEnvironment(
  path: string,
  contents: EnvironmentContents,
): Promise<number> {
  const rows = environmentRows(contents);
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    const tables = contents.texts === false ? { prices } : { prices, news, filings };
    for (const [name, columns] of Object.entries(tables)) {
      await connection.run(`CREATE TABLE ${name} (${columnsText(columns)})`);
    }
    for (let from = 0; from < rows.length; from += stretchRows) {
      const stretch = rows.slice(from, from + stretchRows);
      for (const [name, columns] of Object.entries(tables)) {
        await append(connection, name, columns, stretch);
      }
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
  return rows.length;
}

async function append(
  connection: DuckDBConnection,
  table: string,
  columns: WrittenColumns,
  rows: readonly EnvironmentRow[],
): Promise<void> {
  const appender = await connection.createAppender(table);
  for (const { session, ...row } of rows) {
    const price = 100 + session;
    appendRow(appender, columns, {
      ...row,
      open: price,
      high: price + 1,
      low: price - 1,
      close: price,
      adj_close: price,
      volume: 1000,
      highlights: `Text ${row.id}.`,
      mda_content: `Discussion ${row.id}.`,
      risk_content: '',
      document_type: '10-Q',
    });
  }
  appender.closeSync();
}
