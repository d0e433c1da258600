/** A table from the schema of its rows: columns of the types that Postgres and SQLite share, and TypeORM's entity. */

import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { z } from 'zod';
import { isPacked, packedText, unpackedText } from '../entities/packed-text.js';

/** `packed`: what lies compressed in the database where its text is long. */
export type ColumnKind =
  'text' | 'bigint' | 'double' | 'boolean' | 'json' | 'packed text' | 'packed json';

export interface TableColumn {
  readonly property: string;
  /** In the database. */
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
  readonly isKey: boolean;
}

/**
 * What happens to a row whose key is there: the old one stays, or the new one replaces it. Or there is none: a row that
 * is appended has a number of its run that the run did not have before, by the progress row that the same transaction
 * read and moves on. So nothing looks for it, neither here nor in the database.
 */
export type OnConflict = 'keep' | 'replace' | 'append';

export interface Table<R extends object = object> {
  readonly name: string;
  readonly entity: EntitySchema<R>;
  readonly columns: readonly TableColumn[];
  /** In the order in which rows are sorted. */
  readonly keys: readonly TableColumn[];
  readonly onConflict: OnConflict;
}

export type RowOf<T extends Table> = T extends Table<infer R> ? R : never;

interface Codec {
  /** Both leave null as it is. */
  to(value: unknown): unknown;
  from(stored: unknown): unknown;
}

const unlessNull = (to: (value: never) => unknown, from: (stored: never) => unknown): Codec => ({
  to: (value) => (value === null ? null : to(value as never)),
  from: (stored) => (stored === null ? null : from(stored as never)),
});
const same = (value: unknown): unknown => value;

/** Postgres takes no NUL in a text and nobody half of a surrogate pair; JSON escapes both. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** Postgres hands 64-bit integers over as text; all of ours are safe integers. SQLite has flags as numbers. */
export const codecs: Readonly<Record<ColumnKind, Codec>> = {
  text: unlessNull(storable, same),
  bigint: unlessNull(same, Number),
  double: unlessNull(same, same),
  boolean: unlessNull(same, Boolean),
  json: unlessNull(JSON.stringify, JSON.parse),
  'packed text': unlessNull(packedText, unpackedText),
  'packed json': unlessNull(
    (value) => packedText(JSON.stringify(value)),
    (stored) => JSON.parse(unpackedText(stored)),
  ),
};

export const columnTypes = {
  text: 'text',
  bigint: 'bigint',
  double: 'double precision',
  boolean: 'boolean',
  json: 'text',
  'packed text': 'text',
  'packed json': 'text',
} as const satisfies Record<ColumnKind, string>;

/** The values of a row as the database has them, in the order of the columns. */
export const storedRow = ({ columns }: Table, row: object): unknown[] =>
  columns.map(({ property, kind }) =>
    codecs[kind].to((row as Readonly<Record<string, unknown>>)[property]),
  );

function kindOf(schema: z.ZodType): ColumnKind {
  if (isPacked(schema)) return schema.type === 'string' ? 'packed text' : 'packed json';
  switch (schema.type) {
    case 'string':
    case 'enum':
      return 'text';
    case 'number':
      return (schema as z.ZodNumber).isInt ? 'bigint' : 'double';
    case 'boolean':
      return 'boolean';
    default:
      return 'json';
  }
}

interface TableRules<S extends z.ZodObject> {
  /** Members that are the primary key. */
  readonly keys: readonly (keyof z.output<S> & string)[];
  /** `keep` when it is left out. */
  readonly onConflict?: OnConflict;
  readonly uniqueIndex?: { readonly name: string; readonly columns: string[] };
}

/** The table of the rows that `schema` describes: `tapeHash` is the column `tape_hash`. */
export function tableOf<S extends z.ZodObject>(
  name: string,
  schema: S,
  { keys, onConflict = 'keep', uniqueIndex }: TableRules<S>,
): Table<z.output<S>> {
  const columns = Object.entries(schema.shape as Record<string, z.ZodType>).map(
    ([property, declared]) => {
      const isNullable = declared.type === 'nullable';
      const kind = kindOf(isNullable ? (declared as z.ZodNullable<z.ZodType>).unwrap() : declared);
      const column = property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return { property, name: column, kind, isNullable, isKey: keys.includes(property) };
    },
  );
  const entity = new EntitySchema<z.output<S>>({
    name,
    tableName: name,
    columns: Object.fromEntries(
      columns.map((one) => [one.property, columnOptions(name, one)]),
    ) as never,
    ...(uniqueIndex && { indices: [{ ...uniqueIndex, unique: true }] }),
  });
  return { name, entity, columns, keys: columns.filter(({ isKey }) => isKey), onConflict };
}

/** A shadow schema that is renamed keeps the names of its constraints, so the schema is not in them. */
const columnOptions = (table: string, column: TableColumn): EntitySchemaColumnOptions => ({
  name: column.name,
  type: columnTypes[column.kind],
  transformer: codecs[column.kind],
  nullable: column.isNullable,
  primary: column.isKey,
  ...(column.isKey && { primaryKeyConstraintName: `${table}_key` }),
});
