/** The first stage of grading moves: the factual claims of an answer against the files that it cites. */

import type { ReportSection } from '#contracts/result';
import { figureOf, separated, undefinedFigure, type Figure } from '#metrics/figure';
import { judgeDefaults } from '../judging/judging-workflow.js';
import { listSection, tableSection } from '../report-section.js';
import { taskWorkflow, type ReportedTasks } from '../tasks/task-workflow.js';
import {
  groundedSolution,
  groundingDefect,
  groundingSchema,
  type GroundedSolution,
  type Grounding,
} from './judgments/grounding.js';
import { groundingPrompts } from './moves-prompts.js';
import { gradingTerms, type GradingTerms } from './rubric.js';

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

type Runs = ReadonlyMap<string, ReportedTasks<Grounding, GroundedSolution, GradingTerms>>;

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
  const flags = rows.flatMap(({ agent, task, attempt, judge, grounding }) =>
    grounding.claims
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
