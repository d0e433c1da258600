/** Moves: one Markdown document on a topic, argued from the documents of its task, graded by the moves of experts. */

import { z } from 'zod';
import { shareFigure } from '#metrics/figure';
import { meanFigure } from '#metrics/return-sample';
import { taskWorkflow } from '../tasks/task-workflow.js';
import { gradingStage } from './grading-workflow.js';
import { groundingStage } from './judgments/grounding.js';
import { movesPrompts } from './moves-prompts.js';
import { rubricSchema } from './rubric.js';

const size = 'a Markdown document of 1 to 200000 characters';
const document = z.string(size).min(1, size).max(200_000, size);

export const moves = taskWorkflow({
  name: 'moves',
  hasIndependentTasks: true,
  terms: z.strictObject({}),
  answer: document,
  solution: rubricSchema,
  prompts: movesPrompts,
  agentDefaults: ({ kind }) =>
    /^(llm|mcp|http)$/.test(String(kind)) ? { timeBudgetMs: 1_800_000 } : {},
  tools: async () => [(await import('#tools')).fileTools],
  graded: { stages: [groundingStage, gradingStage] },
  documents: ({ answers, traceOf }) =>
    [...answers].map(([task, text]) => {
      const hasCalls = (traceOf(task)?.calls ?? []).some(({ tool }) => tool !== 'submit_answer');
      return { task, text, hasCalls, numbers: [] };
    }),
  score: ({ answers, due }) => {
    const words = [...answers.values()].map((text) => text.split(/\s+/).filter(Boolean).length);
    return {
      answered: shareFigure(answers.size, due, 'no task was due'),
      words: meanFigure(words, 'nothing was answered'),
    };
  },
});
