/**
 * The wording of a model for a question of the templates: what it is asked, and whether its
 * text may be taken.
 */

import type { MadeQuestion } from './make-questions.js';

/** Longer texts are more than a question. */
const charactersMax = 600;

export const wordingInstructions =
  'You rewrite a question about a figure of a company so that it reads as a financial analyst ' +
  'would ask it. Keep the meaning. Answer with the question alone, on one line.';

/** What the model is asked; a pure function of the question. */
export const wordingPrompt = ({ question, words }: MadeQuestion): string =>
  [
    'Question:',
    question,
    '',
    'Keep these words as they are:',
    ...words.map((one) => `- ${one}`),
    '',
    'Do not add figures, dates or periods.',
  ].join('\n');

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * The question in the words of a model; null is a failed call. If they leave out company, series or
 * period, or add a number, the question keeps the words of its template and records why.
 */
export function withWording(made: MadeQuestion, reply: string | null): MadeQuestion {
  const text = plain(reply ?? '');
  const why = reply === null ? 'the model gave no answer' : defectOf(made, text);
  const phrasing = why === undefined ? 'model' : `template: ${why}`;
  const facts = { ...made.facts, phrasing };
  return { ...made, facts, question: why === undefined ? text : made.question };
}

function defectOf({ question, words }: MadeQuestion, text: string): string | undefined {
  if (text.length > charactersMax) return `more than ${charactersMax} characters`;
  const left = words.find((one) => !text.toLowerCase().includes(plain(one).toLowerCase()));
  if (left !== undefined) return `without "${left}"`;
  // Another number could be a second period, or an answer.
  const known = new Set(question.match(/\d+/g));
  const added = text.match(/\d+/g)?.find((number) => !known.has(number));
  return added === undefined ? undefined : 'with a number of its own';
}
