/** What the plan of a run says of its agent: its built-in prompt, and its tools. */

import { sha256Hex } from '#values';
import type { BuiltInPrompt, Prompts } from '#agents/seat/work';
import type { ToolSet } from '#tools';
import { termsOf, type RunPlan } from './run-plan.js';
import type { Workflow } from './workflow.js';

/** The part of a plan that says which prompt it has: the SHA-256 of its text. */
export interface Planned {
  readonly file?: string | null;
}

/** A run without a named prompt has the built-in one of its plan, which may not be the newest. */
export function asPlanned(prompts: Prompts, plan: Planned): Prompts {
  const planned = prompts.builtIn.find((prompt) => isPlanned(prompt, plan.file ?? null));
  if (planned === undefined) return prompts;
  // The plan has chosen, whatever the preset of its agent.
  const { name, text } = planned;
  const others = prompts.builtIn.map((prompt) => ({ name: prompt.name, text: prompt.text }));
  return { ...prompts, builtIn: [{ name, text }, ...others] };
}

/** Whether a plan with this hash has the prompt. */
export const isPlanned = ({ text }: BuiltInPrompt, file: string | null): boolean =>
  sha256Hex(text) === file;

/** The tools of an agent, by the terms of its plan and, for a model, by its prompt and preset. */
export function toolsOf(workflow: Workflow, plan: RunPlan): Promise<readonly ToolSet[]> {
  const { agent } = plan;
  if (agent.kind !== 'llm') return workflow.tools(termsOf(plan));
  return workflow.tools(termsOf(plan), plan.file, agent.preset);
}

/** The submission of a set of tools alone, for agents that have published tools otherwise. */
export const submissionOf = ({ tools }: ToolSet): ToolSet => ({
  name: 'submission',
  title: 'Submission',
  instructions: 'A decision counts once it is submitted.',
  tools: tools.filter(({ reads }) => !reads),
});
