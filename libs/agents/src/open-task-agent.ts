/** From a scenario's words to an agent that does tasks. */

import type { AgentConfig } from '#contracts/scenario';
import type { TaskAgent, TaskContext } from './agent.js';
import type { ModuleAgentOptions } from './module/open-module-agent.js';
import { fileOf, refusalOf } from './open-agent.js';

/**
 * Opens the agent of a run of tasks, before its first fact. It is asked one task at a time: who has several done at
 * once opens several. `InvalidInput` names the file of a script or module that is
 * missing or broken, or an agent of a kind that trades only or answers from outside of the system; `Unavailable` when
 * a module's process cannot be started.
 */
export async function openTaskAgent(
  config: AgentConfig,
  context: TaskContext,
  options: ModuleAgentOptions,
): Promise<TaskAgent> {
  switch (config.kind) {
    case 'script':
      return openTaskScript(fileOf(config.file, options.directory));
    case 'module': {
      const { openTaskModule } = await import('./module/open-module-agent.js');
      return openTaskModule(config, context, options);
    }
    default:
      throw refusalOf(config, 'trades, and does no tasks', 'script, module');
  }
}

/** Loads when it is asked for, as in trading: the parser costs start-up time. */
async function openTaskScript(file: string): Promise<TaskAgent> {
  const { readTaskScript } = await import('./script/task-script.js');
  const { taskScriptAgent } = await import('./script/task-script-agent.js');
  return taskScriptAgent(await readTaskScript(file));
}
