/** Retrieval as a workflow: shares of right answers, and what a report shows of each. */

import { describe, expect, it } from 'vitest';
import { figuresWith, valuesOf } from '#contracts/result/figure-values.fixture';
import type { JournalEvent } from '#contracts';
import { retrieval } from './retrieval-workflow.js';

const expected = (value: number) => ({
  value,
  unit: 'USD',
  currency: 'USD',
  period: '2023Q1',
  precision: null,
});
const solutions = {
  sha256: 'ab',
  byTask: new Map([
    ['a', expected(5)],
    ['b', expected(6)],
    ['c', expected(7)],
  ]),
};
const tasks = ['a', 'b', 'c'].map((id) => {
  return { kind: 'task' as const, id, instruction: `What is ${id}?`, inputs: [] };
});
const place = { time: 0 };
const events = [
  {
    ...place,
    asOf: 0,
    type: 'RunOpened',
    workflow: 'retrieval',
    plan: 'p',
    symbols: [],
    terms: '{}',
  },
  { ...place, asOf: 1, type: 'AnswerGiven', task: 'a', answer: '"It was $5."', rationale: null },
  { ...place, asOf: 2, type: 'AnswerGiven', task: 'b', answer: '"I cannot say."', rationale: null },
  { ...place, asOf: 3, type: 'DecisionMissing' },
] as unknown as JournalEvent[];

function folded() {
  const fold = retrieval.openFold();
  for (const event of events) fold.take(event);
  return fold;
}

describe('retrieval', () => {
  it('counts right answers and texts that commit to no number, of all questions', () => {
    expect(retrieval.score(folded(), { seed: 0, solutions })).toEqual({
      figures: figuresWith({ accuracy: 1 / 3, accuracyAtMost: 1 / 3, gaveUp: 1 / 3 }),
    });
    const unknown = retrieval.score(folded(), { seed: 0, solutions: null });
    expect(valuesOf(unknown)).toMatchObject({ accuracy: null, accuracyAtMost: null, gaveUp: null });
  });

  it('shows each question that was due with its answer, and why that is right or wrong', () => {
    const figures = retrieval.score(folded(), { seed: 0, solutions });
    const agent = { id: 'mine', kind: 'mcp', timeBudgetMs: 1 } as const;
    const plan = { agent, repeat: 0 };
    const run = { label: 'mine', plan, fold: folded(), figures, traces: new Map() };
    const sections = retrieval.sections([run], solutions, tasks);
    const accuracy = sections.find(({ title }) => title === 'Accuracy by configuration');
    expect(accuracy?.table?.rows[0]?.slice(0, 4)).toEqual(['mine', 'real', 1, 3]);
    expect(sections.find(({ title }) => title === 'Accuracy by region')).toBeUndefined();
    expect(sections.at(-1)?.table?.rows).toEqual([
      ['mine', 'a', 'What is a?', 'It was $5.', '5 USD', 'right', 'the value'],
      ['mine', 'b', 'What is b?', 'I cannot say.', '6 USD', 'wrong', 'no value'],
      ['mine', 'c', 'What is c?', null, '7 USD', 'no answer', null],
    ]);
  });

  it('has the tools of fundamentals beside those of every task', async () => {
    const sets = await retrieval.tools({});
    expect(sets.map(({ name }) => name)).toEqual(['retrieval_mcp', 'task_mcp']);
  });
});
