/** Capitals as a workflow: the capital of a country, by its name. */

import { z } from 'zod';
import { shareFigure, undefinedFigure } from '#metrics/sample/figure';
import { taskWorkflow } from '#workflows';

const city = z.string('a city').min(1, 'a city').max(100, 'a city');

type Cities = ReadonlyMap<string, string>;

const rightOf = (answers: Cities, solutions: Cities): number =>
  [...answers].filter(([task, said]) => solutions.get(task) === said).length;

export const capitals = taskWorkflow({
  name: 'capitals',
  terms: z.strictObject({}),
  answer: city,
  solution: city,
  score: ({ answers, solutions, due }) => {
    if (solutions === null) return { accuracy: undefinedFigure('no solutions') };
    const right = rightOf(answers, solutions);
    return { accuracy: shareFigure(right, due, 'no task was due') };
  },
  // What the report shows beside the figures: tiles here; there are tables, curves and more.
  sections: (runs) => [
    {
      title: 'Right answers',
      text: ['How many capitals each run knew.'],
      table: null,
      tiles: [...runs].map(([title, { answers, solutions }]) => {
        const value = solutions && rightOf(answers, solutions);
        return { title, value, format: 'number' };
      }),
    },
  ],
  // A rule works through the tools of a task, as any other agent does.
  toolRules: {
    guess: ({ call }) => void call('submit_answer', { answer: 'Paris' }),
  },
});
