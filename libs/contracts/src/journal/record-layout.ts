/**
 * One declaration per record: a layout defines its TypeScript type, its binary form and its JSON
 * Schema, so that the three cannot disagree.
 */

import { corruptJournal, excerpt, invariant, TapefoldError } from '#values';
import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';

/** What a record needs from its journal: the run's symbols, which are encoded as numbers. */
export interface LayoutContext {
  readonly symbols: readonly string[];
  readonly numberOfSymbol: ReadonlyMap<string, number>;
  /** The last written symbol, and its number: an order and its fill name the same one. */
  last: string | undefined;
  lastNumber: number;
}

export interface Layout<T> {
  write(writer: ByteWriter, value: T, context: LayoutContext): void;
  /** A struct adds its members to `start`, if given, and returns it. */
  read(reader: ByteReader, context: LayoutContext, start?: object): T;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
}

export type LayoutType<L> = L extends { read(...args: never): infer T } ? T : never;

export const uint: Layout<number> = {
  write: (writer, value) => writer.uint(value),
  read: (reader) => reader.uint(),
  jsonSchema: { type: 'integer', minimum: 0 },
};

/** A count of at least one. */
export const positive: Layout<number> = {
  write: (writer, value) => {
    invariant(value > 0, 'a written count is at least one');
    writer.uint(value);
  },
  read: (reader) => {
    const value = reader.uint();
    if (value > 0) return value;
    throw corruptJournal('a count is zero', { where: `byte ${reader.offset - 1}` });
  },
  jsonSchema: { type: 'integer', minimum: 1 },
};

/** An integer of either sign, zigzag coded: from -2^52 to 2^52 - 1. */
export const int: Layout<number> = {
  write: (writer, value) => {
    invariant(Number.isInteger(value), 'a written integer is a whole number');
    writer.uint(value < 0 ? -value * 2 - 1 : value * 2);
  },
  read: (reader) => {
    const coded = reader.uint();
    return coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
  },
  jsonSchema: { type: 'integer' },
};

/** A finite double. */
export const double: Layout<number> = {
  write: (writer, value) => {
    invariant(Number.isFinite(value), 'a journal holds finite numbers only');
    writer.double(value);
  },
  read: (reader) => {
    const value = reader.double();
    if (Number.isFinite(value)) return value;
    throw corruptJournal('a number is not finite', { where: `byte ${reader.offset - 8}` });
  },
  jsonSchema: { type: 'number' },
};

/** Well-formed Unicode; a lone surrogate is written as U+FFFD. */
export const text: Layout<string> = {
  write: (writer, value) => writer.text(value),
  read: (reader) => reader.text(),
  jsonSchema: { type: 'string' },
};

/** A symbol: a number if the run trades it, otherwise its text. */
export const symbol: Layout<string> = {
  write: (writer, value, context) => {
    if (value !== context.last) {
      context.last = value;
      context.lastNumber = (context.numberOfSymbol.get(value) ?? -1) + 1;
    }
    writer.uint(context.lastNumber);
    if (context.lastNumber === 0) writer.text(value);
  },
  read: (reader, context) => {
    const number = reader.uint();
    if (number === 0) return reader.text();
    const found = context.symbols[number - 1];
    if (found !== undefined) return found;
    throw corruptJournal('no such symbol', { where: `byte ${reader.offset}`, found: `${number}` });
  },
  jsonSchema: { type: 'string' },
};

/** One of a few words, as its position. Append only: the position is the wire form. */
export function oneOf<const T extends readonly string[]>(...words: T): Layout<T[number]> {
  return {
    write: (writer, value) => writer.byte(positionOf(value, words)),
    read: (reader) => {
      const word = words[reader.byte()];
      if (word !== undefined) return word;
      throw corruptJournal('no such word', {
        where: `byte ${reader.offset - 1}`,
        expected: words.join(', '),
      });
    },
    jsonSchema: { enum: [...words] },
  };
}

