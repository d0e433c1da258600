/** What agents are told of tasks, and how what they say is read. */

import type { TaskAnswer } from '#contracts';
import type { TaskObservation, Work } from '#agents';
import type { ScriptLine } from '#agents/script/task-script';
import type { Prompts } from '#agents/work';
import type { TaskPlan } from '../run-plan.js';
import { parseTaskAnswer } from './task-answer.js';
import { taskPrompts, taskWords } from './task-prompts.js';

export function taskWork(
  { workflow, terms, seed }: Pick<TaskPlan, 'workflow' | 'terms' | 'seed'>,
  prompts: Prompts = taskPrompts,
  scriptLine?: ScriptLine,
): Work<TaskObservation, TaskAnswer> {
  return {
    workflow,
    rules: [],
    openRule: () => undefined,
    // The parser loads when it is asked for: it costs start-up time.
    openScript: async (file) => {
      const { readTaskScript } = await import('#agents/script/task-script');
      const { taskScriptAgent } = await import('./task-script-agent.js');
      return taskScriptAgent(await readTaskScript(file, scriptLine));
    },
    answers: 'JSON',
    given: { terms, seed },
    // The run's own view has the texts that are visible, and no others.
    shown: ({ view, task: { id, instruction, inputs } }) => {
      const texts = inputs.map(({ name, document: { sha256 } }) => {
        return { name, sha256, text: view.document(sha256) };
      });
      return { task: { id, instruction, inputs: texts } };
    },
    prompts,
    isAnsweredInText: prompts.isAnsweredInText?.(terms) ?? false,
    words: (asked) => taskWords({ terms }, asked),
    posted: ({ view, task: { id, instruction, inputs } }) => {
      const texts = inputs.map(({ name, document }) => [name, view.document(document.sha256)]);
      return { terms, task: { id, instruction, inputs: Object.fromEntries(texts) } };
    },
    read: parseTaskAnswer,
  };
}
