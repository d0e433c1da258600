/**
 * A run of tasks fact by fact, and the fold of its journal: what is asked, answered, measured,
 * dropped and late.
 */

import { describe, expect, it } from 'vitest';
import { isFailure, sha256Hex } from '#values';
import {
  FactColumns,
  factKinds,
  noInstrument,
  type FactPayload,
  type JournalEvent,
} from '#contracts';
import { AsOfStore, Cursor } from '#market-view';
import type { TaskPlan } from '../workflow/run-plan.js';
import { TaskFold } from './task-fold.js';
import { taskPrompts } from './task-prompts.js';
import { TaskRun, type AnswerDefect, type Measures } from './task-run.js';

const document = { sha256: sha256Hex('text'), chars: 4 };
const task = {
  kind: 'task' as const,
  id: 't1',
  instruction: 'do it',
  inputs: [{ name: 'a.txt', document }],
};
const facts: readonly FactPayload[] = [
  { kind: 'rowDropped', file: 'a.csv', line: 7, reason: 'no price' },
  { kind: 'lateFact', source: 'feed', knowledgeTime: 3, reason: 'too late' },
  task,
];
const plan: TaskPlan = {
  id: 'run',
  label: 'run',
  workflow: 'capitals',
  terms: { b: 1, a: 2 },
  agent: { id: 'mine', kind: 'external' },
  repeat: 0,
  baseSeed: 0,
  seed: 5,
  data: null,
  file: null,
} as never;

function opened(defect: AnswerDefect = () => undefined, measures?: Measures) {
  const store = new AsOfStore({
    instruments: [],
    calendar: 'XNYS',
    tradePrice: 'close',
    priceBasis: 'raw',
    history: null,
    documents: new Map([[document.sha256, 'text']]),
  } as never);
  const columns = new FactColumns(facts.length);
  for (const [at, payload] of facts.entries()) {
    const kind = factKinds[payload.kind];
    const place = { instrument: noInstrument, knowledgeTime: 10 + at, eventTime: 10 + at };
    columns.pushFact({ kind, ...place, payload });
  }
  store.append(columns);
  const cursor = new Cursor(store, null);
  const run = new TaskRun(plan, cursor, defect, { prompts: taskPrompts, measures });
  const take = (row: number): readonly JournalEvent[] => {
    cursor.advance(columns, row);
    return run.takeFact(columns, row);
  };
  return { run, take };
}

describe('a run of tasks', () => {
  it('journals rows that were dropped and facts that came late, and asks the task', () => {
    const { run, take } = opened();
    expect(take(0)).toEqual([
      { asOf: 1, time: 10, type: 'RowDropped', file: 'a.csv', line: 7, reason: 'no price' },
    ]);
    expect(take(1)).toEqual([
      { asOf: 2, time: 11, type: 'LateFact', source: 'feed', knowledgeTime: 3, reason: 'too late' },
    ]);
    expect(run.isDue).toBe(false);
    expect(take(2)).toEqual([]);
    expect(run.isDue).toBe(true);
    expect(run.desk).toMatchObject({ workflow: 'capitals', symbols: [], task: { id: 't1' } });
    const { asOf, time } = run.observation;
    expect([asOf, time, run.observation.task.id, run.terms]).toEqual([
      3,
      12,
      't1',
      '{"a":2,"b":1}',
    ]);
    expect([run.symbols, run.lastSession, run.changesNothing()]).toEqual([[], null, false]);
    expect(run.takeAnswer()).toEqual([]);
    expect(run.isDue).toBe(false);
    expect(run.end()).toEqual([]);
  });

  it('shows the task and its texts', () => {
    const { run, take } = opened();
    for (const row of facts.keys()) take(row);
    const { shown, posted, words, answers, given, rules } = run.work;
    const text = { name: 'a.txt', sha256: document.sha256, text: 'text' };
    expect(shown(run.observation)).toEqual({
      task: { id: 't1', instruction: 'do it', inputs: [text] },
    });
    expect(posted(run.observation)).toEqual({
      terms: plan.terms,
      task: { id: 't1', instruction: 'do it', inputs: { 'a.txt': 'text' } },
    });
    expect(words(run.observation)).toMatchObject({ task: 't1', instruction: 'do it' });
    expect([answers, given, rules]).toEqual(['JSON', { terms: plan.terms, seed: 5 }, []]);
    expect(run.work.openRule({} as never)).toBeUndefined();
  });

  it('measures each task as it is asked, and the end', () => {
    const measures: Measures = { task: (_, { id }) => ({ b: id, a: 1 }), end: () => [2] };
    const { run, take } = opened(undefined, measures);
    for (const row of [0, 1]) take(row);
    expect(take(2)).toEqual([
      { asOf: 3, time: 12, type: 'Measured', task: 't1', values: '{"a":1,"b":"t1"}' },
    ]);
    expect(run.end()).toEqual([{ asOf: 3, time: 12, type: 'Measured', task: null, values: '[2]' }]);
  });

  it('journals valid answers with the hash of their rationale, and why others are invalid', () => {
    const kept: string[] = [];
    const defect: AnswerDefect = (answer, asked) =>
      answer === 'bad' ? `${asked.task.id}: not this` : undefined;
    const { run, take } = opened(defect);
    for (const row of facts.keys()) take(row);
    const { again, eventOf } = run.translation((hash, text) => void kept.push(hash, text));
    const answer = (value: unknown, rationale?: string) =>
      eventOf({
        kind: 'answer',
        answer: value,
        ...(rationale === undefined ? {} : { rationale }),
      } as never);
    expect(again('x')).toBeUndefined();
    expect(answer({ b: 1, a: 2 }, 'why')).toEqual({
      type: 'AnswerGiven',
      task: 't1',
      answer: '{"a":2,"b":1}',
      rationale: sha256Hex('why'),
    });
    expect(kept).toEqual([sha256Hex('why'), 'why']);
    expect(answer(5)).toEqual({ type: 'AnswerGiven', task: 't1', answer: '5', rationale: null });
    expect(answer(5, '')).toMatchObject({ rationale: sha256Hex('') });
    expect(answer('bad')).toEqual({ type: 'DecisionInvalid', reason: 't1: not this' });
    expect(eventOf({ kind: 'missing' } as never)).toEqual({ type: 'DecisionMissing' });
    expect(eventOf({ kind: 'late', reason: 'slow' } as never)).toEqual({
      type: 'DecisionLate',
      reason: 'slow',
    });
    // As a text of JSON in JSON: quotes around it, and each of its own quotes escaped.
    const longest = 256 * 1024 - 6;
    expect(answer('x'.repeat(longest))).toMatchObject({ type: 'AnswerGiven' });
    expect(answer('x'.repeat(longest + 1))).toEqual({
      type: 'DecisionInvalid',
      reason: 'answer: expected at most 262144 bytes, as a text of JSON; found 262145',
    });
  });
});

