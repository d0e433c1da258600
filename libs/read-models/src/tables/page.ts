/**
 * Pages by key: a cursor is the key of the last row seen, so that no row is repeated, and no
 * existing row is skipped, while rows are added. It has the form `list:part:part`. Each list has a
 * pattern, and accepts every text that matches it.
 */

import { excerpt, invalidInput } from '#values';
import type { Table } from './table.js';

export const pageLimitMax = 1000;
const pageLimitDefault = 100;

export interface Page {
  /** From 1 to 1,000; default 100. */
  readonly limit?: number | undefined;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  /** Where the next page starts; null if this one reached the last row that exists now. */
  readonly next: string | null;
}

type KeyPart = string | number;

/** The size of a page. `InvalidInput` outside of 1 to 1,000. */
export function limitOf({ limit }: Page): number {
  const wanted = limit ?? pageLimitDefault;
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pageLimitMax) return wanted;
  throw invalidInput('the page size is out of range', {
    where: 'limit',
    expected: `1 to ${pageLimitMax}`,
    found: excerpt(limit),
  });
}

/** Whole numbers that a double holds exactly. */
const wholePart = '[0-8]?[0-9]{1,15}';
/** Databases store no NUL in a text. Only the last part may contain a colon. */
const textPart = '[^:\\x00]{1,400}';
const lastTextPart = '[^\\x00]{1,400}';

/** The pattern of cursors of `list`, in a regex dialect that all languages share. */
export function cursorPattern(list: string, columns: Table['keys']): RegExp {
  const parts = columns.map(({ kind }, index) => {
    if (kind === 'bigint') return wholePart;
    return index === columns.length - 1 ? lastTextPart : textPart;
  });
  return new RegExp(`^${[list, ...parts].join(':')}$`, 'u');
}

/**
 * The key in a cursor of `list`, with members typed by the columns. `InvalidInput` for
 * any other text.
 */
export function keyAfter(
  list: string,
  columns: Table['keys'],
  { after }: Page,
): readonly KeyPart[] | undefined {
  if (after === undefined) return undefined;
  if (!cursorPattern(list, columns).test(after) || !after.isWellFormed()) {
    throw invalidInput('the cursor does not belong to this list', {
      where: 'cursor',
      expected: 'the cursor of a page before, as it was given',
      found: excerpt(after),
    });
  }
  const parts = after.split(':').slice(1);
  const last = parts.splice(columns.length - 1).join(':');
  return [...parts, last].map((part, index) =>
    columns[index]?.kind === 'bigint' ? Number(part) : part,
  );
}

/** Makes a page of rows, given one more than the page holds. */
export function pageOf<T>(
  list: string,
  rows: readonly T[],
  limit: number,
  keyOfItem: (item: T) => readonly KeyPart[],
): PageOf<T> {
  if (rows.length <= limit) return { items: rows, next: null };
  const items = rows.slice(0, limit);
  return { items, next: [list, ...keyOfItem(items.at(-1) as T)].join(':') };
}

/** All pages of a list, one after the other. */
export async function* pagesOf<T>(
  read: (page: Page) => Promise<PageOf<T>>,
  limit: number,
): AsyncGenerator<readonly T[]> {
  for (let after: string | null | undefined; after !== null;) {
    const { items, next } = await read({ limit, after });
    yield items;
    after = next;
  }
}
