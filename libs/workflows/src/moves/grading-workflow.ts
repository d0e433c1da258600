/**
 * The second stage of grading: which moves of its rubric an answer makes, and whether it
 * reconciles them.
 */

import { shareFigure, type Figure } from '#metrics/sample/figure';
import { meanFigure } from '#metrics/sample/return-sample';
import { whoOf, type GradingStage } from '../workflow/grading-stage.js';
import { rubricInput } from '../workflow/judgment.js';
import { judgeDefaults } from '../tasks/agent-defaults.js';
import { unreadSection } from '../judging/unread-judgments.js';
import { writtenDocument } from '../judging/text/written-document.js';
import { taskWorkflow } from '../tasks/task-workflow.js';
import { attemptsOf, summaryOf, type Summary } from './figures/attempts.js';
import { gradingSections } from './figures/grading-sections.js';
import { gradedSolution, gradingDefect, gradingJudgment } from './judgments/grading.js';
import type { GradedSolution } from './judgments/grading.js';
import { groundingSchema, pooledClaims } from './judgments/grounding.js';
import { gradingPrompts } from './rubric/moves-prompts.js';
import { gradingTerms, type Rubric } from './rubric/rubric.js';
import { citationsIn } from './text/citations.js';

export const gradingStage: GradingStage<string, Rubric> = {
  workflow: 'moves-grading',
  tasksOf: ({ answers, before, terms }) => {
    const { claims } = gradingTerms.parse(terms);
    const rule = claims === 'cited' ? 'Claims are to be cited.' : 'Claims need no citation.';
    const about = `Coverage: which moves of rubric the report makes. ${rule}`;
    const byAgent = Map.groupBy(answers, ({ agent }) => agent);
    return answers.flatMap((answer) => {
      const groundings = before.flatMap(
        (run) => groundingSchema.safeParse(run.answers.get(answer.id)).data ?? [],
      );
      const { id, instruction: topic, solution: rubric, trace, texts } = answer;
      // Without a valid grounding, and without a rubric, an answer is not graded.
      if (groundings.length === 0 || rubric === null) return [];
      const own = byAgent.get(answer.agent)!;
      const answered = { attempts: own.length, tasks: new Set(own.map(({ task }) => task)).size };
      const steps = trace?.steps ?? null;
      const calls = trace?.calls.filter(({ tool }) => tool !== 'submit_answer').length ?? null;
      const shared = { ...whoOf(answer), answered, rubric, answer: id, steps, calls };
      const report = writtenDocument(answer.answer);
      const grounded = pooledClaims(report, groundings);
      const cited = citationsIn(report, [...texts.keys()]);
      const citations = cited.map(({ from, to }) => ({ from, to }));
      const coverage: GradedSolution = { ...shared, asks: 'coverage', grounded, report, citations };
      const synthesis: GradedSolution = { ...shared, asks: 'synthesis' };
      return [
        {
          id: `${id}-coverage`,
          instruction: `${about} flagged are claims that no file holds.`,
          inputs: {
            report,
            topic,
            flagged: JSON.stringify(grounded.flagged),
            [rubricInput]: JSON.stringify({ themes: rubric.themes }),
          },
          solution: coverage,
        },
        {
          id: `${id}-synthesis`,
          instruction:
            'Synthesis: whether the report reconciles data that stand against each other.',
          inputs: { report, topic },
          solution: synthesis,
        },
      ];
    });
  },
};

export const movesGrading = taskWorkflow({
  name: gradingStage.workflow,
  terms: gradingTerms,
  answer: gradingJudgment,
  solution: gradedSolution,
  prompts: gradingPrompts,
  agentDefaults: judgeDefaults,
  defect: gradingDefect,
  toolRules: {
    literal: async (asked) => (await import('./rubric/literal-judges.js')).literalGrading(asked),
  },
  /** Figures of one judge: means over the configurations that it graded, each over its tasks. */
  score: (run) => {
    const { solutions, terms } = run;
    const attempts = attemptsOf('', run);
    const none = solutions === null ? 'the data set has no solutions' : 'nothing was graded';
    const byAgent = Map.groupBy(attempts, ({ solution }) => solution.agent);
    const summaries = [...byAgent].map(([agent, own]) => summaryOf(own, terms.tasks, agent));
    // Those without a valid grounding were not put before this judge.
    const answered = new Map(
      [...(solutions ?? []).values()].map((one) => [one.agent, one.answered.attempts]),
    );
    const due = [...answered.values()].reduce((sum, count) => sum + count, 0);
    const mean = (of: (summary: Summary) => number | null | undefined): Figure => {
      const known = summaries.flatMap((summary) => of(summary) ?? []);
      return meanFigure(known, none);
    };
    return {
      graded: shareFigure(attempts.length, due, none),
      denseMean: mean(({ means }) => means?.score),
      denseMeanPresent: mean(({ presentMean }) => presentMean),
      passAt1: mean(({ means }) => means?.passed),
      themeCoverage: mean(({ means }) => means?.themeCoverage),
      rawMoveCoverage: mean(({ means }) => means?.rawMoveCoverage),
      validMoveCoverage: mean(({ means }) => means?.validMoveCoverage),
      taint: mean(({ means }) => means?.taint),
      hallucinationRate: mean(({ hallucinationRate }) => hallucinationRate),
      flaggedShare: mean(({ flaggedShare }) => flaggedShare),
    };
  },
  sections: (runs) => [...gradingSections(runs), ...unreadSection(runs)],
});
