/** `tapefold policies` and `tapefold agents`: what a scenario can name. */

import { agentKinds } from '#agents';
import { pairPolicies, symbolPolicies } from '#portfolio';
import { excerpt, invalidInput } from '#values';
import { allWorkflows } from '#workflows';
import { exitCodes } from '../../program/exit-code.js';
import { textOf } from '../../program/option-value.js';

const allPolicies = [...symbolPolicies.own, ...pairPolicies.own];

export function policiesCommand(options: Record<string, unknown>): number {
  if (options['json'] === true) {
    process.stdout.write(`${JSON.stringify(allPolicies, null, 2)}\n`);
    return exitCodes.ok;
  }
  for (const { name, ...terms } of allPolicies) {
    const parts = Object.entries(terms).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
    process.stdout.write(`${name}\n  ${parts.join(', ').replaceAll('"', '')}\n`);
  }
  return exitCodes.ok;
}

/** With `--prompt`, the text of a prompt that is built in, as a file could have it. */
export function agentsCommand(options: Record<string, unknown>): number {
  const prompt = textOf(options['prompt']);
  if (prompt !== undefined) {
    process.stdout.write(builtInPrompt(prompt));
    return exitCodes.ok;
  }
  if (options['json'] === true) {
    process.stdout.write(`${JSON.stringify(agentKinds, null, 2)}\n`);
    return exitCodes.ok;
  }
  const width = Math.max(...Object.keys(agentKinds).map((kind) => kind.length));
  for (const [kind, line] of Object.entries(agentKinds)) {
    process.stdout.write(`${kind.padEnd(width)}  ${line}\n`);
  }
  return exitCodes.ok;
}

/** The text of a prompt that is built in. `InvalidInput` for any other name. */
function builtInPrompt(name: string): string {
  const prompts = [...allWorkflows.values()].flatMap((workflow) => workflow.prompts.builtIn);
  const found = prompts.find((prompt) => prompt.name === name);
  if (found !== undefined) return found.text;
  throw invalidInput('there is no such built-in prompt', {
    expected: `one of ${prompts.map((prompt) => prompt.name).join(', ')}`,
    found: excerpt(name),
  });
}
