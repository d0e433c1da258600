/**
 * A folder with a data set of tasks, two of which have solutions, and a workflow that does them.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { allWorkflows, taskWorkflow, type Workflows } from '#workflows';

const sums = taskWorkflow({
  name: 'sums',
  terms: z.strictObject({ base: z.int('a whole number').default(10) }),
  answer: z.number(),
  solution: z.number(),
  score: () => ({}),
});

export const workflows: Workflows = new Map([...allWorkflows, [sums.name, sums]]);

export const scenario = {
  name: 'adding',
  data: 'sums',
  workflow: 'sums',
  agents: [
    { id: 'one', kind: 'external' },
    { id: 'two', kind: 'external' },
  ],
  repeats: 2,
} as const;

const tasks: readonly object[] = [
  { id: 'a', instruction: '1 + 1' },
  { id: 'b', instruction: '1 + 2', knownAt: '2025-03-03T09:00:00Z' },
  { id: 'c', instruction: '1 + 3', knownAt: '2025-03-05T09:00:00Z' },
];
const solutions: readonly object[] = [
  { id: 'a', solution: 2 },
  { id: 'b', solution: 3 },
];

/** Its folder, removed when the test has finished. */
export function taskDataset(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-tasks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines = (rows: readonly object[]): string =>
    rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const files = {
    'dataset.yaml': [
      'name: sums',
      'calendar: 24/7',
      'currency: USD',
      'tasks: { file: tasks.jsonl, solutions: solutions.jsonl }',
    ].join('\n'),
    'tasks.jsonl': lines(tasks),
    'solutions.jsonl': lines(solutions),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
