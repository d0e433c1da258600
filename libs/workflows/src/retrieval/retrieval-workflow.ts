/**
 * Retrieval: questions with one number for an answer, looked up in fundamentals, and
 * scored by code.
 */

import { z } from 'zod';
import { shareFigure, undefinedFigure, type Figure } from '#metrics/sample/figure';
import { tableSection } from '../workflow/report-section.js';
import { scoredDefaults } from '../tasks/agent-defaults.js';
import { taskWorkflow } from '../tasks/task-workflow.js';
import { analysisSections } from './analysis/analysis-sections.js';
import { answersOfRuns, solutionSchema, verdictOn, type Solution } from './analysis/trace-rules.js';
import type { Verdict } from './score/schemas.js';
import { taskPrompts } from '../tasks/task-prompts.js';
import { retrievalTerms, type RetrievalTerms } from './store/retrieval-terms.js';

/** For agents without tools, who answer from memory. */
const fromMemory = `Answer a question about a figure of a company from what you know. Your response is the answer.

State the figure with its unit, scale and currency. If you cannot say what it is, say so.
---
Question {{task}}, asked at {{time}}:

{{instruction}}

# Memory

{{memory}}

# Limits

You have {{deadline}} for this question.
`;

const recall = { name: 'recall-1', text: fromMemory };

export const retrievalPrompts = {
  ...taskPrompts,
  builtIn: [...taskPrompts.builtIn, recall],
  isAnsweredInText: (terms: unknown): boolean => Object(terms).arm === 'none',
} as const;

const verdictWords = ({ right }: Verdict): string => {
  if (right === null) return 'undecided';
  return right ? 'right' : 'wrong';
};

const size = 'a text of 1 to 4000 characters';

export const retrieval = taskWorkflow<string, Solution, RetrievalTerms>({
  name: 'retrieval',
  terms: retrievalTerms,
  prompts: retrievalPrompts,
  agentDefaults: (agent) => ({
    ...scoredDefaults(agent),
    ...(agent['kind'] === 'llm' &&
      retrievalPrompts.isAnsweredInText(agent['terms']) && { prompt: recall.name }),
  }),
  answer: z.string('a text').min(1, size).max(4000, size),
  solution: solutionSchema,
  toolRules: { retriever: async (asked) => (await import('./retriever.js')).retriever(asked) },
  tools: async (terms) => {
    const { fileTools, webTools } = await import('#tools');
    const { retrievalTools } = await import('./retrieval-tools.js');
    if (terms === null) return [retrievalTools(), webTools(), fileTools];
    const sets = { tools: retrievalTools(terms.switches), web: webTools(terms.pages) };
    return Object.entries(sets).flatMap(([name, set]) => (terms.arm.includes(name) ? set : []));
  },
  score: ({ answers, solutions, due }) => {
    const verdicts = [...answers].flatMap(([task, text]) => {
      const expected = solutions?.get(task);
      return expected ? verdictOn(task, text, expected) : [];
    });
    const share = (test: (verdict: Verdict) => boolean): Figure =>
      solutions === null
        ? undefinedFigure('the data set has no solutions')
        : shareFigure(verdicts.filter(test).length, due, 'no task was due');
    return {
      accuracy: share(({ right }) => right === true),
      // With every undecided answer right.
      accuracyAtMost: share(({ right }) => right !== false),
      gaveUp: share(({ gaveUp }) => gaveUp),
    };
  },
  sections: (runs) => {
    const rows = [...runs].flatMap(([run, { answers, solutions, asked }]) =>
      asked.map(({ id, instruction, class: ended }) => {
        const text = answers.get(id);
        const expected = solutions?.get(id);
        const verdict = expected && text !== undefined && verdictOn(id, text, expected);
        const value = expected ? `${expected.value} ${expected.unit}` : null;
        const outcome = verdict ? [verdictWords(verdict), verdict.why] : [ended, null];
        return [run, id, instruction, text?.slice(0, 200) ?? null, value, ...outcome];
      }),
    );
    const analyzed = answersOfRuns(runs);
    const text = 'What each agent was asked and answered, and why that is right or wrong.';
    const heads = 'Run|Task|Question|Answer|Expected|Verdict|Why';
    return [
      ...(analyzed.length === 0 ? [] : analysisSections(analyzed)),
      tableSection('Questions', heads, rows, text),
    ];
  },
});
