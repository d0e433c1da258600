/** What counts as stating a value: unit, sign, scale, period, rounding, and texts that commit to nothing. */

import { describe, expect, it } from 'vitest';
import { answerStrings } from './answer-strings.fixture.js';
import { moreStrings } from './more-strings.fixture.js';
import { scoreResponse } from './score-response.js';

describe('a response', () => {
  const rows = [...answerStrings, ...moreStrings].flatMap(([expected, texts]) =>
    texts.map(([text, right]) => ({ text, right, expected })),
  );

  it.each(rows)('$expected.value $expected.unit: $text', ({ text, right, expected }) => {
    const verdict = scoreResponse(expected, text);
    expect(verdict.right, verdict.why).toBe(right);
  });
});
