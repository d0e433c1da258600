/** Annualized return: the constant yearly growth that gives the cumulative return. */

import { figureOf, tooFewReturns, undefinedFigure, type Figure } from '../sample/figure.js';

/**
 * (1 + cumulative return)^(sessionsPerYear / n) - 1 with n the sessions that passed from the first
 * mark to the last, those without a mark included; geometric, a fraction a year. Through log1p and
 * expm1, so that tiny returns keep their digits. Undefined without a return, when equity ends at or
 * below zero, and when a few sessions of large growth compound beyond the doubles. Under a year of
 * sessions it extrapolates: read it with care.
 *
 * Source: Bodie, Kane and Marcus, "Investments", chapter 5 (effective annual rate).
 */
export function annualisedReturn(
  cumulative: Figure,
  elapsedSessions: number,
  sessionsPerYear: number,
): Figure {
  if (cumulative.value === null) return cumulative;
  if (elapsedSessions < 1) return tooFewReturns(0, 1);
  if (cumulative.value <= -1) return undefinedFigure('equity ended at or below zero');
  return figureOf(Math.expm1((Math.log1p(cumulative.value) * sessionsPerYear) / elapsedSessions));
}
