/** Job J without an engine: the obvious loop over an array of closes. */

export interface RawOutcome {
  readonly finalEquity: number;
  readonly trades: number;
}

/** Lengths of the two averages, in bars. */
export interface Rule {
  readonly fast: number;
  readonly slow: number;
}

/** The rule of job J. */
export const usualRule: Rule = { fast: 10, slow: 30 };

/** Two averages as running sums, all in, whole units, no cost; decided and filled at each close. */
export function rawLoop(
  close: Float64Array,
  capital: number,
  { fast, slow }: Rule = usualRule,
): RawOutcome {
  let fastSum = 0;
  let slowSum = 0;
  let cash = capital;
  let units = 0;
  let trades = 0;
  for (let bar = 0; bar < close.length; bar++) {
    const price = close[bar] as number;
    fastSum += price;
    slowSum += price;
    if (bar >= fast) fastSum -= close[bar - fast] as number;
    if (bar >= slow) slowSum -= close[bar - slow] as number;
    if (bar < slow - 1) continue;
    const long = fastSum / fast > slowSum / slow;
    if (long && units === 0) {
      units = Math.floor(cash / price);
      cash -= units * price;
      trades++;
    } else if (!long && units > 0) {
      cash += units * price;
      units = 0;
      trades++;
    }
  }
  return { finalEquity: cash + units * (close[close.length - 1] as number), trades };
}
