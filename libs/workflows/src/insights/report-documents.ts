/**
 * Reports as pages show them: each number, those of the table too, with the tool result of the run
 * that holds it.
 */

import { canonicalJson, excerpt } from '#values';
import type { AnswerDocument, NumberSource } from '#contracts';
import { valueAt } from '#contracts/parsing/value-at';
import type { JudgedTasks } from '../tasks/task-workflow.js';
import type { QuestionTrace } from '../workflow/workflow.js';
import { linkerOf } from './evidence/link-numbers.js';
import type { InsightsAnswer, InsightsTerms } from './insights-answer.js';

type Call = QuestionTrace['calls'][number];

/** In the order in which they were written; answers without a report are skipped. */
export const reportDocuments = (
  run: JudgedTasks<InsightsAnswer, never, InsightsTerms>,
): AnswerDocument[] =>
  [...run.answers].flatMap(([task, { report }]) =>
    report === undefined ? [] : documentOf(task, report, run.traceOf(task)?.calls ?? []),
  );

/** A text with the source of each of its numbers among the calls of its author. */
export function documentOf(task: string, text: string, calls: readonly Call[]): AnswerDocument {
  let numbers: AnswerDocument['numbers'] | undefined;
  return {
    task,
    text,
    hasCalls: calls.length > 0,
    // Linked when a page is drawn: counting documents does not need it.
    get numbers() {
      return (numbers ??= numbersIn(text, calls));
    },
  };
}

/** Empty without a tool call, since numbers cannot be checked then. */
function numbersIn(text: string, calls: readonly Call[]): AnswerDocument['numbers'] {
  if (calls.length === 0) return [];
  return linkerOf(calls)(text).map(({ text: written, offset, source }) => {
    return { text: written, offset, source: source && sourceIn(calls[source.call]!, source.path) };
  });
}

function sourceIn({ tool, args, result }: Call, path: string): NumberSource {
  const plain = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
  const value = valueAt(result, path.split('/').slice(1).map(plain));
  const shown = typeof value === 'string' ? excerpt(value) : String(value);
  return { tool, arguments: canonicalJson(args ?? null), path, value: shown };
}
