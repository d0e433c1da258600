/** The two stages of grading moves: claims of an answer against its files, then its moves and its synthesis. */

import type { ReportSection } from '#contracts/result';
import { figureOf, separated, undefinedFigure, type Figure } from '#metrics/figure';
import { meanOf } from '#metrics/return-sample';
import { judgeDefaults } from '../judging/judging-workflow.js';
import { listSection, tableSection } from '../report-section.js';
import { taskWorkflow, type ReportedTasks } from '../tasks/task-workflow.js';
import { attemptsOf, summaryOf, type GradingRun, type Summary } from './figures/attempts.js';
import { gradingSections } from './figures/grading-sections.js';
import * as grading from './judgments/grading.js';
import * as grounding from './judgments/grounding.js';
import { gradingPrompts, groundingPrompts } from './moves-prompts.js';
import { gradingTerms, type GradingTerms } from './rubric.js';

type Grounding = grounding.Grounding;
type Grounded = grounding.GroundedSolution;

/** What both stages have. */
const stage = {
  hasIndependentTasks: true,
  terms: gradingTerms,
  agentDefaults: judgeDefaults,
} as const;

export const movesGrounding = taskWorkflow<Grounding, Grounded, GradingTerms>({
  ...stage,
  name: 'moves-grounding',
  answer: grounding.groundingSchema,
  solution: grounding.groundedSolution,
  prompts: groundingPrompts,
  defect: grounding.groundingDefect,
  toolRules: {
    literal: async (asked) => (await import('./literal-judges.js')).literalGrounding(asked),
  },
  score: ({ answers, due }) => {
    const { claims, flagged, withFlag } = countsOf([...answers.values()]);
    const share = (count: number, of: number, none: string): Figure =>
      of === 0 ? undefinedFigure(none) : figureOf(count / of);
    const { values: figures, undefinedBecause } = separated({
      judged: share(answers.size, due, 'nothing was to be judged'),
      claims: share(claims, answers.size, 'nothing was judged'),
      flaggedShare: share(flagged, claims, 'no claim was found'),
      hallucinationRate: share(withFlag, answers.size, 'nothing was judged'),
    });
    return { figures, undefinedBecause };
  },
  sections: groundingSections,
});

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

function countsOf(groundings: readonly Grounding[]) {
  const flags = groundings.map(({ claims }) => claims.filter(({ grounded }) => !grounded).length);
  const claims = sum(groundings.map(({ claims: own }) => own.length));
  return { claims, flagged: sum(flags), withFlag: flags.filter((count) => count > 0).length };
}

type Runs = ReadonlyMap<string, ReportedTasks<Grounding, Grounded, GradingTerms>>;

function groundingSections(runs: Runs): ReportSection[] {
  const rows = [...runs].flatMap(([judge, { answers, solutions }]) =>
    [...answers].flatMap(([id, grounding]) => {
      const solution = solutions?.get(id);
      return solution === undefined ? [] : [{ ...solution, judge, grounding }];
    }),
  );
  if (rows.length === 0) return [];
  const byAgent = Map.groupBy(rows, ({ judge, agent }) => JSON.stringify([agent, judge]));
  const table = [...byAgent.values()].map((own) => {
    const { agent, judge } = own[0]!;
    const { claims, flagged, withFlag } = countsOf(own.map(({ grounding }) => grounding));
    const cited = sum(own.map((one) => one.cited)) / own.length;
    const shares = [claims === 0 ? null : flagged / claims, withFlag / own.length];
    return [agent, judge, own.length, cited, claims, flagged, ...shares];
  });
  const flags = rows.flatMap(({ agent, task, attempt, judge, grounding: { claims } }) =>
    claims
      .filter(({ grounded }) => !grounded)
      .map(({ quote, kind }) => [agent, task, attempt + 1, judge, kind, quote]),
  );
  return [
    tableSection(
      'Grounding',
      'Configuration|Judge|#Answers|#Files cited|#Claims|#Flagged|%Of claims|%Answers with one',
      table,
      'Factual claims that a judge found in each answer, and those that the files do not hold. Inference is no claim.',
    ),
    listSection(
      'Flagged claims',
      'Configuration|Task|#Attempt|Judge|Kind|Passage',
      flags,
      'Passages that no file holds, for people to check:',
    ),
  ];
}

export const movesGrading = taskWorkflow<
  grading.GradingJudgment,
  grading.GradedSolution,
  GradingTerms
>({
  ...stage,
  name: 'moves-grading',
  answer: grading.gradingJudgment,
  solution: grading.gradedSolution,
  prompts: gradingPrompts,
  defect: grading.gradingDefect,
  toolRules: {
    literal: async (asked) => (await import('./literal-judges.js')).literalGrading(asked),
  },
  score: scoreOf,
  sections: gradingSections,
});

/** Of one judge: means over the configurations that it graded, each over its tasks. */
function scoreOf(run: GradingRun) {
  const attempts = attemptsOf('', run);
  const none = run.solutions === null ? 'the data set has no solutions' : 'nothing was graded';
  const byAgent = Map.groupBy(attempts, ({ solution }) => solution.agent);
  const summaries = [...byAgent].map(([agent, own]) => summaryOf(own, run.terms.tasks, agent));
  // Those without a valid grounding were not put before this judge.
  const counts = new Map(
    [...(run.solutions ?? [])].map(([, { agent, answered }]) => [agent, answered.attempts]),
  );
  const answered = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const mean = (of: (summary: Summary) => number | null | undefined): Figure => {
    const known = summaries.flatMap((summary) => of(summary) ?? []);
    return known.length === 0 ? undefinedFigure(none) : figureOf(meanOf(known));
  };
  const { values: figures, undefinedBecause } = separated({
    graded: answered === 0 ? undefinedFigure(none) : figureOf(attempts.length / answered),
    denseMean: mean(({ means }) => means?.score),
    denseMeanPresent: mean(({ presentMean }) => presentMean),
    passAt1: mean(({ means }) => means?.passed),
    themeCoverage: mean(({ means }) => means?.themeCoverage),
    rawMoveCoverage: mean(({ means }) => means?.rawMoveCoverage),
    validMoveCoverage: mean(({ means }) => means?.validMoveCoverage),
    taint: mean(({ means }) => means?.taint),
    hallucinationRate: mean(({ hallucinationRate }) => hallucinationRate),
    flaggedShare: mean(({ flaggedShare }) => flaggedShare),
  });
  return { figures, undefinedBecause };
}
