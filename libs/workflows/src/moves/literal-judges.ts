/** Judges that compare texts and read nothing else: what the simplest rules give, beside judges that understand. */

import { z } from 'zod';
import { jsonOf } from '#values';
import type { ToolRule } from '#agents/work';
import { rubricInput } from '../judging/judgment.js';
import { finderIn, type Span } from './text/passages.js';
import { rubricSchema } from './rubric.js';

const found = z.array(
  z.object({ text: z.string(), kind: z.enum(['quote', 'figure']), files: z.array(z.string()) }),
);
const inputsOf = ({ question }: Parameters<ToolRule>[0]) =>
  (question['task'] as { inputs: Readonly<Record<string, string>> }).inputs;

/** Quoted strings and numbers are the claims; those that code found in a file as they are written are grounded. */
export const literalGrounding: ToolRule = (asked) => {
  const texts = found.parse(jsonOf(inputsOf(asked)['found'] ?? '[]'));
  const claims = texts.map(({ text: quote, kind, files: [file] }) => {
    return { quote, kind, grounded: file !== undefined, ...(file !== undefined && { file }) };
  });
  asked.call('submit_answer', { answer: { claims } });
};

const reconciling = /[^.!?\n]*\b(?:reconcil\w+|on balance|taken together|outweigh\w*)\b[^.!?\n]*/i;

/** A move is made in the sentence that has its text; a sentence that says that it reconciles does. */
export const literalGrading: ToolRule = (asked) => {
  const { report = '', [rubricInput]: rubric } = inputsOf(asked);
  if (rubric === undefined) {
    const sentence = reconciling.exec(report)?.[0].trim();
    const judgment = { synthesis: sentence !== undefined, ...(sentence && { sentence }) };
    asked.call('submit_answer', { answer: judgment });
    return;
  }
  const find = finderIn(report);
  const { themes } = rubricSchema.pick({ themes: true }).parse(jsonOf(rubric));
  const hits = themes.flatMap(({ id: theme, moves }) =>
    moves.flatMap(({ id: move, text }) => {
      const [span] = find(text);
      return span === undefined ? [] : [{ theme, move, quote: sentenceAround(report, span) }];
    }),
  );
  asked.call('submit_answer', { answer: { hits } });
};

function sentenceAround(text: string, { from, to }: Span): string {
  const start = /(?:^|\n|[.!?]\s)(?!.*(?:\n|[.!?]\s))/s.exec(text.slice(0, from));
  const end = /\n|[.!?](?=\s|$)/.exec(text.slice(to));
  const first = start === null ? 0 : start.index + start[0].length;
  return text
    .slice(first, end === null ? text.length : to + end.index)
    .trim()
    .slice(0, 2000);
}
