/** Prices that an agent submits, against those on the tape. */

import { formatCivilDate, invalidInput, parseCivilDate, weekdayOf, type CivilDate } from '#values';
import { isSamePrice } from '#workflows';
import { openClosePrices, type ClosePrices } from './close-prices.js';

/** A price that the agent gave and that differs from the tape. */
export interface PriceDiscrepancy {
  readonly date: string;
  readonly symbol: string;
  readonly said: number;
  readonly price: number;
}

/** The prices that a record gets, by symbol, and those of the agent that differ. */
interface SettledPrices {
  readonly prices: Readonly<Record<string, number>>;
  readonly discrepancies: readonly PriceDiscrepancy[];
}

/**
 * The prices of a data set, as `settlePrices` takes them; without one those that the agent gave.
 */
export async function settledPrices(
  statedPrices: Readonly<Record<string, number>>,
  data: string | undefined,
  { date, action }: { readonly date: string; readonly action: string },
): Promise<SettledPrices> {
  if (data === undefined) return { prices: statedPrices, discrepancies: [] };
  const closes = await openClosePrices(data, Object.keys(statedPrices));
  return settlePrices(closes, statedPrices, { date, action, forced: 'HOLD' });
}

/**
 * Takes the prices from the tape: at the close of `date`, or on a day without a session at the
 * close before it, when only the action `forced` is allowed. `InvalidInput` for another action on
 * such a day, and for a session that the data lacks, whole or for one of the symbols, since nothing
 * is recorded then.
 */
export function settlePrices(
  { calendar, lastSession, at }: ClosePrices,
  statedPrices: Readonly<Record<string, number>>,
  { date, action, forced }: { date: string; action: string; forced: string },
): SettledPrices {
  const day = parseCivilDate(date) as CivilDate;
  const isOpen = calendar.isSession(day);
  if (!isOpen && action !== forced) {
    throw invalidInput('no session on this day', {
      where: `--target-date ${date}`,
      expected: `--action ${forced}`,
      found: action,
    });
  }
  const session = isOpen ? day : calendar.sessionOnOrBefore(day);
  if (lastSession === null || session > lastSession || (!isOpen && isAhead(day, lastSession))) {
    const found = lastSession === null ? 'no prices' : `prices to ${formatCivilDate(lastSession)}`;
    throw notLoaded(date, 'a day that the data has', found);
  }
  const prices: Record<string, number> = {};
  const discrepancies: PriceDiscrepancy[] = [];
  for (const [symbol, stated] of Object.entries(statedPrices)) {
    const tape = at(symbol, session);
    if (tape === undefined) {
      throw notLoaded(date, `a price of ${symbol} on ${formatCivilDate(session)}`, 'none');
    }
    const price = tape.trade;
    prices[symbol] = price;
    if (!isSamePrice(stated, tape)) discrepancies.push({ date, symbol, said: stated, price });
  }
  return { prices, discrepancies };
}

/** A holiday after the end of the data is not known to be one; a weekend is. */
const isAhead = (day: CivilDate, lastSession: CivilDate): boolean =>
  day > lastSession && weekdayOf(day) !== 0 && weekdayOf(day) !== 6;

const notLoaded = (date: string, expected: string, found: string): Error =>
  invalidInput('nothing was recorded because the data does not cover this day', {
    where: `--target-date ${date}`,
    expected,
    found,
  });
