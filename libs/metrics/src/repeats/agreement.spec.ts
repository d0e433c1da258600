/** Agreement against published examples, and where there is nothing to agree on. */

import { describe, expect, it } from 'vitest';
import { agreementOf, noAnswer } from './compared-agent.js';

/** `.` is a missing answer. */
const answers = (text: string): number[] =>
  text.split(' ').map((one) => (one === '.' ? noAnswer : Number(one)));

describe('agreement of repeats', () => {
  it('is Krippendorff’s alpha of his own example', () => {
    // Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011, section C: 0.743.
    const found = agreementOf([
      answers('1 2 3 3 2 1 4 1 2 . . .'),
      answers('1 2 3 3 2 2 4 1 2 5 . 3'),
      answers('. 3 3 3 2 3 4 2 2 5 1 .'),
      answers('1 2 3 3 2 4 4 1 2 5 1 .'),
    ]);
    expect(found.alpha).toBeCloseTo(0.743, 3);
    expect(found.decisions).toBe(12);
  });

  it('counts the pairs that are equal, decision by decision', () => {
    const found = agreementOf([answers('1 1 1'), answers('1 2 .'), answers('1 2 2')]);
    // 3 of 3 pairs, 1 of 3, 0 of 1.
    expect(found.equal).toBeCloseTo((1 + 1 / 3 + 0) / 3, 12);
  });

  it('is one when all are equal, and near zero when answers are drawn', () => {
    expect(agreementOf([answers('1 2 1'), answers('1 2 1')])).toEqual({
      decisions: 3,
      equal: 1,
      alpha: 1,
    });
    // Every pair of answers once: agreement at chance, except for the small-sample correction.
    const one = [1, 1, 1, 2, 2, 2, 3, 3, 3];
    const other = [1, 2, 3, 1, 2, 3, 1, 2, 3];
    const found = agreementOf([one, other]);
    expect(found.equal).toBeCloseTo(1 / 3, 12);
    expect(found.alpha).toBeCloseTo(1 - (17 * 12) / (3 * 6 * 12), 12);
  });

  it('has no alpha when one answer was given throughout, and no share without two answers', () => {
    expect(agreementOf([answers('1 1'), answers('1 1')])).toMatchObject({ equal: 1, alpha: null });
    expect(agreementOf([answers('1 .'), answers('. 1')])).toMatchObject({
      equal: null,
      alpha: null,
    });
  });
});
