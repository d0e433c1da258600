/**
 * A table from the schema of its rows: columns of types that Postgres and SQLite share, and
 * TypeORM's entity.
 */

import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { z } from 'zod';
import { isPacked, packedText, unpackedText } from '../entities/packed-text.js';

/** `packed`: long texts are stored compressed. */
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
 * What happens to a row whose key exists: the old one stays, or the new one replaces it. For
 * `append` no key exists: an appended row has a number that its run did not have before, according
 * to the progress row that the same transaction read and advances. So neither this code nor the
 * database looks for it.
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
  /** Both leave null unchanged. */
  to(value: unknown): unknown;
  from(stored: unknown): unknown;
}

const unlessNull = (to: (value: never) => unknown, from: (stored: never) => unknown): Codec => ({
  to: (value) => (value === null ? null : to(value as never)),
  from: (stored) => (stored === null ? null : from(stored as never)),
});
const same = (value: unknown): unknown => value;

/** Postgres accepts no NUL in a text, and neither database lone surrogates; JSON escapes both. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/**
 * Postgres returns 64-bit integers as text; the values stored here are safe integers. SQLite stores
 * flags as numbers. Numbers are bound as text, which both databases read exactly: TypeORM would
 * write them into the text of a statement for SQLite.
 */
export const codecs: Readonly<Record<ColumnKind, Codec>> = {
  text: unlessNull(storable, same),
  bigint: unlessNull(String, Number),
  double: unlessNull(String, same),
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
  /** Members that form the primary key. */
  readonly keys: readonly (keyof z.output<S> & string)[];
  /** Default: `keep`. */
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

const columnOptions = (table: string, column: TableColumn): EntitySchemaColumnOptions => ({
  name: column.name,
  type: columnTypes[column.kind],
  transformer: codecs[column.kind],
  nullable: column.isNullable,
  primary: column.isKey,
  ...(column.isKey && { primaryKeyConstraintName: `${table}_key` }),
});
