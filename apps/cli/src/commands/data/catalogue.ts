/** `tapefold policies` and `tapefold agents`: what a scenario can name. */

import { agentKinds } from '#contracts/agents/agent-kinds';
import { pairPolicies, symbolPolicies } from '#portfolio';
import { allWorkflows } from '#workflows';
import { oneOf, type Options, textOf } from '../../program/option-value.js';
import { printAs } from '../../program/print.js';
import { alignedTable } from '../../program/text-table.js';

const allPolicies = [...symbolPolicies.own, ...pairPolicies.own];

export function policiesCommand(options: Options): void {
  const lines = allPolicies.map(({ name, ...terms }) => {
    const parts = Object.entries(terms).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
    return `${name}\n  ${parts.join(', ').replaceAll('"', '')}`;
  });
  printAs(options, allPolicies, () => lines.join('\n'));
}

/** With `--prompt`, prints the text of a built-in prompt, as a file could contain it. */
export function agentsCommand(options: Options): void {
  const prompt = textOf(options['prompt']);
  if (prompt !== undefined) {
    process.stdout.write(builtInPrompt(prompt));
    return;
  }
  const kinds = Object.entries(agentKinds).map(([kind, { summary }]) => [kind, summary] as const);
  const lines = alignedTable(kinds, () => 'left');
  printAs(options, Object.fromEntries(kinds), () => lines.join('\n'));
}

/** The text of a built-in prompt. `InvalidInput` for any other name. */
function builtInPrompt(name: string): string {
  const prompts = [...allWorkflows.values()].flatMap((workflow) => workflow.prompts.builtIn);
  const texts = new Map(prompts.map((prompt) => [prompt.name, prompt.text]));
  const what = 'no such built-in prompt';
  return texts.get(oneOf(name, [...texts.keys()], { what, of: 'one of ' }))!;
}
