/** Turnover: how much of the book was traded. */

import { figureOf, type Figure } from '../sample/figure.js';
import type { Performance } from '../sample/performance.js';

/**
 * Sum over fills of |change of position weight|, a multiple of equity: buying in once with all
 * equity is 1, a flip from long to short is 2. Both sides count; over the whole window, not
 * annualized. 0 without a fill; undefined when a fill was weighed against no equity.
 *
 * Source: the definition; two-sided. Many funds report the one-sided figure, which is about half.
 */
export function turnover(performance: Performance): Figure {
  return figureOf(performance.turnover);
}
