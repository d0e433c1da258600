/** Data kept apart from the tape: true trees of reports, and for each judged answer who gave it. */

import { z } from 'zod';
import type { AnswerToGrade } from '../../workflow/grading-stage.js';
import { withheld } from '../../judging/shown-to-judges.js';
import { logicTreeSchema } from './logic-tree.js';
import { figuresIn } from '../text/report-measures.js';

/** Of a task: the tree of its report, where that is known. */
export const researchSolution = z.looseObject({ tree: logicTreeSchema.optional() });
export type ResearchSolution = z.infer<typeof researchSolution>;

export type ResearchReport = AnswerToGrade<string, ResearchSolution>;

export { whoAnswered, whoOf } from '../../workflow/grading-stage.js';

/** Further terms of a judging scenario. */
export const researchTerms = z.strictObject({
  /** The workflow whose answers are graded. */
  of: z.string().min(1).max(64),
  /** Tasks of its data set. */
  tasks: z.int().nonnegative().optional(),
});
export type ResearchTerms = z.infer<typeof researchTerms>;

/** A report as judges see it: figures apart, without the names of its author where they occur as separate words. */
export function shownReport(
  report: Pick<ResearchReport, 'answer' | 'agent' | 'model'>,
): ReturnType<typeof figuresIn> {
  const { text, figures } = figuresIn(report.answer);
  return {
    text: withheld(text, report),
    figures: figures.map((figure) => withheld(figure, report)),
  };
}
