/** Reports as pages show them: each number, those of the table too, with the tool result of the run that holds it. */

import { canonicalJson, excerpt } from '#values';
import type { AnswerDocument, NumberSource } from '#contracts/answer-document';
import type { JudgedTasks } from '../tasks/task-workflow.js';
import type { QuestionTrace } from '../workflow.js';
import { linkerOf, visit } from './evidence/link-numbers.js';
import type { InsightsAnswer, InsightsTerms } from './insights-answer.js';

type Call = QuestionTrace['calls'][number];

/** In the order in which they were written; none of answers without a report. */
export const reportDocuments = (
  run: JudgedTasks<InsightsAnswer, never, InsightsTerms>,
): AnswerDocument[] =>
  [...run.answers].flatMap(([task, { report: text }]) => {
    if (text === undefined) return [];
    const calls = run.traceOf(task)?.calls ?? [];
    // Without a tool call nothing can be said of any number.
    const found = calls.length === 0 ? [] : linkerOf(calls)(text);
    const numbers = found.map(({ text: written, offset, source }) => {
      return {
        text: written,
        offset,
        source: source && sourceIn(calls[source.call]!, source.path),
      };
    });
    return [{ task, text, numbers, hasCalls: calls.length > 0 }];
  });

function sourceIn({ tool, args, result }: Call, path: string): NumberSource {
  const value = [...visit(result)].find((one) => one.path === path)?.value;
  const said = typeof value === 'string' ? excerpt(value) : String(value);
  return { tool, arguments: canonicalJson(args ?? null), path, value: said };
}
