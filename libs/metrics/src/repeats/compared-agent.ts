/** What a comparison is made of: agents, each with its runs over symbols and repeats. */

import { formatCivilDate } from '#values';
import type { ComparedEntry } from '#contracts/result/comparison';
import type { Performance } from '../sample/performance.js';
import { alphaOf, countsOf as frequenciesOf } from '../agreement/coefficients.js';

/**
 * The answers of a run, in order, run-length encoded: a number for each stretch of equal answers,
 * equal for equal answers and 0 for a missing one, and the number of due decisions in the stretch.
 */
export interface AnswerRuns {
  readonly labels: Uint32Array;
  readonly counts: Uint32Array;
}

export interface ComparedRun {
  readonly repeat: number;
  /** What it trades, in one text: the same in each repeat. */
  readonly market: string;
  readonly performance: Performance;
  readonly due: number;
  readonly answered: number;
  readonly answers: AnswerRuns;
}

export interface ComparedAgent {
  readonly agent: string;
  /** Runs in the order of symbols, within each repeat. */
  readonly runs: readonly ComparedRun[];
  readonly missingRuns: number;
  /** For an agent that asks a model: how it asks, and which. */
  readonly asks: { readonly framework: string; readonly model: string } | null;
}

/** An agent that answered less is in no ranking. */
const coverageMin = 0.95;

export interface Counts {
  readonly due: number;
  readonly answered: number;
}

export function countsOf({ runs }: ComparedAgent): Counts {
  const sum = (of: (run: ComparedRun) => number): number =>
    runs.reduce((total, run) => total + of(run), 0);
  return { due: sum((run) => run.due), answered: sum((run) => run.answered) };
}

/** Why the runs of an agent have no returns; undefined if they have. Without a full stop. */
export function withoutReturns({ runs }: ComparedAgent): string | undefined {
  if (runs.length === 0) return 'none of its runs finished';
  for (const { performance } of runs) {
    const { dates, equity } = performance;
    const at = equity.findIndex((value) => value <= 0);
    if (at >= 0) return `its equity was not positive on ${formatCivilDate(dates[at]!)}`;
  }
  return undefined;
}

/** Why an agent is in no ranking; null if it is in one. Without a full stop. */
export function refusalOf(agent: ComparedAgent): string | null {
  const broken = withoutReturns(agent);
  if (broken !== undefined) return broken;
  const { missingRuns } = agent;
  if (missingRuns > 0) {
    return missingRuns === 1 ? 'one run did not finish' : `${missingRuns} runs did not finish`;
  }
  const { due, answered } = countsOf(agent);
  if (answered >= coverageMin * due) return null;
  // Rounded down: 94.996% is not 95%.
  const percent = Math.floor((answered / due) * 10_000) / 100;
  return `it answered ${percent}% of its ${due} decisions; a ranking requires 95%`;
}

/**
 * The runs of each repeat, as positions in the list of runs; repeats that lack a run of
 * another are left out.
 */
export function repeatsOf({ runs }: ComparedAgent): readonly (readonly number[])[] {
  const places = Map.groupBy(runs.keys(), (place) => runs[place]!.repeat);
  const markets = new Set(runs.map(({ market }) => market));
  return [...places.values()].filter(({ length }) => length === markets.size);
}

/**
 * Agreement of the repeats, over all symbols; null for a single repeat, or if the
 * questions differed.
 */
export function agreementBetween(agent: ComparedAgent): ComparedEntry['agreement'] {
  const places = repeatsOf(agent);
  if (places.length < 2) return null;
  const repeats = places.map((runs) => runs.flatMap((run) => labelsOf(agent.runs[run]!.answers)));
  const [first, ...rest] = repeats as [number[], ...number[][]];
  return rest.every(({ length }) => length === first.length) ? agreementOf(repeats) : null;
}

/** A number for each due decision. */
export const labelsOf = ({ labels, counts }: AnswerRuns): number[] =>
  [...labels].flatMap((label, run) => Array.from({ length: counts[run]! }, () => label));

export interface Agreement {
  /** Decisions that every repeat was asked for. */
  readonly decisions: number;
  /**
   * Share of pairs of repeats with equal answers, over all decisions with two answers or more;
   * null without any.
   */
  readonly equal: number | null;
  /**
   * Krippendorff's alpha for nominal data: 1 all equal, 0 as chance has it. Null where only one
   * answer was given.
   */
  readonly alpha: number | null;
}

/** A missing answer: it agrees with nothing, and is left out. */
export const noAnswer = 0;

/**
 * Agreement of repeats. Each repeat is a list of numbers that stand for answers, in the order in
 * which they were asked for; all lists have one length. Alpha estimates chance agreement from the
 * answers of all repeats, and tolerates missing answers.
 */
export function agreementOf(repeats: readonly (readonly number[] | Uint32Array)[]): Agreement {
  const decisions = repeats[0]?.length ?? 0;
  const answered: number[][] = [];
  let shares = 0;
  for (let decision = 0; decision < decisions; decision++) {
    const answers = repeats
      .map((repeat) => repeat[decision]!)
      .filter((answer) => answer !== noAnswer);
    if (answers.length < 2) continue;
    answered.push(answers);
    let equal = 0;
    for (const count of frequenciesOf(answers).values()) equal += count * (count - 1);
    shares += equal / (answers.length * (answers.length - 1));
  }
  const equal = answered.length === 0 ? null : shares / answered.length;
  return { decisions, equal, alpha: alphaOf(answered, 'nominal') };
}
