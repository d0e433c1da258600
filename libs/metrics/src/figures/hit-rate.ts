/** Hit rate: how many closed round trips made money. */

import { figureOf, noRoundTrip, type Figure } from '../sample/figure.js';
import type { Performance } from '../sample/performance.js';
import { noiseShare } from '../sample/return-sample.js';

/**
 * Closed round trips with a profit above 0, after fees / all closed round trips; a fraction. One
 * that comes out at 0, within rounding, is not a hit. A position still open does not count.
 * Undefined without a closed round trip.
 */
export function hitRate(performance: Performance): Figure {
  const { tripProfits, startingCapital } = performance;
  const noise = noiseShare * startingCapital;
  if (tripProfits.length === 0) return noRoundTrip;
  let hits = 0;
  for (let trip = 0; trip < tripProfits.length; trip++) if (tripProfits[trip]! > noise) hits++;
  return figureOf(hits / tripProfits.length);
}
