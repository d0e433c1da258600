/** The parsed query of a REST request, or the vendor's refusal. */

import {
  excerpt,
  microsPerDay,
  parseCivilDate,
  parseInstant,
  startOfUtcDay,
  utcDateOf,
  type Instant,
} from '#values';

/** A response other than 200: the vendor's `{"message": …}`. */
export class RestRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const refuse = (what: string): never => {
  throw new RestRefusal(400, what);
};

const symbolsMax = 10_000;

/** The symbols of `symbols=A,B`, without duplicates, sorted; null if the parameter is missing. */
export function symbolsOf(query: URLSearchParams): string[] | null {
  const text = query.get('symbols') || null;
  if (text === null) return null;
  const symbols = [...new Set(text.split(',').filter((one) => one !== ''))].sort();
  if (symbols.length > symbolsMax) refuse('too many symbols');
  return symbols;
}

/**
 * The requested page: a range of times, the number of rows, their order, and the preceding page.
 */
export interface PageRequest {
  readonly start: Instant;
  /** Inclusive. */
  readonly end: Instant;
  readonly limit: number;
  readonly sort: 'asc' | 'desc';
  readonly token: PageToken | null;
}

/** `start`, `end`, `limit`, `sort` and `page_token`; `usual` has the defaults. */
export function pageRequestOf(
  query: URLSearchParams,
  usual: {
    readonly now: Instant;
    readonly limit: number;
    readonly limitMax: number;
    readonly sort: 'asc' | 'desc';
  },
): PageRequest {
  return {
    ...rangeOf(query, usual.now),
    limit: limitOf(query, usual.limit, usual.limitMax),
    sort: sortOf(query, usual.sort),
    token: tokenOf(query),
  };
}

/**
 * By default a range starts with the day of `now`, and ends with it. Dates are UTC; an end
 * date is inclusive.
 */
function rangeOf(query: URLSearchParams, now: Instant): Pick<PageRequest, 'start' | 'end'> {
  const today = Number.isFinite(now) ? startOfUtcDay(utcDateOf(now)) : 0;
  const start = instantOf(query, 'start') ?? today;
  const end = instantOf(query, 'end') ?? Infinity;
  if (end < start) refuse('end should not be before start');
  return { start, end };
}

function instantOf(query: URLSearchParams, name: 'start' | 'end'): Instant | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const date = parseCivilDate(text);
  if (date !== undefined) return startOfUtcDay(date) + (name === 'end' ? microsPerDay - 1 : 0);
  return (
    parseInstant(text, null) ?? refuse(`Invalid format for parameter ${name}: ${excerpt(text)}`)
  );
}

function limitOf(query: URLSearchParams, usual: number, most: number): number {
  const text = query.get('limit');
  if (text === null || text === '') return usual;
  const limit = Number(text);
  if (!/^\d{1,6}$/.test(text) || limit < 1 || limit > most)
    refuse(`invalid limit: ${excerpt(text)}`);
  return limit;
}

function sortOf(query: URLSearchParams, usual: 'asc' | 'desc'): 'asc' | 'desc' {
  const text = query.get('sort') ?? usual;
  return text === 'asc' || text === 'desc' ? text : refuse(`invalid sort: ${excerpt(text)}`);
}

/** Where a page resumes. Opaque to clients: base64 of three fields. */
export interface PageToken {
  readonly symbol: string;
  readonly time: Instant;
  /** Rows of that time that earlier pages had. */
  readonly skip: number;
}

function tokenOf(query: URLSearchParams): PageToken | null {
  const text = query.get('page_token');
  if (text === null || text === '') return null;
  const parts = Buffer.from(text, 'base64url').toString('utf8').split('|');
  const [symbol = '', time = '', skip = ''] = parts;
  if (parts.length !== 3 || !/^-?\d{1,16}$/.test(time) || !/^\d{1,9}$/.test(skip)) {
    return refuse('invalid page_token');
  }
  return { symbol, time: Number(time), skip: Number(skip) };
}

/** `next_page_token`: null after the last page. */
export const tokenText = (next: PageToken | null): string | null =>
  next && Buffer.from(`${next.symbol}|${next.time}|${next.skip}`).toString('base64url');
