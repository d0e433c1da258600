/**
 * Corporate actions of the vendor: splits, cash and share dividends. Actions we cannot
 * apply are reported.
 */

import { z } from 'zod';
import { excerpt, formatCivilDate, invalidInput, type CivilDate } from '#values';
import { checkedMessage } from '../mapping/checked-message.js';
import type { FeedItem } from '../port/feed-item.js';
import { anything, date, isRecord, price, size, symbol, text } from './vendor-message.js';

interface ActionContext {
  /** Actions with an earlier ex date are history: they were not requested. */
  readonly from: CivilDate;
  readonly currencyOf: (symbol: string) => string;
}

type Action = Extract<FeedItem, { kind: 'action' }>['action'];
type Reader = (message: unknown, currencyOf: ActionContext['currencyOf']) => Action;

const dated = z.object({ symbol, ex_date: date });
const nothing = z.literal('').nullish();
const dateOrNull = date.or(nothing.transform(() => null));
const ofExchange = dated.extend({ old_rate: price, new_rate: price });
const ofShares = dated.extend({ rate: price });
const ofCash = dated.extend({
  rate: size,
  record_date: dateOrNull,
  payable_date: dateOrNull,
  special: anything,
});

const split = (symbol: string, effectiveDate: CivilDate, from: number, to: number): Action => ({
  kind: 'split',
  symbol,
  effectiveDate,
  from,
  to,
});

/** `new_rate` new shares for `old_rate` old ones, of whole numbers or fractions. */
const exchanged: Reader = (message) => {
  const said = checkedMessage(ofExchange, message, '');
  return split(said.symbol, said.ex_date, said.old_rate, said.new_rate);
};

/** `rate` new shares for each old share, which is kept. */
const inShares: Reader = (message) => {
  const said = checkedMessage(ofShares, message, '');
  return split(said.symbol, said.ex_date, 1, 1 + said.rate);
};

/** The vendor does not give the declaration date: the action is known when it arrives. */
const inCash: Reader = (message, currencyOf) => {
  const dividend = checkedMessage(ofCash, message, '');
  return {
    kind: 'dividend',
    symbol: dividend.symbol,
    exDate: dividend.ex_date,
    declaredDate: null,
    recordDate: dividend.record_date,
    payDate: dividend.payable_date,
    amount: dividend.rate,
    currency: currencyOf(dividend.symbol),
    type: dividend.special === true ? 'special' : 'regular',
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

/**
 * A position that turns into something else: reported to a person, since no price or size
 * follows from it here.
 */
function unfollowed(kind: string, message: unknown, from: CivilDate): FeedItem | undefined {
  if (!isRecord(message)) {
    throw invalidInput('not a corporate action', { where: kind, found: excerpt(message) });
  }
  const named = ['ex_date', 'effective_date'].find((name) => name in message) ?? 'process_date';
  const on = checkedMessage(date, message[named], named);
  if (on < from) return undefined;
  const names = holders.map((name) => checkedMessage(text(32), message[name], name));
  const symbol = names.find((name) => name !== '') ?? '?';
  const reason = `${kind} of ${symbol} on ${formatCivilDate(on)}: positions do not follow it`;
  return { kind: 'complaint', code: 'corporate action', reason, fatal: false };
}

/**
 * The items of one list of a page, such as `cash_dividends`. Throws `InvalidInput` for an
 * unreadable one.
 */
export function actionItem(
  kind: string,
  message: unknown,
  { from, currencyOf }: ActionContext,
): FeedItem | undefined {
  const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  if (read === undefined) return unfollowed(excerpt(kind, 40), message, from);
  const action = read(message, currencyOf);
  const date = action.kind === 'split' ? action.effectiveDate : action.exDate;
  return date < from ? undefined : { kind: 'action', action };
}
