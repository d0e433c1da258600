/**
 * Builds an item of the feed from the members of one message, by the kind that its mapping names.
 */

import { microsPerMinute } from '#values';
import type { BarValues } from '#contracts';
import { isAbove } from '#market-data/bars/bar-rules';
import type { FeedItem, Numbered } from '../port/feed-item.js';
import type { MappedKind } from '../port/mapping-members.js';
import type { MessageFields } from './message-fields.js';

/** How names and numbers of a message are read in this description. */
export interface MappingWords {
  symbolOf(name: string): string;
  currencyOf(symbol: string): string;
}

type Reader = (fields: MessageFields, words: MappingWords) => FeedItem;

const minutesMax = 1440;

/** Throws `InvalidInput` with the path of the unreadable member. */
export function mappedItem(kind: MappedKind, fields: MessageFields, words: MappingWords): FeedItem {
  return readers[kind](fields, words);
}

const readers: Readonly<Record<MappedKind, Reader>> = {
  bar: (fields, words) => ({
    kind: 'bar',
    symbol: symbolOf(fields, words),
    ...barTimes(fields),
    isRevision: fields.truth('isRevision') ?? false,
    isClosed: fields.truth('isClosed') ?? undefined,
    ...barValues(fields),
  }),
  dailyBar: (fields, words) => ({
    kind: 'dailyBar',
    symbol: symbolOf(fields, words),
    session: fields.date('session'),
    ...barValues(fields),
    adjClose: fields.optionalPrice('adjClose'),
  }),
  trade: (fields, words) => ({
    kind: 'trade',
    symbol: symbolOf(fields, words),
    at: fields.instant('at'),
    id: fields.optionalText('id', 200),
    price: fields.price('price'),
    size: fields.size('size'),
    ...numbered(fields),
  }),
  quote: (fields, words) => ({
    kind: 'quote',
    symbol: symbolOf(fields, words),
    at: fields.instant('at'),
    bid: fields.optionalNumber('bid'),
    bidSize: sizeBeside('bid', fields),
    ask: fields.optionalNumber('ask'),
    askSize: sizeBeside('ask', fields),
    ...numbered(fields),
  }),
  tradeCorrection: (fields, words) => {
    const price = fields.optionalPrice('price');
    return {
      kind: 'tradeCorrection',
      symbol: symbolOf(fields, words),
      at: fields.instant('at'),
      id: fields.text('id', 200),
      trade: price === null ? null : { price, size: fields.size('size') },
    };
  },
  status: (fields, words) => ({
    kind: 'status',
    symbol: symbolOf(fields, words),
    at: fields.instant('at'),
    halted: fields.truth('halted') ?? fields.refuse('halted', 'true or false', undefined),
    code: fields.words('code', 32),
    reason: fields.words('reason', 500),
  }),
  news: (fields, words) => ({
    kind: 'news',
    id: fields.text('id', 200),
    publishedAt: fields.instant('publishedAt'),
    symbols: fields.texts('symbols', 1000, 100).map((name) => words.symbolOf(name)),
    title: fields.text('title', 2000),
    summary: fields.optionalText('summary', 100_000) ?? '',
    source: fields.optionalText('source', 200) ?? '',
    url: fields.optionalText('url', 2000) ?? '',
    body: fields.optionalText('body', 4_000_000),
  }),
  dividend: (fields, words) => {
    const symbol = symbolOf(fields, words);
    return {
      kind: 'action',
      action: {
        kind: 'dividend',
        symbol,
        exDate: fields.date('exDate'),
        declaredDate: fields.optionalDate('declaredDate'),
        recordDate: fields.optionalDate('recordDate'),
        payDate: fields.optionalDate('payDate'),
        amount: fields.price('amount'),
        currency: fields.optionalText('currency', 16) ?? words.currencyOf(symbol),
        type: fields.optionalText('type', 32) ?? '',
      },
    };
  },
  split: (fields, words) => ({
    kind: 'action',
    action: {
      kind: 'split',
      symbol: symbolOf(fields, words),
      effectiveDate: fields.date('effectiveDate'),
      from: fields.price('from'),
      to: fields.price('to'),
    },
  }),
  heartbeat: (fields) => {
    const { numbered: last } = numbered(fields);
    const at = fields.instant('at');
    return { kind: 'heartbeat', at, ...(last === undefined ? {} : { last }) };
  },
};

const symbolOf = (fields: MessageFields, words: MappingWords): string =>
  words.symbolOf(fields.text('symbol', 100));

/** The size of a side without an offer, whose price is 0 or less, is ignored. */
const sizeBeside = (side: 'bid' | 'ask', fields: MessageFields): number | null =>
  (fields.optionalNumber(side) ?? 1) > 0 ? fields.optionalSize(`${side}Size`) : null;

function barTimes(fields: MessageFields): { start: number; end: number } {
  const start = fields.optionalInstant('start');
  const end = fields.optionalInstant('end');
  const length = start !== null && end !== null ? end - start : minutesOf(fields);
  const from = start ?? (end === null ? fields.instant('start') : end - length);
  if (length <= 0) fields.refuse('end', 'a time behind the start', end);
  return { start: from, end: from + length };
}

function minutesOf(fields: MessageFields): number {
  const minutes = fields.optionalWhole('minutes');
  if (minutes !== null && minutes >= 1 && minutes <= minutesMax) return minutes * microsPerMinute;
  return fields.refuse('minutes', `a whole number of 1 to ${minutesMax}`, minutes);
}

/** Prices above zero, open and close between low and high. */
function barValues(fields: MessageFields): BarValues {
  const open = fields.price('open');
  const close = fields.price('close');
  const high = fields.price('high');
  const low = fields.price('low');
  if (isAbove(low, Math.min(open, close))) {
    fields.refuse('low', `at most ${Math.min(open, close)}, being open or close`, low);
  }
  if (isAbove(Math.max(open, close), high)) {
    fields.refuse('high', `at least ${Math.max(open, close)}, being open or close`, high);
  }
  const volume = fields.optionalSize('volume');
  const vwap = fields.optionalPrice('vwap');
  return { open, high, low, close, volume, vwap };
}

/** Numbers without a named stream form one stream. */
function numbered(fields: MessageFields): { numbered?: Numbered } {
  const number = fields.optionalWhole('number');
  if (number === null) return {};
  return { numbered: { stream: fields.optionalText('stream', 100) ?? '', number } };
}
