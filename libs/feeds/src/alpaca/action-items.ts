/** Corporate actions of the vendor: splits, cash and share dividends. Actions we cannot apply are reported. */

import { excerpt, formatCivilDate, invalidInput, parseCivilDate, type CivilDate } from '#values';
import type { FeedItem } from '../port/feed-item.js';
import {
  isRecord,
  numberOf,
  positiveOf,
  symbolOf,
  textOf,
  type VendorMessage,
} from './vendor-message.js';

interface ActionContext {
  /** Actions with an earlier ex date are history: they were not requested. */
  readonly from: CivilDate;
  readonly currencyOf: (symbol: string) => string;
}

function dateOf(message: VendorMessage, name: string): CivilDate {
  const date = parseCivilDate(textOf(message, name, 10));
  if (date !== undefined) return date;
  throw invalidInput('a member cannot be read', {
    where: name,
    expected: 'a date',
    found: excerpt(message[name]),
  });
}

const dateOrNull = (message: VendorMessage, name: string): CivilDate | null =>
  textOf(message, name, 10) === '' ? null : dateOf(message, name);

type Reader = (message: VendorMessage, context: ActionContext) => FeedItem | undefined;

/** `to` new shares for `from` old ones, of whole numbers or fractions. */
const split =
  (ratio: (message: VendorMessage) => { from: number; to: number }): Reader =>
  (message, { from }) => {
    const effectiveDate = dateOf(message, 'ex_date');
    if (effectiveDate < from) return undefined;
    const symbol = symbolOf(message, 'symbol');
    return {
      kind: 'action',
      action: { kind: 'split', symbol, effectiveDate, ...ratio(message) },
    };
  };

const exchanged = split((message) => ({
  from: positiveOf(message, 'old_rate'),
  to: positiveOf(message, 'new_rate'),
}));

/** `rate` new shares for each old share, which is kept. */
const inShares = split((message) => ({ from: 1, to: 1 + positiveOf(message, 'rate') }));

/** The vendor does not give the declaration date: the action is known when it arrives. */
const inCash: Reader = (message, { from, currencyOf }) => {
  const exDate = dateOf(message, 'ex_date');
  if (exDate < from) return undefined;
  const symbol = symbolOf(message, 'symbol');
  return {
    kind: 'action',
    action: {
      kind: 'dividend',
      symbol,
      exDate,
      declaredDate: null,
      recordDate: dateOrNull(message, 'record_date'),
      payDate: dateOrNull(message, 'payable_date'),
      amount: numberOf(message, 'rate', 0),
      currency: currencyOf(symbol),
      type: message['special'] === true ? 'special' : 'regular',
    },
  };
};

const readers: Readonly<Record<string, Reader>> = {
  forward_splits: exchanged,
  reverse_splits: exchanged,
  stock_dividends: inShares,
  cash_dividends: inCash,
};

/** The members that may name the share held by a position. */
const holders = ['symbol', 'source_symbol', 'old_symbol', 'acquiree_symbol'];

/** A position that turns into something else: reported to a person, since no price or size follows from it here. */
function unfollowed(
  kind: string,
  message: VendorMessage,
  { from }: ActionContext,
): FeedItem | undefined {
  const named =
    'ex_date' in message
      ? 'ex_date'
      : 'effective_date' in message
        ? 'effective_date'
        : 'process_date';
  const date = dateOf(message, named);
  if (date < from) return undefined;
  const symbol =
    holders.map((name) => textOf(message, name, 32)).find((text) => text !== '') ?? '?';
  const reason = `${kind} of ${symbol} on ${formatCivilDate(date)}: positions do not follow it`;
  return { kind: 'complaint', code: 'corporate action', reason, fatal: false };
}

/** The items of one list of a page, such as `cash_dividends`. Throws `InvalidInput` for an unreadable one. */
export function actionItem(
  kind: string,
  message: unknown,
  context: ActionContext,
): FeedItem | undefined {
  if (!isRecord(message)) {
    throw invalidInput('not a corporate action', { where: kind, found: excerpt(message) });
  }
  const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  return read === undefined
    ? unfollowed(excerpt(kind, 40), message, context)
    : read(message, context);
}
