/** The location of a table's rows: in a text file, or in a relation of a database. */

import type { DocumentRef } from '#contracts';
import type { BarTable, FactTable, KindOfTable, TableKind } from '../manifest/dataset-manifest.js';
import type { ByteInput } from '../rows/byte-input.js';
import {
  csvRows,
  inBatches,
  jsonlRows,
  requireColumns,
  type CsvTable,
  type RawRow,
} from '../rows/text-rows.js';
import type { RawFields } from '../rows/row-fields.js';
import type { Database, Relation } from './database.js';

export interface TextLocation {
  readonly format: 'csv' | 'jsonl';
  /** For messages and findings: the path inside the data set. */
  readonly name: string;
  /** If each text is a separate file: rows hold the path of the file in place of the text. */
  readonly texts?: ReadonlyMap<string, FileText> | undefined;
  open(): ByteInput;
}

export interface DatabaseLocation extends Relation {
  readonly format: 'database';
  /** The expression in the relation that numbers its rows from 0. */
  readonly rowNumber: string;
  /** Whether it may be empty: true for a file that is rolled forward. */
  readonly mayBeEmpty?: boolean;
  database(): Promise<Database>;
  /** The bytes behind it, for the content hash. */
  open(): ByteInput;
}

export type TableLocation = TextLocation | DatabaseLocation;

/** A table of the manifest and its location. */
export interface LocatedTable<T> {
  readonly table: T;
  readonly location: TableLocation;
}

/** The tables of a data set. */
export interface LocatedTables {
  readonly bars: readonly LocatedTable<BarTable>[];
  readonly facts: readonly (KindOfTable<TableKind, FactTable> & LocatedTable<FactTable>)[];
}

const lineColumn = 'tapefold_line';

/**
 * The rows of a table in file order, in batches. `input` is the source of a text file,
 * `table` its format.
 */
export async function* rowsOf(
  location: TableLocation,
  required: readonly string[],
  input: ByteInput,
  table: CsvTable,
  fields: readonly string[],
): AsyncGenerator<readonly RawRow[]> {
  if (location.format === 'database') {
    yield* databaseRows(location, required);
    return;
  }
  const rows =
    location.format === 'csv' ? csvRows(input, required, table, fields) : jsonlRows(input);
  yield* inBatches(rows, ({ bytes }) => bytes);
}

async function* databaseRows(
  location: DatabaseLocation,
  required: readonly string[],
): AsyncGenerator<readonly RawRow[]> {
  const database = await location.database();
  requireColumns(await database.columns(location), required, location.name);
  const columns = `*, ${location.rowNumber} + 1 AS ${lineColumn}`;
  for await (const rows of database.rows(location, { columns })) {
    yield rows.map((fields: RawFields) => ({
      line: Number(fields[lineColumn]),
      offset: -1,
      bytes: 0,
      fields,
    }));
  }
}

/** A text in a JSONL file: the bytes of its line, and the members that lead to it. */
export interface DocumentPlace {
  readonly input: ByteInput;
  readonly offset: number;
  readonly bytes: number;
  readonly path: readonly string[];
}

/** A text that is a separate file. */
export interface FileText {
  readonly ref: DocumentRef;
  /** Reads the file. Throws `InvalidInput` if it changed, `Unavailable` if it cannot be read. */
  read(): string;
}
