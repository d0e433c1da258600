/** Pages by key: a cursor is the key of the last row that was seen, so that nothing is skipped while rows are added. */

import { excerpt, invalidInput } from '#values';
import type { Table } from './tables.js';

export const pageLimitMax = 1000;
const pageLimitDefault = 100;

export interface Page {
  /** From 1 to 1,000; 100 when it is left out. */
  readonly limit?: number;
  /** `next` of the page before. Opaque. */
  readonly after?: string;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  /** Where the next page starts; null when this one reached the last row that there is now. */
  readonly next: string | null;
}

type KeyPart = string | number;

/** How many rows a page has. `InvalidInput` outside of 1 to 1,000. */
export function limitOf({ limit }: Page): number {
  const wanted = limit ?? pageLimitDefault;
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pageLimitMax) return wanted;
  throw invalidInput('a page of this size is not given out', {
    where: 'limit',
    expected: `1 to ${pageLimitMax}`,
    found: excerpt(limit),
  });
}

export function cursorOf(list: string, key: readonly KeyPart[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url');
}

/** The key in a cursor of `list`, the members of which are as the columns say. `InvalidInput` for any other text. */
export function keyAfter(
  list: string,
  columns: Table['keys'],
  { after }: Page,
): readonly KeyPart[] | undefined {
  if (after === undefined) return undefined;
  const parts = parsedCursor(after);
  const [name, ...key] = parts;
  const isWhole =
    name === list &&
    key.length === columns.length &&
    columns.every(({ kind }, index) => isPart(kind, key[index]));
  if (isWhole) return key as KeyPart[];
  throw invalidInput('a cursor that is none of this list', {
    where: 'cursor',
    expected: 'the cursor of a page before, as it was given',
    found: excerpt(after),
  });
}

/** Takes one row more than the page has, and makes the page of it. */
export function pageOf<T>(
  list: string,
  rows: readonly T[],
  limit: number,
  keyOfItem: (item: T) => readonly KeyPart[],
): PageOf<T> {
  if (rows.length <= limit) return { items: rows, next: null };
  const items = rows.slice(0, limit);
  return { items, next: cursorOf(list, keyOfItem(items.at(-1) as T)) };
}

const isPart = (kind: string, value: unknown): boolean =>
  kind === 'bigint' ? Number.isSafeInteger(value) : typeof value === 'string' && isText(value);
const isText = (value: string): boolean => !value.includes('\0') && value.isWellFormed();

function parsedCursor(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
