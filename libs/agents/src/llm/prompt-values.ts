/**
 * The values of a prompt: the run's state and rules in words. None depends on the wall clock, so
 * that it repeats.
 */

import { formatCivilDate, formatInstant } from '#values';
import type { CallLimits, ToolSet } from '#tools';
import type { Asked } from '../mcp/capability-agent.js';
import type { PromptValues } from './prompt.js';
import type { LlmAgentConfig } from '#contracts/agents/model-settings';

export interface Prompted {
  readonly config: Pick<LlmAgentConfig, 'timeBudgetMs' | 'steps' | 'budget' | 'maxOutputTokens'>;
  readonly sets: readonly ToolSet[];
  readonly limits: CallLimits;
  readonly asked: Pick<Asked, 'time' | 'session'>;
  readonly memory: string;
  /** Words that the workflow provides. */
  readonly words: PromptValues;
}

export function promptValues({
  config,
  sets,
  limits,
  asked,
  memory,
  words,
}: Prompted): PromptValues {
  return {
    ...words,
    tools: sets.map(({ title, instructions }) => `${title}: ${instructions}`).join('\n\n'),
    session: asked.session === undefined ? 'none' : formatCivilDate(asked.session),
    time: formatInstant(asked.time),
    memory,
    deadline: durationWords(config.timeBudgetMs),
    budget: budgetWords(config, limits),
  };
}

/** A duration in the largest unit that divides it. */
export function durationWords(ms: number): string {
  if (ms % 60_000 === 0) return counted(ms / 60_000, 'minute');
  return ms % 1000 === 0 ? counted(ms / 1000, 'second') : counted(ms, 'millisecond');
}

function budgetWords(
  { steps, budget, maxOutputTokens }: Prompted['config'],
  { calls, bytes }: CallLimits,
): string {
  const { decision, run } = budget ?? {};
  const spent = (what: typeof decision, of: string): string[] => {
    const words = [
      ...(what?.calls === undefined ? [] : [counted(what.calls, 'model response')]),
      ...(what?.tokens === undefined ? [] : [counted(what.tokens, 'token')]),
      ...(what?.usd === undefined ? [] : [`${what.usd} US dollars`]),
    ];
    return words.length === 0 ? [] : [`At most ${words.join(', ')} for ${of}.`];
  };
  return [
    `You have at most ${counted(steps, 'response')} of ${counted(maxOutputTokens, 'token')} ` +
      `each, ${counted(calls, 'tool call')}, and ${bytes} bytes of tool results.`,
    ...spent(decision, 'this decision'),
    ...spent(run, 'the whole run'),
  ].join(' ');
}

/** `1 token`, `2 tokens`. */
export const counted = (count: number, unit: string): string =>
  count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
