/** What agents are shown of tasks, and how their answers are read. */

import type { TaskAnswer } from '#contracts';
import type { NoDecision, TaskReply, TaskObservation, Work } from '#agents';
import type { ScriptLine } from '#agents/script/task-script';
import type { Prompts } from '#agents/seat/work';
import { excerpt } from '#values';
import { taskAnswerSchema } from '#contracts/parsing/decision';
import { describeIssue, invalid } from '#agents/module/answers/answer';
import type { TaskPlan } from '../workflow/run-plan.js';
import { taskPrompts, taskWords } from './task-prompts.js';

const missing: NoDecision = Object.freeze({ kind: 'missing' });

export function taskWork(
  { workflow, terms, seed }: Pick<TaskPlan, 'workflow' | 'terms' | 'seed'>,
  prompts: Prompts = taskPrompts,
  scriptLine?: ScriptLine,
): Work<TaskObservation, TaskAnswer> {
  return {
    workflow,
    rules: [],
    openRule: () => undefined,
    // The parser loads when it is asked for: it costs start-up time.
    openScript: async (file) => {
      const { readTaskScript } = await import('#agents/script/task-script');
      const script = await readTaskScript(file, scriptLine);
      const answerOf = (id: string) =>
        [id, ...(scriptLine?.otherTasks?.(id) ?? [])].flatMap((one) => script.get(one) ?? [])[0];
      // A task without a line is missing; lines of tasks that are never asked are ignored.
      return { decide: ({ task }) => answerOf(task.id) ?? missing, close: () => undefined };
    },
    answers: 'JSON',
    given: { terms, seed },
    // The run's own view has the texts that are visible, and no others.
    shown: ({ view, task: { id, instruction, inputs } }) => {
      const texts = inputs.map(({ name, document: { sha256 } }) => {
        return { name, sha256, text: view.document(sha256) };
      });
      return { task: { id, instruction, inputs: texts } };
    },
    prompts,
    isAnsweredInText: prompts.isAnsweredInText?.(terms) ?? false,
    words: (asked) => ({ ...taskWords({ terms }, asked), answer: prompts.answerWords ?? '' }),
    posted: ({ view, task: { id, instruction, inputs } }) => {
      const texts = inputs.map(({ name, document }) => [name, view.document(document.sha256)]);
      return { terms, task: { id, instruction, inputs: Object.fromEntries(texts) } };
    },
    read: parseTaskAnswer,
  };
}

type Issue = NonNullable<ReturnType<typeof taskAnswerSchema.safeParse>['error']>['issues'][number];

/**
 * A plain value to an answer, `missing` for null and undefined, or `invalid` with the reason on one
 * line of at most 300 characters. An object whose `kind` is `answer` is a complete answer; anything
 * else is the answer's value.
 */
export function parseTaskAnswer(value: unknown): TaskReply {
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