describe('the fold of its journal', () => {
  const at = (asOf: number) => ({ asOf, time: asOf });
  const events = [
    { type: 'RunOpened', ...at(0), terms: '{"a":1}' },
    { type: 'RowDropped', ...at(1), file: 'a', line: 1, reason: 'r' },
    { type: 'AnswerGiven', ...at(2), task: 't1', answer: '[5]', rationale: null },
    { type: 'DecisionMissing', ...at(3) },
    { type: 'DecisionLate', ...at(4), reason: 'slow' },
    { type: 'Measured', ...at(4), task: 't2', values: '{"x":1}' },
    { type: 'Measured', ...at(5), task: null, values: '7' },
    { type: 'RunClosed', ...at(5), tapeHash: 'h', facts: 5, lastSession: null, data: null },
  ] as unknown as readonly JournalEvent[];

  it('has answers, ends, measures and counts', () => {
    const fold = new TaskFold();
    for (const event of events) fold.take(event);
    expect([fold.records, fold.rowsDropped, fold.terms]).toEqual([8, 1, { a: 1 }]);
    expect([[...fold.answers], [...fold.asOfs]]).toEqual([[['t1', [5]]], [['t1', 2]]]);
    expect([...fold.measured]).toEqual([
      ['t2', { x: 1 }],
      [null, 7],
    ]);
    expect(fold.due).toEqual([
      { asOf: 2, class: 'answered' },
      { asOf: 3, class: 'no answer' },
      { asOf: 4, class: 'late' },
    ]);
    expect(fold.closed).toMatchObject({ tapeHash: 'h' });
    expect(fold.coverage.now()).toMatchObject({ due: 3, answered: 1 });
  });

  it.each([
    [
      { type: 'RunOpened', ...at(0), terms: '{' },
      'RunOpened: terms: the journal contains invalid JSON; found "{"',
    ],
    [
      { type: 'AnswerGiven', ...at(0), task: 't', answer: 'x', rationale: null },
      'AnswerGiven: answer to "t": the journal contains invalid JSON; found "x"',
    ],
    [
      { type: 'Measured', ...at(0), task: null, values: '' },
      'Measured: values: the journal contains invalid JSON; found ""',
    ],
  ])('refuses %j', (event, message) => {
    const fold = new TaskFold();
    const take = (): void => fold.take(event as never);
    expect(take).toThrow(message);
    try {
      take();
    } catch (error) {
      expect(isFailure(error, 'CorruptJournal') || isFailure(error, 'Invariant')).toBe(true);
    }
  });

  it('opens once', () => {
    const fold = new TaskFold();
    fold.take(events[0]!);
    expect(() => fold.take(events[0]!)).toThrow('RunOpened is the first record');
  });
});
