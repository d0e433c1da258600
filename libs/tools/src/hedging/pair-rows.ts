/** Days on which several symbols traded together, as far as they are known. */

import { z } from 'zod';
import { excerpt, invalidInput, requireCivilDate, type CivilDate } from '#values';
import type { MarketView } from '#market-view';
import { isPriced, lastRow, rowOn, type DailyRow } from '../market/daily-rows.js';
import { symbolField } from '../market/fields.js';
import type { DeskPair } from '../tool/tool.js';

/** The rows of one day on which all symbols traded, in their order. */
interface CommonDay {
  readonly date: CivilDate;
  readonly rows: readonly DailyRow[];
}

/** The last day on or before `to` on which all symbols traded; null if there is none. */
export function lastCommonDay(
  view: MarketView,
  symbols: readonly string[],
  to: CivilDate = Infinity,
): CommonDay | null {
  let date = to;
  for (;;) {
    const rows: DailyRow[] = [];
    for (const symbol of symbols) {
      const row = lastRow(view, symbol, date);
      if (row === null) return null;
      rows.push(row);
    }
    const earliest = Math.min(...rows.map((row) => row.date));
    const isCommon = rows.every((row) => row.date === earliest);
    if (isCommon && rows.every(isPriced)) return { date: earliest, rows };
    date = isCommon ? earliest - 1 : earliest;
  }
}

/** Adjusted closes by symbol. */
export function pricesOf(symbols: readonly string[], rows: readonly DailyRow[]) {
  return Object.fromEntries(symbols.map((symbol, leg) => [symbol, rows[leg]?.adjClose ?? null]));
}

/** What is known about both legs on the requested day, in their order. */
export function legsOn(
  view: MarketView,
  { left, right, target_date }: Readonly<Record<'left' | 'right' | 'target_date', string>>,
) {
  requireTwoLegs(left, right);
  const legs = [left, right];
  const date = requireCivilDate(target_date, 'target_date');
  const known = legs.map((symbol) => rowOn(view, symbol, date)).filter((row) => row !== null);
  const rows = known.filter(isPriced);
  return { legs, date, rows };
}

/** Throws `InvalidInput` with the message `what` unless these are the legs of the pair. */
export function requirePair(pair: DeskPair, left: string, right: string, what: string): void {
  if (pair.left === left && pair.right === right) return;
  throw invalidInput(what, {
    where: 'left, right',
    expected: `${pair.left}, ${pair.right}`,
    found: excerpt(`${left}, ${right}`),
  });
}

/** Throws `InvalidInput` if both legs are the same symbol. */
export function requireTwoLegs(left: string, right: string): void {
  if (left !== right) return;
  throw invalidInput('a pair of one symbol', {
    where: 'right',
    expected: 'another symbol than left',
    found: excerpt(right),
  });
}

export const pairFields = {
  left: symbolField.describe('First leg: long under LONG_SHORT.'),
  right: symbolField.describe('Second leg: short under LONG_SHORT.'),
};

export const pairAction = z
  .enum(['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE'])
  .describe('LONG_SHORT, SHORT_LONG, HOLD or CLOSE.');

/** Prices of both legs by their symbols. */
export const pairPrices = z
  .record(z.string(), z.number())
  .describe('adj_close of both legs, by symbol.');
