/** The first stage of grading moves: the factual claims of an answer against the files that it cites. */

import { figureOf, separated, undefinedFigure, type Figure } from '#metrics/figure';
import type { ReportSection } from '#contracts/result';
import { judgeDefaults } from '../judging/judging-workflow.js';
import { tableSection } from '../report-section.js';
import { taskWorkflow, type AnsweredTasks, type ReportedTasks } from '../tasks/task-workflow.js';
import {
  groundedSolution,
  groundingDefect,
  groundingSchema,
  type GroundedSolution,
  type Grounding,
} from './judgments/grounding.js';
import { groundingPrompts } from './moves-prompts.js';
import { gradingTerms, type GradingTerms } from './rubric.js';

const listedMax = 500;

export const movesGrounding = taskWorkflow<Grounding, GroundedSolution, GradingTerms>({
  name: 'moves-grounding',
  hasIndependentTasks: true,
  terms: gradingTerms,
  answer: groundingSchema,
  solution: groundedSolution,
  prompts: groundingPrompts,
  agentDefaults: judgeDefaults,
  defect: groundingDefect,
  toolRules: {
    literal: async (asked) => (await import('./literal-judges.js')).literalGrounding(asked),
  },
  score: ({ answers, due }: AnsweredTasks<Grounding, GroundedSolution, GradingTerms>) => {
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

function countsOf(groundings: readonly Grounding[]) {
  const flags = groundings.map(({ claims }) => claims.filter(({ grounded }) => !grounded).length);
  return {
    claims: groundings.reduce((sum, { claims }) => sum + claims.length, 0),
    flagged: flags.reduce((sum, count) => sum + count, 0),
    withFlag: flags.filter((count) => count > 0).length,
  };
}

type Runs = ReadonlyMap<string, ReportedTasks<Grounding, GroundedSolution, GradingTerms>>;

function groundingSections(runs: Runs): ReportSection[] {
  const rows = [...runs].flatMap(([judge, { answers, solutions }]) =>
    [...answers].flatMap(([id, grounding]) => {
      const solution = solutions?.get(id);
      return solution === undefined ? [] : [{ judge, solution, grounding }];
    }),
  );
  if (rows.length === 0) return [];
  const byAgent = Map.groupBy(rows, ({ judge, solution }) =>
    JSON.stringify([solution.agent, judge]),
  );
  const table = [...byAgent.values()].map((own) => {
    const [{ judge, solution }] = own as [(typeof own)[number]];
    const { claims, flagged, withFlag } = countsOf(own.map(({ grounding }) => grounding));
    const cited = own.reduce((sum, one) => sum + one.solution.cited, 0) / own.length;
    const shares = [claims === 0 ? null : flagged / claims, withFlag / own.length];
    return [solution.agent, judge, own.length, cited, claims, flagged, ...shares];
  });
  const flags = rows.flatMap(({ judge, solution: { agent, task, attempt }, grounding }) =>
    grounding.claims.flatMap(({ quote, kind, grounded }) =>
      grounded ? [] : [[agent, task, attempt + 1, judge, kind, quote]],
    ),
  );
  return [
    tableSection(
      'Grounding',
      'Configuration|Judge|#Answers|#Files cited|#Claims|#Flagged|%Of claims|%Answers with one',
      table,
      'Factual claims that a judge found in each answer, and those that the files do not hold. Inference is no claim.',
    ),
    tableSection(
      'Flagged claims',
      'Configuration|Task|#Attempt|Judge|Kind|Passage',
      flags.slice(0, listedMax),
      `Passages that no file holds, for people to check: ${Math.min(flags.length, listedMax)} of ${flags.length}.`,
    ),
  ];
}
