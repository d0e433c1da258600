/**
 * Moves: one Markdown document on a topic, argued from the documents of its task, graded by the
 * moves of experts.
 */

import { shareFigure } from '#metrics/sample/figure';
import { meanFigure } from '#metrics/sample/return-sample';
import { writtenDocument } from '../judging/text/written-document.js';
import { documentWork } from '../tasks/agent-defaults.js';
import { taskWorkflow } from '../tasks/task-workflow.js';
import { gradingStage } from './grading-workflow.js';
import { groundingStage } from './judgments/grounding.js';
import { movesPrompts } from './rubric/moves-prompts.js';
import { rubricSchema } from './rubric/rubric.js';

export const moves = taskWorkflow({
  name: 'moves',
  ...documentWork,
  solution: rubricSchema,
  prompts: movesPrompts,
  tools: async () => [(await import('#tools')).fileTools],
  graded: { stages: [groundingStage, gradingStage] },
  documents: ({ answers, traceOf }) =>
    [...answers].map(([task, text]) => {
      const hasCalls = (traceOf(task)?.calls ?? []).some(({ tool }) => tool !== 'submit_answer');
      return { task, text, hasCalls, numbers: [] };
    }),
  score: ({ answers, due }) => {
    const words = [...answers.values()].map(
      (text) => writtenDocument(text).split(/\s+/).filter(Boolean).length,
    );
    return {
      answered: shareFigure(answers.size, due, 'no task was due'),
      words: meanFigure(words, 'nothing was answered'),
    };
  },
});
