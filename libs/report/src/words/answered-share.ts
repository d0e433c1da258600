/** The answered share of what was due in a run, the outcome of the rest, and how much of its window has data. */

import {
  type Coverage,
  isTradingResult,
  type ModelUse,
  type Result,
  type RunResult,
} from '#contracts/result/result';
import { classesText } from './model-figures.js';

/** Coverage below this gets a warning: such a run says little about its agent. */
export const answeredShareMin = 0.95;

/** Share of what was due that was answered; null when nothing was due. */
export function answeredShare({ coverage }: { readonly coverage: Coverage }): number | null {
  return coverage.due === 0 ? null : coverage.answered / coverage.due;
}

/** `4 failed, 1 missing`, or by class if the agent asks models; empty when everything was answered. */
export function unanswered(run: {
  readonly coverage: Coverage;
  readonly models?: ModelUse | undefined;
}): string {
  const { coverage, models } = run;
  if (models !== undefined) return classesText(models);
  return (['failed', 'invalid', 'late', 'missing'] as const)
    .filter((kind) => coverage[kind] > 0)
    .map((kind) => `${coverage[kind]} ${kind}`)
    .join(', ');
}

/** Share of the sessions in a run's window that have a bar; null if the data set was not at hand. */
export function dataShare({ dataCoverage }: Pick<RunResult, 'dataCoverage'>): number | null {
  if (dataCoverage === null || dataCoverage.sessions === 0) return null;
  return dataCoverage.withBars / dataCoverage.sessions;
}

/** The noun for due answers in a result, for sentences on their share. */
export const dueText = (result: Result): string =>
  isTradingResult(result) ? 'due decisions were answered' : 'answers that were due were given';
