/** Questions and responses as JSON lines, scored one by one. */

import type { z } from 'zod';
import { excerpt, invalidInput, jsonOf } from '#values';
import { expectedOf } from '#contracts/schema-issue';
import { valueAt } from '#contracts/value-at';
import { scoreResponse } from './score-response.js';
import { questionSchema, responseSchema, type Verdict } from './schemas.js';

/** A file by what it is called in errors. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * A verdict for each question, in their order; one without a response is wrong. `InvalidInput` names file and line of
 * what is no question or response, of an id that comes twice, and of a response to no question.
 */
export function scoreFiles(questions: NamedText, responses: NamedText): Verdict[] {
  const asked = linesOf(questions, questionSchema);
  const said = linesOf(responses, responseSchema);
  for (const [id, { line }] of said) {
    if (asked.has(id)) continue;
    const where = `${responses.name}:${line}`;
    const expected = `an id of ${questions.name}`;
    throw invalidInput('a response to no question', { where, expected, found: excerpt(id) });
  }
  return [...asked].map(([id, { value }]) => {
    const response = said.get(id);
    if (response !== undefined) return scoreResponse(value, response.value);
    const none = { fault: 'none', value: null, gaveUp: false } as const;
    return { id: value.id, right: false, why: 'no response', ...none };
  });
}

/** By id, with the line on which each stands. Fails as `scoreFiles` does. */
export function linesOf<T extends { readonly id: string | number }>(
  { name, text }: NamedText,
  schema: z.ZodType<T>,
): Map<string, { readonly line: number; readonly value: T }> {
  const found: ReturnType<typeof linesOf<T>> = new Map();
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue;
    const where = `${name}:${index + 1}`;
    const given = jsonOf(content.replace(/^\uFEFF/, ''));
    const { data: value, error } = schema.safeParse(given);
    if (value === undefined) {
      const [issue] = error!.issues;
      const path = issue!.path.filter((part) => typeof part !== 'symbol');
      const place = [where, path.join('.')].filter((part) => part !== '').join(': ');
      const at = valueAt(given, path);
      throw invalidInput('the line is not as it has to be', {
        ...{ where: place, expected: expectedOf(issue!) },
        found: at === undefined ? 'nothing' : excerpt(at),
      });
    }
    const id = String(value.id);
    const expected = 'one line an id';
    if (found.has(id))
      throw invalidInput('an id comes twice', { where, expected, found: excerpt(id) });
    found.set(id, { line: index + 1, value });
  }
  return found;
}
