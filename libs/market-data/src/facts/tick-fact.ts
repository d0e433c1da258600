/** A trade or a quote from a row. */

import { rowDefect, type Defect } from '../rows/row-defect.js';
import { missing, type RowFields } from '../rows/row-fields.js';
import type { FactContext, FactDraft, FactParser } from './fact-draft.js';

/**
 * Fields: timestamp, price, size; symbol unless the table names it; id, which distinguishes trades
 * of one instant.
 */
export const tradeFact: FactParser = (row, context) => {
  const draft = draftOf(row, context);
  const key = row.optionalText('id') ?? '';
  const size = within(row.number('size'), 'size', true);
  const price = within(row.number('price'), 'price');
  return { ...draft, payload: { kind: 'trade', price, size }, key, oddities: [] };
};

/**
 * Fields: timestamp, bid, ask; symbol unless the table names it; bid_size, ask_size. A side may
 * lack an offer.
 */
export const quoteFact: FactParser = (row, context) => {
  const draft = draftOf(row, context);
  const bid = row.optionalNumber('bid');
  const ask = row.optionalNumber('ask');
  if (bid === null && ask === null) throw missing('bid, ask');
  const payload = {
    kind: 'quote' as const,
    bid: within(bid, 'bid'),
    ask: within(ask, 'ask'),
    bidSize: within(row.optionalNumber('bid_size'), 'bid_size', true),
    askSize: within(row.optionalNumber('ask_size'), 'ask_size', true),
  };
  return { ...draft, payload, key: '', oddities: crossed(bid, ask) };
};

/** What trades and quotes share; never released if the calendar does not cover the time. */
function draftOf(
  row: RowFields,
  { tickTimesOf, symbolOfFile }: FactContext,
): Pick<FactDraft, 'knowledgeTime' | 'eventTime' | 'symbols'> {
  const symbol = symbolOfFile ?? row.text('symbol');
  if (symbol.length > 32) throw rowDefect('not a symbol', { field: 'symbol' });
  const at = row.optionalInstant('timestamp');
  if (at === null) throw missing('timestamp');
  const tickTimes = tickTimesOf(symbol);
  const isCovered = !tickTimes.isBefore(at) && !tickTimes.isBeyond(at);
  const knowledgeTime = isCovered ? tickTimes.knowledgeTime(at) : null;
  return { knowledgeTime, eventTime: at, symbols: [symbol] };
}

function within<T extends number | null>(value: T, field: string, isZeroFine = false): T {
  if (value === null || value > 0 || (isZeroFine && value === 0)) return value;
  const expected = isZeroFine ? '0 or more' : 'above 0';
  throw rowDefect('the value is impossible', { field, expected, found: `${value}` });
}

/**
 * A warning about a quote: unusual, but accepted, since venues report crossed quotes for moments.
 */
function crossed(bid: number | null, ask: number | null): Defect[] {
  if (bid === null || ask === null || bid <= ask) return [];
  const expected = `at most the ask, ${ask}`;
  return [{ what: 'the quote is crossed', field: 'bid', expected, found: `${bid}` }];
}
