/**
 * What judges see of an answer in addition to its text: the tool results of its author, without the
 * author's name.
 */

import { canonicalJson } from '#values';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { QuestionTrace } from '../workflow/workflow.js';
import { authorIn, withoutAuthor, type Author, type OtherUses } from './text/named-author.js';

/** Characters of one result of a tool: more than judges read. */
const resultCharsMax = 20_000;
/** Characters of all results of an answer: less than a message holds. */
const evidenceCharsMax = 200_000;

type Call = QuestionTrace['calls'][number];

const isShown = ({ tool }: Call): boolean => tool !== 'submit_answer';

/** The author that a plan names. */
export const authorOf = (agent: AgentConfig): Author => ({
  agent: agent.id,
  model: ('model' in agent && agent.model) || null,
});

/**
 * The calls of a question with their results, cut if they are long; submissions are left out. We
 * wrote this record, so `withheld` replaces the author's names in arguments and errors, and in
 * results that repeat them. `task` has the texts of the task: a name that occurs in them may be
 * the name of something else, and stays.
 */
export function evidenceOf(
  trace: QuestionTrace | undefined,
  author: Author,
  task: readonly string[],
): string {
  const uses: OtherUses = { world: () => [...task, ...resultsOf(trace, author)] };
  const clean = (value: unknown): unknown =>
    mapped(value, (text) => withoutAuthor(text, author, uses));
  const shown = (trace?.calls ?? []).filter(isShown).map((call) => {
    const { tool, args, result, error } = call;
    const isEcho = namesAuthor(args, author);
    const own = isEcho ? clean(result) : result;
    const failure = withoutAuthor(error ?? 'no result at hand', author, uses);
    const text = result === undefined ? failure : canonicalJson(own);
    const left = `${text.length - resultCharsMax} more characters`;
    return `${tool} ${canonicalJson(clean(args ?? null))}\n${cut(text, resultCharsMax, left)}`;
  });
  const text = shown.join('\n\n') || 'No tool call was recorded.';
  return cut(text, evidenceCharsMax, `cut here: ${text.length} characters in all`);
}

const cut = (text: string, max: number, note: string): string =>
  text.length <= max ? text : `${text.slice(0, max)}\n(${note})`;

/** What tools returned of the world: results of calls whose arguments do not name the author. */
export function resultsOf(trace: QuestionTrace | undefined, author: Author): string[] {
  const calls = (trace?.calls ?? []).filter(isShown);
  return calls.flatMap(({ args, result }) =>
    result === undefined || namesAuthor(args, author) ? [] : textsIn(result),
  );
}

const anywhere: OtherUses = { world: () => [] };

const namesAuthor = (args: unknown, author: Author): boolean =>
  textsIn(args).some((text) => authorIn(text, author, anywhere).length > 0);

/** The texts in a value of JSON; names of members are none. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  mapped(value, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** A value of JSON with each of its texts replaced. */
function mapped(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((one) => mapped(one, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one, replace)]));
}

/** Without a name, where it occurs as a separate word of a line that a form asks for. */
export function without(text: string, name: string): string {
  if (name === '') return text;
  const escaped = name.replace(/[^\w ]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'gi'), 'withheld');
}
