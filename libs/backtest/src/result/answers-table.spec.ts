/**
 * The lines of answers.jsonl: what a reader sees of tasks that were answered, and of those
 * that were not.
 */

import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import {
  eventOfClass,
  failureClasses,
  type AnswerClass,
  type FailureClass,
} from '#contracts/journal/answer-class';
import { TaskFold, type AnswerMarks, type TaskPlan } from '#workflows';
import type { DerivedFile } from '../run-folder/derived-file.js';
import { AnswersTable } from './task-result.js';

const ids = ['a', 'b', 'c'];
const at = (asOf: number) => ({ asOf, time: 1_000_000 * asOf });

/** The lines of a table that takes these events, with the marks of its workflow. */
function linesOf(events: readonly JournalEvent[], marks?: AnswerMarks): object[] {
  let text = '';
  const open = (path: string): DerivedFile => ({
    path,
    write: (line) => void (text += line),
    end: () => ({ kind: 'written' }),
    abandon: () => undefined,
  });
  const tasks = ids.map((id) => ({
    task: { kind: 'task' as const, id, instruction: 'do', inputs: [] },
  }));
  const dataset = { tasks: () => tasks } as never;
  const plan = { terms: {} } as TaskPlan;
  const options = { folder: { answers: 'answers.jsonl' }, plan, dataset, open, marks };
  const table = new AnswersTable(new TaskFold(), options);
  for (const event of events) table.take(event);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as object);
}

const given = (asOf: number, task: string, answer: unknown): JournalEvent => {
  const text = JSON.stringify(answer);
  return { type: 'AnswerGiven', ...at(asOf), task, answer: text, rationale: null };
};

/** The event of a task without an answer, which states its class. */
function none(asOf: number, name: FailureClass): JournalEvent {
  const type = eventOfClass(name);
  const reason = type === 'DecisionMissing' ? {} : { reason: `because ${name}` };
  return { type, ...at(asOf), ...reason, class: name } as JournalEvent;
}

describe('answers.jsonl', () => {
  it('has the answer of a task, as JSON', () => {
    const type = 'AnswerGiven';
    expect(linesOf([given(1, 'a', { value: 7 }), given(2, 'b', 'yes')])).toEqual([
      { type, asOf: 1, time: '1970-01-01T00:00:01Z', task: 'a', answer: { value: 7 } },
      { type, asOf: 2, time: '1970-01-01T00:00:02Z', task: 'b', answer: 'yes' },
    ]);
  });

  it.each(failureClasses)('has the task that was not answered, and its class: %s', (name) => {
    const type = eventOfClass(name);
    const reason = type === 'DecisionMissing' ? null : `because ${name}`;
    const [, line] = linesOf([given(1, 'a', 1), none(2, name), given(3, 'c', 2)]);
    const time = '1970-01-01T00:00:02Z';
    expect(line).toEqual({ type, asOf: 2, time, task: 'b', reason, class: name });
  });

  it('has no class where the journal states none', () => {
    expect(linesOf([{ type: 'DecisionMissing', ...at(1) }])).toEqual([
      { type: 'DecisionMissing', asOf: 1, time: '1970-01-01T00:00:01Z', task: 'a', reason: null },
    ]);
  });

  it('has no line for what precedes an answer, and none counts as a task', () => {
    const called: JournalEvent = {
      type: 'ToolsCalled',
      ...at(1),
      calls: 3,
      digest: 'd'.repeat(64),
    };
    const lines = linesOf([called, none(1, 'refused'), called, none(2, 'late')]);
    expect(lines).toMatchObject([
      { task: 'a', class: 'refused' },
      { task: 'b', class: 'late' },
    ]);
  });
});

describe('the marks of a workflow', () => {
  const marked: [string, unknown, AnswerClass][] = [];
  const marks: AnswerMarks = (task, answer, ended) => {
    marked.push([task, answer, ended]);
    return { ended, answer: 'as marked' };
  };

  it('are made from task, answer and class, and replace members of the line', () => {
    const unstated: JournalEvent[] = [
      { type: 'DecisionLate', ...at(4), reason: 'late' },
      { type: 'DecisionFailed', ...at(5), reason: 'threw' },
      { type: 'DecisionInvalid', ...at(6), reason: 'wrong' },
      { type: 'DecisionMissing', ...at(7) },
    ];
    const lines = linesOf([given(1, 'a', 7), none(2, 'truncated')], marks);
    expect(lines).toMatchObject([
      { task: 'a', ended: 'answered', answer: 'as marked' },
      { task: 'b', ended: 'truncated', class: 'truncated', answer: 'as marked' },
    ]);
    expect(marked).toEqual([
      ['a', 7, 'answered'],
      ['b', undefined, 'truncated'],
    ]);
    const classes = unstated.flatMap((event) => linesOf([event], marks));
    expect(classes).toMatchObject([
      { ended: 'late' },
      { ended: 'tool error' },
      { ended: 'invalid' },
      { ended: 'no answer' },
    ]);
  });
});
