/** Why decisions were not answered and orders were denied, as a result has it. */

import type { Denials, Unanswered } from '#contracts/result';
import type { CoverageFold, TradingFold } from '#workflows';

/** Names the moment of a first case: by its session or its instant. */
type DateOf = (time: number) => string;

/** Nothing where every due decision was answered. */
export function unansweredOf(
  coverage: CoverageFold,
  dateOf: DateOf,
): { readonly unanswered?: Unanswered } {
  const { named, more } = coverage.reasons.top();
  if (named.length === 0) return {};
  const reasons = named.map(({ kind: outcome, reason, count, first: { asOf, time } }) => {
    return { outcome, reason, count, first: { asOf, date: dateOf(time) } };
  });
  return { unanswered: { reasons, more } };
}

/** Nothing where no order was denied. */
export function denialsOf({ orders }: TradingFold, dateOf: DateOf): { readonly denials?: Denials } {
  const denials = orders.denials.top(Infinity).named.map(({ reason, count, first }) => {
    const { asOf, time, symbol, order } = first;
    return { reason: reason ?? '', count, first: { asOf, date: dateOf(time), symbol, order } };
  });
  return denials.length === 0 ? {} : { denials };
}
