/** Reports as pages show them: each number, those of the table too, with the tool result of the run that holds it. */

import { canonicalJson, excerpt } from '#values';
import type { AnswerDocument, NumberSource } from '#contracts/answer-document';
import type { JudgedTasks } from '../tasks/task-workflow.js';
import type { QuestionTrace } from '../workflow.js';
import { linkerOf } from './evidence/link-numbers.js';
import { visit } from './evidence/visit.js';
import type { InsightsAnswer, InsightsTerms } from './insights-answer.js';

/** In the order in which they were written; none of answers without a report. */
export const reportDocuments = (
  run: JudgedTasks<InsightsAnswer, never, InsightsTerms>,
): AnswerDocument[] =>
  [...run.answers].flatMap(([task, { report: text }]) => {
    if (text === undefined) return [];
    const calls = run.traceOf(task)?.calls ?? [];
    const numbers = linkerOf(calls)(text);
    return [
      {
        ...{ task, text },
        numbers: numbers.map(({ text: written, offset, source }) => {
          return { text: written, offset, source: source && sourceIn(calls, source) };
        }),
      },
    ];
  });

function sourceIn(
  calls: QuestionTrace['calls'],
  { call, path }: { readonly call: number; readonly path: string },
): NumberSource {
  const { tool, args, result } = calls[call]!;
  const place = [...visit(result)].find((one) => one.path === path);
  const value = typeof place?.value === 'string' ? excerpt(place.value) : String(place?.value);
  return { tool, arguments: canonicalJson(args ?? null), path, value };
}
