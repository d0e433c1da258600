/** Capitals as a workflow: the capital of a country, by its name. */

import { z } from 'zod';
import { shareFigure, undefinedFigure } from '#metrics/sample/figure';
import { taskWorkflow } from '#workflows';

const city = z.string('a city').min(1, 'a city').max(100, 'a city');

export const capitals = taskWorkflow({
  name: 'capitals',
  terms: z.strictObject({}),
  answer: city,
  solution: city,
  score: ({ answers, solutions, due }) => {
    if (solutions === null) return { accuracy: undefinedFigure('no solutions') };
    const right = [...answers].filter(([task, said]) => solutions.get(task) === said).length;
    return { accuracy: shareFigure(right, due, 'no task was due') };
  },
  // A rule works through the tools of a task, as any other agent does.
  toolRules: {
    guess: ({ call }) => void call('submit_answer', { answer: 'Paris' }),
  },
});
