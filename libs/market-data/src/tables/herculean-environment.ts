/** The tables of a HERCULEAN environment file, and its implied manifest. */

import { invalidInput } from '#values';
import {
  barTables,
  datasetManifestSchema,
  factTables,
  type DatasetManifest,
} from '../manifest/dataset-manifest.js';
import { withListedCalendars } from '../own-calendar/with-own-calendars.js';
import type { ByteInput } from '../rows/byte-input.js';
import type { Database } from './database.js';
import type { DatabaseLocation, LocatedTables } from './table-location.js';

interface EnvironmentFile {
  /** Name of the data set. */
  readonly name: string;
  open(): ByteInput;
  database(): Promise<Database>;
}

interface EnvironmentTables extends LocatedTables {
  readonly manifest: DatasetManifest;
}

const day = (column: string): string => `left(CAST(${column} AS VARCHAR), 10)`;

/**
 * One text per symbol and day, known at that day's close: the body of a news item without a title.
 */
const news =
  `(SELECT id, symbol, ${day('date')} AS published_at, highlights ` +
  'AS body, rowid AS n FROM news)';

/** Sections are columns; this yields one row per section, and one for a filing without either. */
const section = (name: string, column: string): string =>
  `SELECT symbol, document_type AS form, ${day('date')} AS filed_at, '${name}' AS section, ` +
  `${column} AS "text", rowid AS n FROM filings WHERE ${column} <> ''`;
const filings = `(${section('mda', 'mda_content')} UNION ALL ${section('risk', 'risk_content')}
  UNION ALL SELECT symbol, document_type, ${day('date')}, NULL, NULL, rowid FROM filings
  WHERE coalesce(mda_content, '') = '' AND coalesce(risk_content, '') = '')`;

/** Throws `InvalidInput` if the file has no table `prices`; `news` and `filings` are optional. */
export async function herculeanTables(
  database: Database,
  file: EnvironmentFile,
): Promise<EnvironmentTables> {
  const names = await tableNames(database);
  if (!names.has('prices')) {
    throw invalidInput('the file is not a HERCULEAN environment', {
      where: file.name,
      expected: 'a table prices',
      found: [...names].join(', ') || 'no table',
    });
  }
  const described = datasetManifestSchema.parse({
    name: file.name,
    calendar: 'XNYS',
    timeZone: 'America/New_York',
    currency: 'USD',
    dateRule: 'herculean-date',
    bars: {
      file: 'prices',
      frequency: 'daily',
      stamp: 'session',
      // Trades use adj_close, which was computed with factors from its future.
      priceBasis: 'adjusted',
      tradePrice: 'adjClose',
      adjusted: 'vendor',
    },
    ...(names.has('news') ? { news: { file: 'news' } } : {}),
    ...(names.has('filings') ? { filings: { file: 'filings' } } : {}),
  });
  const manifest = withListedCalendars(described);
  const at = (name: string, relation: string): DatabaseLocation => ({
    format: 'database',
    name,
    relation,
    rowNumber: 'n',
    open: file.open,
    database: file.database,
  });
  const prices = at('prices', '(SELECT *, rowid AS n FROM prices)');
  return {
    manifest,
    bars: barTables(manifest).map((table) => ({ table, location: prices })),
    facts: factTables(manifest).map((one) => {
      const location = at(one.holds, one.holds === 'news' ? news : filings);
      // A growing file may not have any news or filings yet.
      return { ...one, location: { ...location, mayBeEmpty: true } };
    }),
  };
}

async function tableNames(database: Database): Promise<Set<string>> {
  const names = new Set<string>();
  // Base tables only: a view has no row numbers, and may compute anything.
  const tables =
    '(SELECT table_name FROM information_schema.tables WHERE ' + "table_type = 'BASE TABLE')";
  for await (const rows of database.rows({ name: 'of tables', relation: tables })) {
    for (const row of rows) names.add(String(row['table_name']));
  }
  return names;
}
