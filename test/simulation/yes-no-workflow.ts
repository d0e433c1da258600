/**
 * A workflow that the product does not know: yes or no to dated questions, each a separate task.
 */

import { z } from 'zod';
import { figureOf, undefinedFigure } from '#metrics/sample/figure';
import { taskWorkflow } from '#workflows';

const yesOrNo = z.enum(['yes', 'no'], 'expected yes or no');

export const yesNo = taskWorkflow({
  name: 'yes-no',
  terms: z.strictObject({ language: z.string() }),
  answer: yesOrNo,
  solution: yesOrNo,
  score: ({ answers, solutions, due }) => {
    if (solutions === null) return { accuracy: undefinedFigure('no solutions') };
    const right = [...answers].filter(([task, answer]) => solutions.get(task) === answer).length;
    return { accuracy: figureOf(right / due) };
  },
  sections: (runs) => [
    {
      title: 'Questions',
      text: ['What each agent answered.'],
      table: {
        columns: [
          { title: 'Run', format: 'text' },
          { title: 'Question', format: 'text' },
          { title: 'Answer', format: 'text' },
          { title: 'Right', format: 'text' },
        ],
        rows: [...runs].flatMap(([run, { answers, solutions }]) =>
          [...answers].map(([task, answer]) => [run, task, answer, solutions?.get(task) ?? null]),
        ),
      },
    },
  ],
});
