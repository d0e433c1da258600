/** Calculations behind answers: which are shown, in which order, and in which words. */

import { expect, it } from 'vitest';
import { calculationTreesMax } from '#contracts/result/report-pictures';
import type { Reasoning } from './audit-answer.js';
import { calculationSection, type AuditedCase } from './calculation-section.js';

const reasoning: Reasoning = {
  rule: 'total',
  signCorrected: false,
  balance: 'debit',
  role: 'http://own/role/Sheet',
  total: { concept: 'Assets', value: '7' },
  children: [
    { concept: 'Cash', weight: '1', value: '5' },
    { concept: 'Debts', weight: '-1', value: null },
  ],
  otherRoles: [{ role: 'http://own/role/Notes', present: 1, of: 2 }],
};
const right = { class: 'right' } as AuditedCase['verdict'];
const wrong = { class: 'wrong' } as unknown as AuditedCase['verdict'];

function audited(
  id: string,
  over: Partial<Reasoning> | undefined,
  { reported = '5', verdict = right }: { reported?: string; verdict?: AuditedCase['verdict'] } = {},
): AuditedCase {
  const own = over && { ...reasoning, ...over };
  const answer = { extracted_value: reported, calculated_value: '5', reasoning: own };
  return {
    run: 'r',
    id,
    asked: `of ${id}`,
    ended: 'answered',
    answer,
    solution: undefined,
    verdict,
  };
}

it('shows parts with what is missing, and roles that were not used', () => {
  const [section] = calculationSection([audited('a', {})]);
  expect(section?.title).toBe('Calculations');
  expect(section?.table?.columns.map(({ title }) => title)).toEqual([
    'Run',
    'Task',
    'Concept',
    'Weight',
    'Value',
    'Rule',
    'Role',
  ]);
  expect(section?.table?.rows).toEqual([
    ['r', 'a', 'Assets', null, '7', 'total', 'Sheet'],
    ['r', 'a', 'Cash', '1', '5', 'total', 'Sheet'],
    ['r', 'a', 'Debts', '-1', 'missing', 'total', 'Sheet'],
    ['r', 'a', null, null, null, 'not used: 1 of 2 children present', 'Notes'],
  ]);
  expect(section?.text).toEqual([
    `How calculated values came about, of ${calculationTreesMax} answers at most: wrong ones ` +
      'first, then those that differ from what was reported.',
  ]);
  expect((section as { calculationTrees?: unknown }).calculationTrees).toEqual([
    {
      title: 'a, r: of a',
      text:
        'The weighted sum of the children; a missing one counts as 0. Reported 5, calculated 5. ' +
        'Role: http://own/role/Sheet',
      nodes: [
        { depth: 0, label: 'Assets', weight: null, value: '7' },
        { depth: 1, label: 'Cash', weight: '1', value: '5' },
        { depth: 1, label: 'Debts', weight: '-1', value: null },
        { depth: 0, label: 'calculated', weight: null, value: '5' },
      ],
    },
  ]);
});

it('shows wrong answers first, then those whose value or sign was corrected', () => {
  const [section] = calculationSection([
    audited('same', {}),
    audited('differs', {}, { reported: '6' }),
    audited('sign', { signCorrected: true }),
    audited('wrong', {}, { verdict: wrong }),
    audited('unknown', {}, { verdict: null }),
  ]);
  const trees = (section as { calculationTrees?: { title: string; text: string }[] })
    .calculationTrees!;
  expect(trees.map(({ title }) => title.split(',')[0])).toEqual([
    'wrong',
    'differs',
    'sign',
    'same',
    'unknown',
  ]);
  const corrected = 'A negative value has the wrong sign: its absolute value.';
  expect(trees.map(({ text }) => text.includes(corrected))).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
});

it('is empty where no answer has a calculation', () => {
  const none = { ...audited('none', undefined), answer: undefined };
  expect(
    calculationSection([none, audited('a', undefined), audited('b', { total: null })]),
  ).toEqual([]);
  const [section] = calculationSection([
    audited('b', { total: null }),
    audited('a', { role: null }),
  ]);
  expect(section?.table?.rows[0]).toEqual(['r', 'a', 'Assets', null, '7', 'total', null]);
});
