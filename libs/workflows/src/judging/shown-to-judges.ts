/** What judges see of an answer in addition to its text: the tool results of its author, without the author's name. */

import { canonicalJson } from '#values';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { QuestionTrace } from '../workflow/workflow.js';

/** Of one result of a tool, and of all of an answer: more than judges read, and less than a message holds. */
const resultCharsMax = 20_000;
const evidenceCharsMax = 200_000;

/** The calls of a question with their results, cut if they are long; submissions are left out. */
export function evidenceOf(trace: QuestionTrace | undefined): string {
  const shown = (trace?.calls ?? []).flatMap(({ tool, args, result, error }) => {
    if (tool === 'submit_answer') return [];
    const shown = result === undefined ? (error ?? 'no result at hand') : canonicalJson(result);
    const left = `${shown.length - resultCharsMax} more characters`;
    return [`${tool} ${canonicalJson(args ?? null)}\n${cut(shown, resultCharsMax, left)}`];
  });
  const text = shown.join('\n\n') || 'No tool call was recorded.';
  return cut(text, evidenceCharsMax, `cut here: ${text.length} characters in all`);
}

const cut = (text: string, max: number, note: string): string =>
  text.length <= max ? text : `${text.slice(0, max)}\n(${note})`;

/** The names of an agent's model, with its provider and without. */
export function modelNames(agent: AgentConfig | { readonly model: string | null }): string[] {
  const asked = ('model' in agent && agent.model) || '';
  return [asked, asked.slice(asked.indexOf('/') + 1)];
}

/** Names that are not also words of a text, as `m` is. */
export const tellingNames = (names: readonly string[]): string[] =>
  names.filter((name) => name.length > 3 || /\d/.test(name));

/** Without a name, where it occurs as a separate word. */
export function without(text: string, name: string): string {
  if (name === '') return text;
  const escaped = name.replace(/[^\w ]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'g'), 'withheld');
}

/** A text without the names of its author and of its model, where they occur as separate words. */
export const withheld = (
  text: string,
  who: { readonly agent: string; readonly model: string | null },
): string => tellingNames([...modelNames(who), who.agent]).reduce(without, text);
