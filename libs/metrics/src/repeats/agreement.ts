/** How often repeats of one agent decide the same. */

import { alphaOf, countsOf } from '../agreement/coefficients.js';

export interface Agreement {
  /** Decisions that every repeat was asked for. */
  readonly decisions: number;
  /** Share of pairs of repeats with equal answers, over all decisions with two answers or more; null without any. */
  readonly equal: number | null;
  /** Krippendorff's alpha for nominal data: 1 all equal, 0 as chance has it. Null where only one answer was given. */
  readonly alpha: number | null;
}

/** A missing answer: it agrees with nothing, and is left out. */
export const noAnswer = 0;

/**
 * Agreement of repeats. Each repeat is a list of numbers that stand for answers, in the order in which they were
 * asked for; all lists have one length. Alpha estimates chance agreement from the answers of all repeats, and
 * tolerates missing answers.
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
    for (const count of countsOf(answers).values()) equal += count * (count - 1);
    shares += equal / (answers.length * (answers.length - 1));
  }
  const equal = answered.length === 0 ? null : shares / answered.length;
  return { decisions, equal, alpha: alphaOf(answered, 'nominal') };
}
