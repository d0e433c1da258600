/** Six questions, a plan to have them answered, and an agent that knows its vowels. */

import type { TapeHeader } from '#contracts';
import type { TaskReply, TaskAgent, TaskObservation } from '#agents';
import type { TimedTask } from '#market-data';
import { parseInstant, sha256Hex } from '#values';
import type { TaskPlan, Workflows } from '#workflows';
import { yesNo } from './yes-no-workflow.js';

export const workflows: Workflows = new Map([[yesNo.name, yesNo]]);

export const header: TapeHeader = {
  id: 'questions',
  dataset: 'questions',
  instruments: [],
  calendar: '24/7',
  sessionsPerYear: 365,
  priceBasis: 'raw',
  tradePrice: 'close',
  barFrequency: 'daily',
  synthetic: true,
  dateRule: 'session-close',
};

export const plan: TaskPlan = {
  id: sha256Hex('run'),
  label: 'run',
  workflow: 'yes-no',
  terms: { language: 'en' },
  agent: { id: 'asked', kind: 'external' },
  repeat: 0,
  baseSeed: 0,
  seed: 0,
  data: null,
  file: null,
  tasksAtOnce: 1,
};

/** Two questions without a date, and one a day for four days. */
export const questions: readonly TimedTask[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => ({
  knowledgeTime: index < 2 ? 0 : (parseInstant(`2025-03-0${index}T09:00:00Z`) as number),
  task: { kind: 'task', id, instruction: `Is ${id} a vowel?`, inputs: [] },
}));

/** Its answer to `d` is invalid. */
export const vowels = ({ task }: TaskObservation): string => {
  if (task.id === 'd') return 'd?';
  if (/[aeiou]/.test(task.id)) return 'yes';
  return 'no';
};

export const agentOf = (answer: (asked: TaskObservation) => string): TaskAgent => ({
  decide: (asked): TaskReply => ({ kind: 'answer', answer: answer(asked) }),
  close: () => undefined,
});
