/** Data kept apart from the tape: true trees of reports, and for each judged answer who gave it. */

import { z } from 'zod';
import type { AnswerToGrade } from '../../workflow/grading-stage.js';
import { writtenDocument } from '../../judging/text/written-document.js';
import { logicTreeSchema } from './logic-tree.js';
import { figuresIn } from '../text/report-measures.js';

/** The solution of a task: the tree of its report, where that is known. */
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

/** A report as judges see it: figures apart, and nothing of its words replaced. */
export const shownReport = (report: Pick<ResearchReport, 'answer'>) =>
  figuresIn(writtenDocument(report.answer));
