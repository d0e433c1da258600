/** Maximum drawdown: the deepest fall of equity below its highest mark so far, and when it was. */

import type { Drawdown } from '#contracts/result/result';
import { formatCivilDate, formatInstant } from '#values';
import type { Performance } from '../sample/performance.js';

/** The mark before the first one, where the starting capital is the peak. */
const beforeFirstMark = -1;

/**
 * depth = max over t of (peak_t - E_t) / peak_t, a positive fraction, with peak_t the highest equity
 * up to t. On basis `capital` the starting capital is the first peak, on basis `first-mark` the
 * first mark is. Marks at session closes, and at
 * bars of a run that decides at them; not annualized. More than 1 when equity fell below zero.
 *
 * `from` is the last mark at the peak (null when the peak is the starting capital before the first
 * mark), `to` the first mark at the greatest depth, `recovered` the first mark after it at or above
 * the peak (null when there is none); dates as YYYY-MM-DD, or instants where
 * marks are at bars. A curve that never falls has depth 0 and
 * no dates. Null without a mark, and when the first peak is not positive.
 *
 * Source: Magdon-Ismail and Atiya, "Maximum Drawdown", Risk 17(10), 2004, as a fraction of the peak.
 */
export function maximumDrawdown(performance: Performance): Drawdown | null {
  const { basis, startingCapital, bars } = performance;
  const { equity, dates } = bars ?? performance;
  const format = bars === undefined ? formatCivilDate : formatInstant;
  if (equity.length === 0) return null;
  let peak = basis === 'capital' ? startingCapital : equity[0]!;
  if (peak <= 0) return null;
  let peakMark = beforeFirstMark;
  let deepest = { depth: 0, peak, from: beforeFirstMark, to: beforeFirstMark };
  for (let mark = 0; mark < equity.length; mark++) {
    const level = equity[mark]!;
    if (level >= peak) {
      peak = level;
      peakMark = mark;
    }
    const depth = (peak - level) / peak;
    if (depth > deepest.depth) deepest = { depth, peak, from: peakMark, to: mark };
  }
  if (deepest.depth === 0) return { depth: 0, from: null, to: null, recovered: null };
  const recovered = equity.findIndex((level, mark) => mark > deepest.to && level >= deepest.peak);
  const dateOf = (mark: number): string | null => (mark < 0 ? null : format(dates[mark]!));
  return {
    depth: deepest.depth,
    from: dateOf(deepest.from),
    to: dateOf(deepest.to),
    recovered: dateOf(recovered),
  };
}
