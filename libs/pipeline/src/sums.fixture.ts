/** A workflow of tasks for tests: sums, which an agent answers. */

import { z } from 'zod';
import { engineSemantics, type JournalEvent, type Task } from '#contracts';
import { runClosed } from '#contracts/scenario/run-records.fixture';
import { figureOf, undefinedFigure } from '#metrics/sample/figure';
import type { RunSubmitted } from '#contracts/streams/runs';
import type { Solutions } from '#contracts/scenario/task-terms';
import { planDigest, taskWorkflow, type TaskPlan, type Workflows } from '#workflows';
import { submittedPlan } from '#workflows/workflow/run-plan';

const sums = taskWorkflow({
  name: 'sums',
  terms: z.strictObject({}),
  answer: z.number('expected a number'),
  solution: z.number('expected a number'),
  score: ({ answers, solutions, due }) => {
    if (solutions === null) return { right: undefinedFigure('there are no solutions') };
    const right = [...answers].filter(([task, answer]) => solutions.get(task) === answer).length;
    return { right: figureOf(right / due) };
  },
});

export const workflows: Workflows = new Map([[sums.name, sums]]);

export const sumsPlan = (id: string): TaskPlan => ({
  id,
  label: 'asked-sums',
  workflow: sums.name,
  terms: {},
  tasksAtOnce: 1,
  agent: { id: 'asked', kind: 'external' },
  repeat: 0,
  baseSeed: 0,
  seed: 0,
  data: 'd'.repeat(64),
  file: null,
});

export const sumsSubmitted = (id: string, tape = 'sums'): RunSubmitted => ({
  type: 'RunSubmitted',
  version: 1,
  run: id,
  label: 'asked-sums',
  tape,
  submission: '5'.repeat(64),
  semantics: engineSemantics,
  dataset: 'sums',
  plan: submittedPlan(sumsPlan(id)),
});

/** `1 + 1` first, then `1 + 2`, and so on. */
export const sumsTask = (number: number): Task => ({
  kind: 'task',
  id: `sum ${number}`,
  instruction: `1 + ${number}`,
  inputs: [],
});

/** The journal of a run with these answers, one per task, in order. */
export function sumsJournal(id: string, answers: readonly number[]): readonly JournalEvent[] {
  const opened = { type: 'RunOpened' as const, asOf: 0, time: 0, workflow: sums.name };
  const plan = planDigest(sumsPlan(id));
  const last = { asOf: answers.length, time: 0 };
  return [
    { ...opened, semantics: engineSemantics, plan, symbols: [], terms: '{}' },
    ...answers.map((answer, index): JournalEvent => {
      const { id: task } = sumsTask(index + 1);
      const place = { asOf: index + 1, time: 0 };
      return { type: 'AnswerGiven', ...place, task, answer: `${answer}`, rationale: null };
    }),
    runClosed(last, { data: 'd'.repeat(64) }),
  ];
}

export const solutionsOf = (byTask: Readonly<Record<string, unknown>>): Solutions => ({
  sha256: '7'.repeat(64),
  byTask: new Map(Object.entries(byTask)),
});
