/** What judges are asked of the answers that code leaves undecided, and only of those. */

import { z } from 'zod';
import { whoAnswered, whoOf, type GradingStage } from '../../workflow/grading-stage.js';
import { verdictOn, type Solution } from '../analysis/trace-rules.js';
import { shownAnswer, type RetrievalAnswer } from '../score/structured-answer.js';

const count = z.int().nonnegative();

/** What code decided of the answers of a run, and how many questions it was asked. */
const runCounts = z.strictObject({
  agent: z.string(),
  run: z.string(),
  due: count,
  right: count,
  undecided: count,
});

/** Kept apart from the tape, so that judges cannot read it. */
export const undecidedAnswer = z.strictObject({
  ...whoAnswered,
  answer: z.string(),
  /** Why code left it open. */
  why: z.string(),
  /** All runs of the result, with and without undecided answers. */
  runs: z.array(runCounts),
});
export type UndecidedAnswer = z.infer<typeof undecidedAnswer>;

export const verdictTerms = z.strictObject({
  /** The workflow whose answers are judged. */
  of: z.string().min(1).max(64),
  /** Tasks of the judged result, answered or not. */
  tasks: count,
});

export const verdictSchema = z.strictObject({
  right: z.boolean().describe('Whether the answer gives the expected value.'),
  value: z.string().max(100).optional().describe('The number of the answer, with sign and scale.'),
  why: z.string().min(1).max(1000).describe('In one sentence.'),
});

export const verdictStage: GradingStage<RetrievalAnswer, Solution> = {
  workflow: 'retrieval-verdicts',
  tasksOf: ({ answers, terms }) => {
    const due = verdictTerms.parse(terms).tasks;
    const scored = answers.flatMap(({ solution, ...answer }) =>
      solution === null
        ? []
        : [{ ...answer, solution, verdict: verdictOn(answer.task, answer.answer, solution) }],
    );
    const byRun = [...Map.groupBy(answers, ({ run }) => run).keys()].toSorted();
    const runs = byRun.map((run) => {
      const ofRun = scored.filter((one) => one.run === run);
      const right = ofRun.filter(({ verdict }) => verdict.right === true).length;
      const undecided = ofRun.filter(({ verdict }) => verdict.right === null).length;
      const { agent } = answers.find((one) => one.run === run)!;
      return { agent, run, due, right, undecided };
    });
    const open = scored.filter(({ verdict }) => verdict.right === null);
    return open.map(({ id, instruction, solution, verdict: { why }, ...one }) => {
      const answer = shownAnswer(one.answer);
      return {
        id,
        instruction:
          'Decide whether answer gives the expected value for this question. expected has the ' +
          `value, and question the question: ${instruction}`,
        inputs: { answer, question: instruction, expected: expectedText(solution) },
        solution: { ...whoOf(one), answer, why, runs },
      };
    });
  },
};

/** What the judge of the paper is told of the true value. */
function expectedText({ value, unit, currency, period, precision, facts }: Solution): string {
  const expected = {
    value: `${value}`,
    unit,
    currency: currency ?? null,
    period: period ?? null,
    fiscalPeriod: facts.fiscalPeriod ?? null,
    calendarPeriod: facts.calendarPeriod ?? null,
    lastDigit: precision ?? null,
    series: facts.series === '' ? null : facts.series,
  };
  return JSON.stringify(expected, null, 1);
}
