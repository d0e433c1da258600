/**
 * Figures over every mark of a run. A run that decides at bars has millions of marks, so none
 * of them is kept.
 */

import type { Drawdown } from '#contracts/result/figures';
import { noMark, shareFigure, undefinedFigure, type Figure } from '../sample/figure.js';

/** A fold over marks, in order; `At` is the caller's date of a mark. */
export class MarkFigures<At> {
  private marks = 0;
  private invested = 0;
  private grossSum = 0;
  private firstPeak: number | undefined;
  private peak: number | undefined;
  private peakAt: At | undefined;
  private deepest: { readonly depth: number; readonly from: At | undefined; to?: At } | undefined;
  private recoveredAt: At | undefined;

  /**
   * On basis `capital` the first peak is the starting capital, currency; otherwise it is
   * the first mark.
   */
  constructor(firstPeak?: number) {
    this.firstPeak = firstPeak;
    this.peak = firstPeak;
  }

  /**
   * Takes the next mark: its equity, currency, and its absolute position value over
   * equity, a fraction.
   */
  take(equity: number, gross: number, at: At): void {
    this.marks++;
    this.grossSum += gross;
    // 0 / 0 is a book without position or equity; |NaN| > 0 is false, as it should be.
    if (Math.abs(gross) > 0) this.invested++;
    this.firstPeak ??= equity;
    this.peak ??= equity;
    if (equity >= this.peak) {
      this.peak = equity;
      this.peakAt = at;
      if (this.deepest !== undefined) this.recoveredAt ??= at;
      return;
    }
    const depth = (this.peak - equity) / this.peak;
    if (depth > (this.deepest?.depth ?? 0)) {
      this.deepest = { depth, from: this.peakAt, to: at };
      this.recoveredAt = undefined;
    }
  }

  /**
   * Mean over all marks of the sum of absolute position values / equity: 1 is fully invested, above
   * 1 is leverage; longs and shorts add up. Undefined without a mark, and when equity was 0 at one.
   */
  exposure(): Figure {
    if (this.marks === 0) return noMark;
    const value = this.grossSum / this.marks;
    return Number.isFinite(value) ? { value } : undefinedFigure('equity was zero at a mark');
  }

  /**
   * Marks with a position (gross exposure not 0) / all marks, a fraction. A position that opens and
   * closes between two marks does not count; the last mark counts although nothing is held after
   * it. Undefined without a mark.
   */
  timeInMarket(): Figure {
    return shareFigure(this.invested, this.marks, noMark.reason);
  }

  /**
   * depth = max over t of (peak_t - E_t) / peak_t, a positive fraction, with peak_t the highest
   * equity up to t. On basis `capital` the starting capital is the first peak, on basis
   * `first-mark` the first mark is. Not annualized. More than 1 when equity fell below zero.
   *
   * `from` is the last mark at the peak (null when the peak is the starting capital before the
   * first mark), `to` the first mark at the greatest depth, `recovered` the first mark after it at
   * or above the peak (null when there is none), each as `format` writes it. A curve that never
   * falls has depth 0 and no dates. Null without a mark, and when the first peak is not positive.
   *
   * Source: Magdon-Ismail and Atiya, "Maximum Drawdown", Risk 17(10), 2004, as a
   * fraction of the peak.
   */
  drawdown(format: (at: At) => string): Drawdown | null {
    if (this.marks === 0 || (this.firstPeak ?? 0) <= 0) return null;
    const dateOf = (at: At | undefined): string | null => (at === undefined ? null : format(at));
    const { depth, from, to } = this.deepest ?? { depth: 0, from: undefined };
    return { depth, from: dateOf(from), to: dateOf(to), recovered: dateOf(this.recoveredAt) };
  }
}
