/** Verdicts of judges and people: who decides what, and what is shown of code's own. */

import { describe, expect, it } from 'vitest';
import { settledBy } from './given-verdicts.js';
import type { Verdict } from './schemas.js';

const verdictOf = (id: string, right: boolean | null): Verdict => ({
  id,
  right,
  by: 'code',
  why: 'because',
  gaveUp: false,
  fault: right === true ? null : 'unread',
  value: null,
});
const verdicts = [verdictOf('r', true), verdictOf('w', false), verdictOf('u', null)];
const settledWith = (...lines: readonly object[]) =>
  settledBy(verdicts, {
    name: 'v.jsonl',
    text: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
const judge = { by: 'judge', right: true, why: 'it gives the value' };
const person = { by: 'person', right: false };

describe('verdicts of others', () => {
  it('decide what code leaves open', () => {
    const [right, wrong, open] = settledWith({ id: 'u', ...judge });
    expect(right).toBe(verdicts[0]);
    expect(wrong).toBe(verdicts[1]);
    const expected = { right: true, by: 'judge', why: judge.why, fault: null, code: null };
    expect(open).toMatchObject(expected);
  });

  it('override code if they are a person’s, and show what code said', () => {
    const [right] = settledWith({ id: 'r', ...person });
    expect(right).toMatchObject({ right: false, by: 'person', fault: 'value', code: true });
  });

  it('are a person’s before a judge’s', () => {
    const [, , open] = settledWith({ id: 'u', ...judge }, { id: 'u', ...person });
    expect(open).toMatchObject({ right: false, by: 'person', code: null });
  });

  it.each([
    ['a judge on what code decided', [{ id: 'w', ...judge }], 'v.jsonl:1: code decided'],
    ['an unknown answer', [{ id: 'x', ...person }], 'v.jsonl:1: a verdict on no answer'],
    [
      'a second one',
      [
        { id: 'u', ...judge },
        { id: 'u', ...judge },
      ],
      'v.jsonl:2: a second',
    ],
    ['one by code', [{ id: 'u', right: true, by: 'code' }], 'v.jsonl:1: by'],
    ['one without a verdict', [{ id: 'u', right: null, by: 'judge' }], 'v.jsonl:1: right'],
  ])('are refused: %s', (_, lines, message) => {
    expect(() => settledWith(...lines)).toThrow(message);
  });
});