export function list<T>(item: Layout<T>): Layout<readonly T[]> {
  return {
    write: (writer, values, context) => {
      writer.uint(values.length);
      for (const value of values) item.write(writer, value, context);
    },
    read: (reader, context) => {
      const length = reader.uint();
      if (length > reader.remaining) {
        throw corruptJournal('a list is longer than its record', {
          where: `byte ${reader.offset}`,
        });
      }
      // Grows as items are found: a hostile length alone allocates nothing.
      const values: T[] = [];
      for (let index = 0; index < length; index++) values.push(item.read(reader, context));
      return values;
    },
    jsonSchema: { type: 'array', items: item.jsonSchema },
  };
}

/** A value or null. */
export function nullable<T>(inner: Layout<T>): Layout<T | null> {
  return {
    write: (writer, value, context) => {
      writer.byte(value === null ? 0 : 1);
      if (value !== null) inner.write(writer, value, context);
    },
    read: (reader, context) => {
      const flag = reader.byte();
      if (flag > 1) throw corruptJournal('no such flag', { where: `byte ${reader.offset - 1}` });
      return flag === 0 ? null : inner.read(reader, context);
    },
    jsonSchema: { anyOf: [inner.jsonSchema, { type: 'null' }] },
  };
}

export const boolean: Layout<boolean> = {
  write: (writer, value) => writer.byte(value ? 1 : 0),
  read: (reader) => {
    const flag = reader.byte();
    if (flag > 1) throw corruptJournal('no such flag', { where: `byte ${reader.offset - 1}` });
    return flag === 1;
  },
  jsonSchema: { type: 'boolean' },
};

/** A layout of any type; `never` as the written value accepts every layout. */
type AnyLayout = {
  write(w: ByteWriter, v: never, c: LayoutContext): void;
  read(r: ByteReader, c: LayoutContext): unknown;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
};
type MembersOf<M> = { readonly [K in keyof M]: LayoutType<M[K]> };

/** Named members in their written order. */
export function struct<M extends Readonly<Record<string, AnyLayout>>>(
  members: M,
): Layout<MembersOf<M>> {
  const names = Object.keys(members);
  const layouts = Object.values(members) as unknown as Layout<unknown>[];
  return {
    write: (writer, value, context) => {
      const record = value as Readonly<Record<string, unknown>>;
      for (let index = 0; index < names.length; index++) {
        const member = record[names[index] as string];
        (layouts[index] as Layout<unknown>).write(writer, member, context);
      }
    },
    read: (reader, context, start = {}) => {
      const record = start as Record<string, unknown>;
      for (let index = 0; index < names.length; index++) {
        record[names[index] as string] = (layouts[index] as Layout<unknown>).read(reader, context);
      }
      return record as MembersOf<M>;
    },
    jsonSchema: objectSchema(names, layouts),
  };
}

/**
 * A struct with one more member, which is optional: if absent it takes no byte, so that records
 * from before the member keep their bytes. Only for the struct of a whole record, whose end shows
 * whether the member is present.
 */
export function withTrailing<T extends object, const N extends string, V>(
  head: Layout<T>,
  name: N,
  member: Layout<V>,
): Layout<T & { readonly [K in N]?: V }> {
  const { properties, ...schema } = head.jsonSchema;
  return {
    write: (writer, value, context) => {
      head.write(writer, value, context);
      const own = value[name] as V | undefined;
      if (own !== undefined) member.write(writer, own, context);
    },
    read: (reader, context, start) => {
      const record = head.read(reader, context, start) as Record<string, unknown>;
      if (reader.remaining > 0) record[name] = member.read(reader, context);
      return record as T & { readonly [K in N]?: V };
    },
    jsonSchema: { ...schema, properties: { ...(properties as object), [name]: member.jsonSchema } },
  };
}

/**
 * A struct that ends with the nullable `name`, the first of `members`; the others are optional. Its
 * flag has a bit for each present one, so that records from before them keep their bytes: unlike
 * `withTrailing` it may be inside another record. Append only, eight at most.
 */
