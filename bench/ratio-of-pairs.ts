/** How many times longer one thing takes than another, on a machine that others use as well. */

export interface Ratio {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export type Work = () => unknown;

export interface PairOptions {
  readonly pairs?: number;
  /** Times that the quick side is done in each pair, so that it takes long enough to be timed. */
  readonly quickTimes?: number;
  /** Pairs before the first that counts: what is measured then is compiled. */
  readonly warmUps?: number;
}

/**
 * Median, least and greatest ratio of interleaved pairs: what slows the machine down slows both
 * sides of a pair.
 */
export async function ratioOfPairs(
  slow: Work,
  quick: Work,
  { pairs = 5, quickTimes = 1, warmUps = 2 }: PairOptions = {},
): Promise<Ratio> {
  const ratios: number[] = [];
  for (let pair = -warmUps; pair < pairs; pair++) {
    const quickMs = await timeOf(quick, quickTimes);
    const slowMs = await timeOf(slow, 1);
    if (pair >= 0) ratios.push((slowMs / quickMs) * quickTimes);
  }
  return ratioOf(ratios);
}

/** The median of an odd number of ratios, with their range. */
export function ratioOf(ratios: readonly number[]): Ratio {
  const sorted = [...ratios].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] as number;
  return { median: at((sorted.length - 1) >> 1), min: at(0), max: at(sorted.length - 1) };
}

/** The same ratio per unit of work, where the slow side does `times` as much. */
export function perUnit({ median, min, max }: Ratio, times: number): Ratio {
  return { median: median / times, min: min / times, max: max / times };
}

async function timeOf(work: Work, times: number): Promise<number> {
  const from = performance.now();
  for (let time = 0; time < times; time++) await work();
  return performance.now() - from;
}
