/** What a judgment has to contain, and its resulting score. */

import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import type { MarketView } from '#market-view';
import { judgmentDefect, rubricInput, scoredBy, type JudgedSolution } from './judgment.js';

const rubric = JSON.stringify([{ id: 'a' }, { id: 'b' }]);
const view = {
  document: (sha256: string) => (sha256 === sha256Hex(rubric) ? rubric : undefined),
} as unknown as MarketView;
const task = (inputs: Record<string, string> = {}) => ({
  kind: 'task' as const,
  id: 'answer-1',
  instruction: 'Judge.',
  inputs: Object.entries(inputs).map(([name, text]) => {
    return { name, document: { sha256: sha256Hex(text), chars: text.length } };
  }),
});
const byScores = {
  terms: { of: 'insights', dimensions: ['fidelity', 'reasoning'], most: 5 },
  task: task(),
  view,
};
const byItems = {
  terms: { of: 'insights', dimensions: [], most: 10 },
  task: task({ [rubricInput]: rubric }),
  view,
};

describe('a judgment', () => {
  it('that scores what was asked for, with fractions, is one', () => {
    expect(judgmentDefect({ scores: { fidelity: 4.25, reasoning: 0 } }, byScores)).toBeUndefined();
    expect(judgmentDefect({ items: { a: true, b: false } }, byItems)).toBeUndefined();
  });

  it.each([
    [
      { scores: { fidelity: 5 } },
      byScores,
      'answer.scores.reasoning: expected a value; found nothing',
    ],
    [{}, byScores, 'answer.scores.fidelity: expected a value; found nothing'],
    [
      { scores: { fidelity: 5.01, reasoning: 1 } },
      byScores,
      'answer.scores.fidelity: expected 0 to 5; found 5.01',
    ],
    [
      { scores: { fidelity: 5, reasoning: -1 } },
      byScores,
      'answer.scores.reasoning: expected 0 to 5; found -1',
    ],
    [
      { scores: { fidelity: 5, reasoning: 1, style: 5 } },
      byScores,
      'answer.scores: expected fidelity, reasoning; found "style"',
    ],
    [
      { scores: { fidelity: 5, reasoning: 1 }, items: { a: true } },
      byScores,
      'answer.items: expected nothing; found "a"',
    ],
    [{ items: { a: true } }, byItems, 'answer.items.b: expected a value; found nothing'],
    [{ items: { a: true, b: true, c: true } }, byItems, 'answer.items: expected a, b; found "c"'],
  ])('%j is invalid', (judgment, asked, defect) => {
    expect(judgmentDefect(judgment, asked)).toBe(defect);
  });
});

const solution: JudgedSolution = {
  agent: 'one',
  run: 'one-insights',
  task: 'A-2025-01-03',
  words: 100,
  money: null,
  known: { alignment: 4.5, form: 5 },
  caps: {},
  items: [],
  isOwnRubric: false,
  gold: null,
};

describe('scores', () => {
  it('are those of code and of the judge, and their mean, not rounded', () => {
    const { dimensions, overall } = scoredBy({ scores: { fidelity: 3.25 } }, solution);
    expect(Object.fromEntries(dimensions)).toEqual({ alignment: 4.5, form: 5, fidelity: 3.25 });
    expect(overall).toBe(4.25);
  });

  it('stay below their cap', () => {
    const capped = { ...solution, known: {}, caps: { reasoning: 3 } };
    expect(scoredBy({ scores: { reasoning: 5 } }, capped).overall).toBe(3);
    expect(scoredBy({ scores: { reasoning: 2 } }, capped).overall).toBe(2);
  });

  it('of a rubric are passed items ÷ all × 10; an item on a mistake passes if there is no mistake', () => {
    const item = (id: string, dimension: string, polarity: 'positive' | 'negative') => {
      return { id, dimension, polarity, text: id, expected: null, source: null };
    };
    const items = [
      item('a', 'structure', 'positive'),
      item('b', 'structure', 'positive'),
      item('c', 'structure', 'negative'),
      item('d', 'reasoning', 'negative'),
    ];
    const judged = { items: { a: true, b: false, c: false, d: true } };
    const { dimensions, overall } = scoredBy(judged, { ...solution, items });
    expect(Object.fromEntries(dimensions)).toEqual({ structure: 20 / 3, reasoning: 0 });
    expect(overall).toBeCloseTo(10 / 3, 12);
  });
});
