/**
 * Askers move ahead of their run: each task is asked once, seen as of its place, and
 * given in its turn.
 */

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { AskedAt } from '#agents';
import type { Cursor } from '#market-view';
import type { CallRecord } from '#tools';
import { FactColumns } from '#contracts';
import type { AnswerEvent, WorkflowRun } from '#workflows';
import type { KeptAnswer, KeptAnswers } from './kept-answers.js';
import type { AnswerSource } from './run-loop.js';
import { AnswersAhead, TaskAsker } from './task-askers.js';

const yes = (task: string): AnswerEvent => ({
  type: 'AnswerGiven',
  task,
  answer: '"yes"',
  rationale: null,
});
const record = (ordinal: number, result: string | null = null): CallRecord => ({
  ordinal,
  tool: 'get_task',
  arguments: '{}',
  result,
  bytes: 2,
  error: null,
  durationMs: 1,
});
const askedAt = (asOf: number): AskedAt => ({ asOf }) as AskedAt;

function ahead(known: ReadonlyMap<number, KeptAnswer> = new Map(), withLog = true) {
  const log: unknown[] = [];
  const kept: unknown[] = [];
  const keepCalls = {
    keep: (...all: unknown[]) => void log.push(all),
    settle: () => void log.push('settled'),
  };
  const keepText = (...all: unknown[]): void => void log.push(['text', ...all]);
  const answers = new AnswersAhead(
    {
      known,
      keep: ({ asOf, time }: { asOf: number; time: number }, answer: unknown) =>
        void kept.push([{ asOf, time }, answer]),
    } as unknown as KeptAnswers,
    withLog ? { keepCalls, keepText } : {},
  );
  return { answers, log, kept };
}

describe('answers ahead of their run', () => {
  const prelude = { type: 'ToolsCalled', calls: 2, digest: 'd' } as const;
  const settled = { answer: yes('a'), preludes: [prelude] };

  it('come when they are settled, with the calls behind them', async () => {
    const { answers, log, kept } = ahead();
    answers.keepCalls.keep(3, record(1, 'hash'), 'a text');
    answers.keepCalls.keep(3, record(2), null);
    answers.keepCalls.keep(4, record(1), 'of no result');
    answers.keepCalls.settle();
    expect(log).toEqual([['text', 'hash', 'a text']]);
    const given = answers.answer(askedAt(3));
    expect(answers.preludes()).toEqual([]);
    answers.settle({ asOf: 3, time: 30 }, settled);
    const calls = [record(1, 'hash'), record(2)];
    expect(kept).toEqual([
      [
        { asOf: 3, time: 30 },
        { ...settled, calls },
      ],
    ]);
    expect(await given).toEqual(yes('a'));
    expect(answers.preludes()).toEqual([prelude]);
    expect(log.slice(1)).toEqual([[3, calls[0], null], [3, calls[1], null], 'settled']);
    // The calls are those of one answer.
    answers.settle({ asOf: 5, time: 50 }, { answer: yes('b'), preludes: [] });
    expect(kept[1]).toMatchObject([{}, { calls: [] }]);
    expect(await answers.answer(askedAt(5))).toEqual(yes('b'));
    expect(log).toHaveLength(4);
    expect(answers.preludes()).toEqual([]);
  });

  it('may have no log of calls', async () => {
    const { answers } = ahead(new Map(), false);
    answers.keepCalls.keep(3, record(1, 'hash'), 'a text');
    answers.settle({ asOf: 3, time: 30 }, settled);
    expect(await answers.answer(askedAt(3))).toEqual(yes('a'));
  });

  it('that are known come at once, with their calls', () => {
    const { answers, log, kept } = ahead(new Map([[3, { ...settled, calls: [record(1)] }]]));
    expect(answers.answer(askedAt(3))).toEqual(yes('a'));
    expect(answers.preludes()).toEqual([prelude]);
    expect([log, kept]).toEqual([[[3, record(1), null], 'settled'], []]);
  });

  it('are claimed once, in the order of the tape, and not when they are known', () => {
    const { answers } = ahead(new Map([[4, { ...settled, calls: [] }]]));
    expect([3, 3, 4, 4, 2, 5, 5].map((asOf) => answers.claim(asOf))).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
      false,
    ]);
  });
});

