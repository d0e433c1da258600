/** Samples of a rubric in one: the same statement once, mirror images named. */

import { expect, it } from 'vitest';
import { mergeRubrics } from './rubric-merge.js';
import type { DraftItem } from './rubric-workflow.js';

const item = (text: string, over: Partial<DraftItem> = {}): DraftItem => ({
  dimension: 'content_accuracy',
  polarity: 'positive',
  text,
  expected: null,
  source: null,
  ...over,
});

it('counts a statement that several samples have once, the most frequent first', () => {
  const merged = mergeRubrics([
    [item('The weekly return is 3.20%.'), item('RSI is overbought')],
    [item('Reports that the weekly return was 3.20%'), item('RSI is overbought')],
    [item('States RSI as overbought.'), item('Names the peers', { dimension: 'structure' })],
  ]);
  expect(merged.map(({ id, text, samples }) => [id, text, samples])).toEqual([
    ['content_accuracy-1', 'RSI is overbought', 3],
    ['content_accuracy-2', 'The weekly return is 3.20%.', 2],
    ['structure-1', 'Names the peers', 1],
  ]);
});

it('distinguishes numbers', () => {
  const merged = mergeRubrics([[item('weekly return 3.2%'), item('weekly return 2.3%')]]);
  expect(merged).toHaveLength(2);
});

it('marks a negative item that is a positive one turned around, and no other', () => {
  const negative = { polarity: 'negative' } as const;
  const merged = mergeRubrics([
    [
      item('States the weekly return of 3.20%'),
      item('Fails to state the weekly return of 3.20%', negative),
      item('Invents an acquisition', negative),
      item('Invents an acquisition', { ...negative, dimension: 'evidence_fidelity' }),
    ],
  ]);
  expect(merged.map(({ id, mirrors }) => [id, mirrors])).toEqual([
    ['content_accuracy-1', null],
    ['content_accuracy-2', 'content_accuracy-1'],
    ['content_accuracy-3', null],
    ['evidence_fidelity-1', null],
  ]);
});

it('keeps fifteen items of a dimension', () => {
  const many = Array.from({ length: 40 }, (_, at) => item(`number ${at} point`));
  expect(mergeRubrics([many])).toHaveLength(15);
});
