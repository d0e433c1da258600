/** Profit factor: currency won for each unit of currency lost. */

import { figureOf, noRoundTrip, undefinedFigure, type Figure } from '../sample/figure.js';
import type { Performance } from '../sample/performance.js';
import { noiseShare } from '../sample/return-sample.js';

/**
 * Sum of the profits of winning round trips / |sum of the losses of losing ones|, after fees, over
 * closed round trips only; 0 when none won. Undefined without a closed round trip and without a
 * loss; a round trip that is even up to rounding is neither a win nor a loss.
 *
 * Source: the definition in general use among traders; no single origin is known.
 */
export function profitFactor(performance: Performance): Figure {
  const { tripProfits, startingCapital } = performance;
  const noise = noiseShare * startingCapital;
  if (tripProfits.length === 0) return noRoundTrip;
  let won = 0;
  let lost = 0;
  for (let trip = 0; trip < tripProfits.length; trip++) {
    const profit = tripProfits[trip]!;
    if (profit > noise) won += profit;
    else if (profit < -noise) lost -= profit;
  }
  if (lost === 0) return undefinedFigure('no closed round trip lost money');
  return figureOf(won / lost);
}