/** A workflow that asks at each of these rows, and its agent. */
function asker(due: readonly number[], answers: AnswerSource, of = ahead()) {
  const taken: unknown[] = [];
  let at = 0;
  const cursor = {
    asOf: 0,
    time: 0,
    advance: (_: FactColumns, row: number) => {
      cursor.asOf = row + 1;
      cursor.time = 10 * row;
    },
  };
  const workflow = {
    observation: askedAt(0),
    isDue: false,
    takeFact: (_: FactColumns, row: number) => {
      at = row;
      workflow.isDue = due.includes(row);
    },
    takeAnswer: (event: AnswerEvent) => void taken.push([at, event.type]),
  };
  const options = { cursor: cursor as unknown as Cursor, workflow: workflow as never, answers };
  const one = new TaskAsker({
    ...options,
    workflow: workflow as unknown as WorkflowRun,
    ahead: of.answers,
  });
  return { one, taken, kept: of.kept, of };
}
const facts = new FactColumns(8);

describe('an asker', () => {
  const observing = (answer: AnswerSource['answer'], preludes?: AnswerSource['preludes']) => {
    const seen: (readonly [number, number])[] = [];
    let closed = 0;
    const source: AnswerSource = {
      answer,
      ...(preludes && { preludes }),
      observe: (_, from, to) => void seen.push([from, to]),
      close: () => Promise.resolve(void closed++),
    };
    return { source, seen, closed: () => closed };
  };

  it('goes on while answers come at once, and shows its agent each row before the task', () => {
    const { source, seen } = observing(() => yes('a'));
    const { one, taken, kept } = asker([1, 2, 6], source);
    expect(one.advance(facts, 0, 5)).toBe(5);
    // Nothing lies between the end of the first task and that of the second but its own row.
    expect(seen).toEqual([
      [0, 2],
      [2, 3],
      [3, 5],
    ]);
    expect(one.advance(facts, 5, 7)).toBe(7);
    expect(seen.slice(3)).toEqual([[5, 7]]);
    expect(taken).toEqual([
      [1, 'AnswerGiven'],
      [2, 'AnswerGiven'],
      [6, 'AnswerGiven'],
    ]);
    expect(kept).toEqual(
      [2, 3, 7].map((asOf) => [
        { asOf, time: 10 * (asOf - 1) },
        { answer: yes('a'), preludes: [], calls: [] },
      ]),
    );
    expect(one.waiting).toBeUndefined();
  });

  it('waits where its agent works, and goes on from the next row', async () => {
    const held = Promise.withResolvers<AnswerEvent>();
    const { source, seen } = observing(
      () => held.promise,
      () => [{ type: 'ToolsCalled', calls: 1, digest: 'd' }],
    );
    const { one, taken, kept } = asker([1], source);
    expect(one.advance(facts, 0, 5)).toBe(2);
    expect(one.waiting).toBeInstanceOf(Promise);
    expect([seen, taken]).toEqual([[[0, 2]], []]);
    held.resolve(yes('a'));
    await one.waiting;
    expect(one.waiting).toBeUndefined();
    expect(kept).toMatchObject([[{ asOf: 2 }, { preludes: [{ calls: 1 }] }]]);
    expect(one.advance(facts, 2, 5)).toBe(5);
    expect(seen).toEqual([
      [0, 2],
      [2, 5],
    ]);
    expect(taken).toEqual([[1, 'AnswerGiven']]);
  });

  it('skips what another asker has claimed', () => {
    const of = ahead();
    const { source } = observing(() => yes('a'));
    const first = asker([1], source, of);
    const second = asker([1, 3], source, of);
    first.one.advance(facts, 0, 2);
    second.one.advance(facts, 0, 5);
    expect(second.taken).toEqual([
      [1, 'DecisionMissing'],
      [3, 'AnswerGiven'],
    ]);
    expect(of.kept).toHaveLength(2);
  });

  it('that is closed neither moves nor takes an answer', async () => {
    const held = Promise.withResolvers<AnswerEvent>();
    const signals: (AbortSignal | undefined)[] = [];
    const { source, closed } = observing((_, signal) => {
      signals.push(signal);
      return held.promise;
    });
    const { one, taken, kept, of } = asker([1], source);
    one.advance(facts, 0, 5);
    expect(signals[0]!.aborted).toBe(false);
    await of.answers.close();
    expect([closed(), signals[0]!.aborted]).toEqual([1, true]);
    held.resolve(yes('a'));
    await setImmediate();
    expect(one.advance(facts, 2, 5)).toBe(2);
    expect([taken, kept]).toEqual([[], []]);
  });
});
