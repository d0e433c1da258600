/**
 * Whether a build takes more than the measured one: ratios of what both took in turns, and the
 * limit on them.
 */

/** What one run of a job took; null where the system does not tell. */
export interface Cost {
  readonly processorSeconds: number | null;
  readonly peakMegabytes: number | null;
}

/** Both builds, one after the other. */
export interface PairedRound {
  readonly own: Cost;
  readonly measured: Cost;
}

/** One measure of both builds, in the round in which the ratio was least. */
export interface Comparison {
  readonly measure: Measure;
  readonly own: number;
  readonly measured: number;
  /** This build over the measured one. */
  readonly ratio: number;
}

type Measure = keyof Cost;

/**
 * Figures of one commit, measured in turns on a machine with other work, differ by up to a tenth.
 */
export const ratioMax = 1.25;
/** A machine may be busy for one round, or two. */
const roundsMax = 3;
const measures: readonly Measure[] = ['processorSeconds', 'peakMegabytes'];
const words = { processorSeconds: 'processor time', peakMegabytes: 'peak memory' };
const units = { processorSeconds: 's', peakMegabytes: 'MB' };

/** Runs one round, and up to two more while a ratio is above the limit. */
export async function pairedRounds(
  round: (number: number) => Promise<PairedRound>,
): Promise<PairedRound[]> {
  const rounds: PairedRound[] = [];
  do {
    rounds.push(await round(rounds.length));
  } while (rounds.length < roundsMax && compare(rounds).some(isAbove));
  return rounds;
}

/** For each measure that the system told of both builds, the round in which the ratio was least. */
export function compare(rounds: readonly PairedRound[]): Comparison[] {
  return measures.flatMap((measure) => {
    const all = rounds.flatMap((round) => comparisonsOf(measure, round));
    const sorted = all.toSorted((a, b) => a.ratio - b.ratio);
    return sorted.slice(0, 1);
  });
}

/** Whether the build takes too much. */
export function isAbove({ ratio }: Comparison): boolean {
  return ratio > ratioMax;
}

/** Both figures and the ratio, in words. */
export function describeComparison({ measure, own, measured, ratio }: Comparison): string {
  const unit = units[measure];
  const figures = `${own.toFixed(2)} ${unit} against ${measured.toFixed(2)} ${unit}`;
  return `${words[measure]} ${figures}, ${ratio.toFixed(3)}×`;
}

/** A measure that is null or zero on either side has no ratio. */
function comparisonsOf(measure: Measure, round: PairedRound): Comparison[] {
  const own = round.own[measure];
  const measured = round.measured[measure];
  if (own === null || measured === null || measured === 0) return [];
  return [{ measure, own, measured, ratio: own / measured }];
}
