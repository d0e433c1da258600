/** Moves: one Markdown document on a topic, argued from the documents of its task, graded by the moves of experts. */

import { z } from 'zod';
import type { AnswerDocument } from '#contracts/answer-document';
import { meanOf } from '#metrics/return-sample';
import { taskWorkflow, type JudgedTasks } from '../tasks/task-workflow.js';
import { movesPrompts } from './moves-prompts.js';
import { rubricSchema, type Rubric } from './rubric.js';
import { gradingStage, groundingStage } from './stages.js';

const size = 'a Markdown document of 1 to 200000 characters';
const document = z.string(size).min(1, size).max(200_000, size);
const terms = z.strictObject({});
type Terms = z.infer<typeof terms>;

export const moves = taskWorkflow<string, Rubric, Terms>({
  name: 'moves',
  hasIndependentTasks: true,
  terms,
  answer: document,
  solution: rubricSchema,
  prompts: movesPrompts,
  agentDefaults: ({ kind }) =>
    /^(llm|mcp|http)$/.test(String(kind)) ? { timeBudgetMs: 1_800_000 } : {},
  tools: async () => [(await import('#tools')).fileTools],
  graded: { stages: [groundingStage, gradingStage] },
  documents,
  score: ({ answers, due }) => {
    const words = [...answers.values()].map((text) => text.split(/\s+/).filter(Boolean).length);
    const none = answers.size === 0;
    return {
      figures: {
        answered: due === 0 ? null : answers.size / due,
        words: none ? null : meanOf(words),
      },
      undefinedBecause: {
        ...(due === 0 && { answered: 'no task was due' }),
        ...(none && { words: 'nothing was answered' }),
      },
    };
  },
});

function documents({ answers, traceOf }: JudgedTasks<string, Rubric, Terms>): AnswerDocument[] {
  return [...answers].map(([task, text]) => {
    const hasCalls = (traceOf(task)?.calls ?? []).some(({ tool }) => tool !== 'submit_answer');
    return { task, text, hasCalls, numbers: [] };
  });
}
