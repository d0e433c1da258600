/** Retrieval: questions with one number for an answer, looked up in fundamentals, and scored by code. */

import { z } from 'zod';
import type { ReportSection } from '#contracts/result';
import { taskWorkflow } from '../tasks/task-workflow.js';
import { analysisSections } from './analysis/analysis-sections.js';
import {
  answersOfRuns,
  questionFactsSchema,
  verdictOn,
  type Solution,
} from './analysis/trace-rules.js';
import { retrievalTerms, type RetrievalTerms } from './retrieval-terms.js';
import { expectedAnswerSchema, type Verdict } from './score/schemas.js';

const answer = z
  .string('a text')
  .min(1, 'a text of 1 to 4000 characters')
  .max(4000, 'a text of 1 to 4000 characters');

/** The words of the question tell a scale, and what the figure is called. */
const solutionSchema = expectedAnswerSchema.extend({
  question: z.string().default(''),
  facts: questionFactsSchema.prefault({}),
});

/** Kinds of agents that think, and so take time. */
const asks: readonly unknown[] = ['llm', 'mcp', 'http'];

export const retrieval = taskWorkflow<string, Solution, RetrievalTerms>({
  name: 'retrieval',
  hasIndependentTasks: true,
  terms: retrievalTerms,
  agentDefaults: ({ kind, effort = 'none' }) => {
    if (!asks.includes(kind)) return {};
    // Providers refuse a temperature beside reasoning.
    return {
      timeBudgetMs: 120_000,
      ...(kind === 'llm' && effort === 'none' && { temperature: 0 }),
    };
  },
  answer,
  solution: solutionSchema,
  toolRules: {
    retriever: async (asked) => (await import('./retriever.js')).retriever(asked),
  },
  tools: async (terms) => {
    const [{ retrievalTools }, { fileTools, webTools }] = await Promise.all([
      import('./retrieval-tools.js'),
      import('#tools'),
    ]);
    if (terms === null) return [retrievalTools(), webTools(), fileTools];
    const { arm, switches, pages } = terms;
    return [
      ...(arm.includes('tools') ? [retrievalTools(switches)] : []),
      ...(arm.includes('web') ? [webTools(pages)] : []),
    ];
  },
  score: ({ answers, solutions, due }) => {
    if (solutions === null) {
      const why = 'the data set has no solutions';
      return {
        figures: { accuracy: null, gaveUp: null },
        undefinedBecause: { accuracy: why, gaveUp: why },
      };
    }
    const verdicts = verdictsOf(answers, solutions);
    const share = (is: (verdict: Verdict) => boolean): number =>
      verdicts.filter(([, verdict]) => is(verdict)).length / due;
    const figures = {
      accuracy: share(({ right }) => right),
      gaveUp: share(({ gaveUp }) => gaveUp),
    };
    return { figures, undefinedBecause: {} };
  },
  sections: (runs) => {
    const rows = [...runs].flatMap(([run, { answers, solutions }]) =>
      verdictsOf(answers, solutions ?? new Map()).map(([task, { right, why }]) => [
        ...[run, task, answers.get(task)!.slice(0, 200)],
        expectedWords(solutions?.get(task)),
        ...[right ? 'right' : 'wrong', why],
      ]),
    );
    const scored = answersOfRuns(runs);
    const analyses = scored.length === 0 ? [] : analysisSections(scored);
    return [...analyses, { ...section, table: { columns, rows } }];
  },
});

const section: Omit<ReportSection, 'table'> = {
  title: 'Questions',
  text: ['What each agent answered, what was asked for, and why an answer is right or wrong.'],
};
const columns = ['Run', 'Question', 'Answer', 'Expected', 'Verdict', 'Why'].map((title) => {
  return { title, format: 'text' as const };
});

/** Of the answers to questions whose solution is known. */
const verdictsOf = (
  answers: ReadonlyMap<string, string>,
  solutions: ReadonlyMap<string, Solution>,
): (readonly [task: string, verdict: Verdict])[] =>
  [...answers].flatMap(([task, text]) => {
    const solution = solutions.get(task);
    if (solution === undefined) return [];
    return [[task, verdictOn(task, text, solution)] as const];
  });

const expectedWords = (expected: Solution | undefined): string | null =>
  expected === undefined ? null : `${expected.value} ${expected.unit}`;
