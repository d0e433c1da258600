/**
 * Judges that only compare texts: the results of the simplest rules, next to judges
 * that understand.
 */

import { z } from 'zod';
import { jsonOf } from '#values';
import type { ToolRule } from '#agents/seat/work';
import { rubricInput } from '../../workflow/judgment.js';
import { finderIn } from '../../judging/text/passages.js';
import { rubricSchema } from './rubric.js';
import { searchedText } from '../text/answer-texts.js';

const inputsOf = ({ question }: Parameters<ToolRule>[0]) =>
  (question['task'] as { inputs: Readonly<Record<string, string>> }).inputs;

/**
 * Quoted strings and numbers are the claims; those that code found in a file as they are
 * written are grounded.
 */
export const literalGrounding: ToolRule = (asked) => {
  const texts = z.array(searchedText).parse(jsonOf(inputsOf(asked)['found'] ?? '[]'));
  const claims = texts.map(({ text: quote, kind, files: [file] }) => {
    return { quote, kind, grounded: file !== undefined, ...(file !== undefined && { file }) };
  });
  asked.call('submit_answer', { answer: { claims } });
};

/**
 * A move is made in the sentence that contains its text; a sentence with a word such as
 * `reconcile` reconciles.
 */
export const literalGrading: ToolRule = (asked) => {
  const { report = '', [rubricInput]: rubric } = inputsOf(asked);
  const sentences = report.match(/(?:[^.!?\n]|[.!?](?=\S))+[.!?]?/g) ?? [];
  const quotes = sentences.map((sentence) => sentence.trim().slice(0, 2000));
  if (rubric === undefined) {
    const reconciling = /\b(?:reconcil\w+|on balance|taken together|outweigh\w*)\b/i;
    const sentence = quotes.find((quote) => reconciling.test(quote));
    const judgment = { synthesis: sentence !== undefined, ...(sentence && { sentence }) };
    asked.call('submit_answer', { answer: judgment });
    return;
  }
  const finders = quotes.map((quote) => ({ quote, find: finderIn(quote) }));
  const { themes } = rubricSchema.pick({ themes: true }).parse(jsonOf(rubric));
  const hits = themes.flatMap(({ id: theme, moves }) =>
    moves.flatMap(({ id: move, text }) => {
      const made = finders.find(({ find }) => find(text).length > 0);
      return made === undefined ? [] : [{ theme, move, quote: made.quote }];
    }),
  );
  asked.call('submit_answer', { answer: { hits } });
};
