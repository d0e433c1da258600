/** Cumulative return: what one unit of currency became, less one. */

import { figureOf, firstMarkNotPositive, noMark, type Figure } from '../sample/figure.js';
import type { Performance } from '../sample/performance.js';

/**
 * E_last / starting capital - 1 on basis `capital`, E_last / E_first - 1 on basis `first-mark`; a
 * fraction. The latter leaves out what happened up to the first mark, an entry fee for instance.
 * Not annualized. Undefined without a mark, and on basis `first-mark` when that mark is not
 * positive. Equity that ends below zero gives less than -1: more than everything was lost.
 *
 * Source: the definition (simple holding-period return), Bodie, Kane and Marcus, "Investments",
 * chapter 5.
 */
export function cumulativeReturn(performance: Performance): Figure {
  const { equity, basis, startingCapital } = performance;
  if (equity.length === 0) return noMark;
  const start = basis === 'capital' ? startingCapital : equity[0]!;
  if (start <= 0) return firstMarkNotPositive;
  return figureOf(equity[equity.length - 1]! / start - 1);
}
