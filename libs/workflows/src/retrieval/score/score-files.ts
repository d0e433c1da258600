/** Questions and responses as JSON lines, scored one by one. */

import { excerpt, invalidInput } from '#values';
import { linesOf, type NamedText } from '#contracts/parsing/json-lines';
import { scoreAnswer } from './score-answer.js';
import { questionSchema, responseSchema, type Verdict } from './schemas.js';

/**
 * A verdict for each question, in their order; one without a response is wrong. `InvalidInput`
 * names file and line of an invalid question or response, of a duplicate id, and of a response to
 * an unknown question.
 */
export function scoreFiles(questions: NamedText, responses: NamedText): Verdict[] {
  const asked = linesOf(questions, questionSchema);
  const answered = linesOf(responses, responseSchema);
  for (const [id, { where }] of answered) {
    if (asked.has(id)) continue;
    const expected = `an id of ${questions.name}`;
    throw invalidInput('no question has this id', { where, expected, found: excerpt(id) });
  }
  return [...asked].map(([id, { value }]) => {
    const response = answered.get(id);
    if (response !== undefined) {
      const { answer, text = null } = response.value;
      return scoreAnswer(value, answer ?? text);
    }
    const none = { fault: 'none', value: null, gaveUp: false } as const;
    return { id: value.id, right: false, by: 'code' as const, why: 'no response', ...none };
  });
}
