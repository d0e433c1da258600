/** How a user writes an as-of. */

import { civilDate, startOfUtcDay } from '#values';
import { describe, expect, it } from 'vitest';
import { parseAsOf } from './open-market.js';

const hour = 3_600_000_000;

describe('an as-of', () => {
  it.each([
    ['nothing', undefined, 'end'],
    ['a date', '2026-01-05', { date: civilDate(2026, 1, 5) }],
    [
      'an instant with its offset',
      '2026-01-05T16:00:00-05:00',
      { instant: startOfUtcDay(civilDate(2026, 1, 5)) + 21 * hour },
    ],
    [
      'an instant in UTC',
      '2026-01-05T16:00Z',
      { instant: startOfUtcDay(civilDate(2026, 1, 5)) + 16 * hour },
    ],
  ])('may be %s', (_, text, expected) => {
    expect(parseAsOf(text)).toEqual(expected);
  });

  it.each(['2026-01-05T16:00:00', '2026-02-30', 'yesterday', ''])('is not %j', (text) => {
    expect(() => parseAsOf(text)).toThrow(/not an as-of; expected a date .* or an instant with/);
  });
});