export function withOptional<
  T extends object,
  const N extends string,
  M extends Readonly<Record<string, AnyLayout>> & Readonly<Record<N, AnyLayout>>,
>(
  head: Layout<T>,
  name: N,
  members: M,
): Layout<T & { readonly [K in N]: LayoutType<M[K]> | null } & Omit<Partial<MembersOf<M>>, N>> {
  const entries = Object.entries(members) as unknown as [string, Layout<unknown>][];
  const schemas = entries.map(([key, { jsonSchema }]) => [key, jsonSchema]);
  const first = { [name]: nullable(entries[0]?.[1] as Layout<unknown>).jsonSchema };
  const { properties, required, ...schema } = head.jsonSchema;
  return {
    write: (writer, value, context) => {
      head.write(writer, value, context);
      const values = value as Readonly<Record<string, unknown>>;
      const flags = entries.map(([key]): number => ((values[key] ?? null) === null ? 0 : 1));
      writer.byte(flags.reduce((sum, flag, at) => sum + (flag << at), 0));
      for (const [at, [key, layout]] of entries.entries()) {
        if (flags[at] === 1) layout.write(writer, values[key], context);
      }
    },
    read: (reader, context, start) => {
      const record: Record<string, unknown> = {
        ...head.read(reader, context, start),
        [name]: null,
      };
      const flags = reader.byte();
      if (flags >> entries.length > 0) {
        throw corruptJournal('no such flag', { where: `byte ${reader.offset - 1}` });
      }
      for (const [at, [key, layout]] of entries.entries()) {
        if ((flags >> at) % 2 === 1) record[key] = layout.read(reader, context);
      }
      return record as never;
    },
    jsonSchema: {
      ...schema,
      properties: { ...(properties as object), ...Object.fromEntries(schemas), ...first },
      required: [...(required as string[]), name],
    },
  };
}

type Variants = Readonly<Record<string, Layout<object>>>;
type VariantOf<V extends Variants> = {
  [K in keyof V & string]: { readonly kind: K } & LayoutType<V[K]>;
}[keyof V & string];

/** One of several structs, distinguished by `kind`. Append only. */
export function variant<V extends Variants>(variants: V): Layout<VariantOf<V>> {
  const kinds = Object.keys(variants);
  const layouts = Object.values(variants);
  return {
    write: (writer, value, context) => {
      const position = positionOf(value.kind, kinds);
      writer.byte(position);
      (layouts[position] as Layout<object>).write(writer, value, context);
    },
    read: (reader, context) => {
      const kind = kinds[reader.byte()];
      if (kind === undefined) {
        throw corruptJournal('no such variant', { where: `byte ${reader.offset - 1}` });
      }
      return (variants[kind] as Layout<object>).read(reader, context, { kind }) as VariantOf<V>;
    },
    jsonSchema: {
      oneOf: kinds.map((kind) => withKind(kind, (variants[kind] as Layout<object>).jsonSchema)),
    },
  };
}

/** A plain loop: the words are few, and a built-in search costs more than checking all of them. */
function positionOf(word: unknown, words: readonly string[]): number {
  for (let position = 0; position < words.length; position++) {
    if (words[position] === word) return position;
  }
  throw unknownWord(word, words);
}

/** Built only when thrown: records are written a million times. */
function unknownWord(word: unknown, words: readonly string[]): TapefoldError {
  return new TapefoldError('Invariant', `${excerpt(word)} is not one of ${words.join(', ')}`);
}

function objectSchema(
  names: readonly string[],
  layouts: readonly Layout<unknown>[],
): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name, at) => [name, layouts[at]?.jsonSchema])),
    required: [...names],
    additionalProperties: false,
  };
}

function withKind(kind: string, schema: Readonly<Record<string, unknown>>): unknown {
  return {
    ...schema,
    properties: { kind: { const: kind }, ...(schema['properties'] as object) },
    required: ['kind', ...(schema['required'] as string[])],
  };
}
