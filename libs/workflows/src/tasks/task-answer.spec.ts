/** Valid answers to a task, and how invalid ones are reported. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerText } from '#agents/seat/answer-text';
import { readAnswerText } from '#agents/module/answers/answer';
import { reasonCharsMax } from '#agents/seat/failure-text';
import { parseTaskAnswer } from './task-work.js';

describe('an answer to a task', () => {
  it.each<[unknown, unknown]>([
    ['up', { kind: 'answer', answer: 'up' }],
    ['', { kind: 'answer', answer: '' }],
    ['BUY', { kind: 'answer', answer: 'BUY' }],
    [[], { kind: 'answer', answer: [] }],
    [
      { answer: 1, rationale: 'mine' },
      { kind: 'answer', answer: { answer: 1, rationale: 'mine' } },
    ],
    [
      { kind: 'answer', answer: { kind: 'answer' } },
      { kind: 'answer', answer: { kind: 'answer' } },
    ],
    // Only this kind says that the object is more than a value.
    [
      { kind: 'report', answer: 1 },
      { kind: 'answer', answer: { kind: 'report', answer: 1 } },
    ],
    [{ kind: null }, { kind: 'answer', answer: { kind: null } }],
    [null, { kind: 'missing' }],
    [undefined, { kind: 'missing' }],
  ])('%j is understood', (given, expected) => {
    expect(parseTaskAnswer(given)).toEqual(expected);
  });

  it.each<[unknown, string]>([
    [{ kind: 'answer', answer: 1, rationale: 2 }, 'rationale: expected string, found 2'],
    [{ kind: 'answer', answer: undefined }, 'answer: expected JSON, found undefined'],
    [{ kind: 'answer', answer: [1n] }, 'answer: expected JSON, found [object Array]'],
    [Infinity, 'answer: expected JSON, found Infinity'],
  ])('%o is invalid', (given, reason) => {
    expect(parseTaskAnswer(given)).toEqual({ kind: 'invalid', reason });
  });

  it('of any value at all is an answer as JSON shows it, or has a reason on one short line', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withNullPrototype: true, withMap: true, withDate: true }),
        (value) => {
          const said = readAnswerText(answerText(value, 'JSON'), parseTaskAnswer);
          kinds.add(said.kind);
          if (said.kind === 'answer') {
            expect(said.answer).toEqual(JSON.parse(JSON.stringify(value)));
          }
          const reason = 'reason' in said ? said.reason : '';
          expect(reason.length).toBeLessThanOrEqual(reasonCharsMax);
          expect(reason).not.toMatch(/[\u0000-\u001f]/);
        },
      ),
      { numRuns: 1000 },
    );
    expect([...kinds].sort()).toEqual(['answer', 'invalid', 'missing']);
  });

  it('deeper than any answer is invalid, and does no harm', () => {
    const json = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    expect(readAnswerText({ kind: 'answer', json }, parseTaskAnswer)).toEqual({
      kind: 'invalid',
      reason: 'answer: nested more than 64 deep',
    });
  });
});
