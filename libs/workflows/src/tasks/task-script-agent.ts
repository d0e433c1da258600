/** An agent that submits the answers of a script, task by task. */

import type { NoDecision, TaskAgent } from '#agents';
import type { TaskScript } from '#agents/script/task-script';

const missing: NoDecision = Object.freeze({ kind: 'missing' });

/** A task without a line is missing; lines of tasks that are never asked are ignored. */
export function taskScriptAgent(script: TaskScript): TaskAgent {
  return {
    decide: ({ task }) => script.get(task.id) ?? missing,
    close: () => undefined,
  };
}
