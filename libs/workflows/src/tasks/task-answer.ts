/** Reads a module's answer to a task: the answer itself, one in full, nothing, or something invalid. */

import { excerpt } from '#values';
import { taskAnswerSchema } from '#contracts/decision';
import type { SaidOfTask } from '#agents';
import { describeIssue, invalid } from '#agents/module/answer';

type Issue = NonNullable<ReturnType<typeof taskAnswerSchema.safeParse>['error']>['issues'][number];

/**
 * A plain value to an answer, `missing` for null and undefined, or `invalid` with the reason on one line of at most
 * 300 characters. An object whose `kind` is `answer` is one in full; anything else is the answer itself.
 */
export function parseTaskAnswer(value: unknown): SaidOfTask {
  if (value === undefined || value === null) return { kind: 'missing' };
  const given = isInFull(value) ? value : { kind: 'answer', answer: value };
  const parsed = taskAnswerSchema.safeParse(given);
  return parsed.success ? parsed.data : invalid(describe(parsed.error.issues[0], given));
}

interface AnswerInFull {
  readonly kind: 'answer';
  readonly answer?: unknown;
}

function isInFull(value: unknown): value is AnswerInFull {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'kind') &&
    (value as { kind: unknown }).kind === 'answer'
  );
}

function describe(issue: Issue | undefined, given: object & { answer?: unknown }): string {
  if (issue === undefined) return `expected an answer, found ${excerpt(given)}`;
  if (issue.path[0] !== 'answer') return describeIssue(issue, given);
  if (issue.code === 'custom') return `answer: ${issue.message}`;
  return `answer: expected JSON, found ${excerpt(given.answer)}`;
}
