/** What dates and times of periods mean, after 4.7.2, with the examples of conformance test 330. */

import { describe, expect, it } from 'vitest';
import type { Period } from './instance.js';
import { periodFault, periodKey } from './period.js';

const at = (instant: string): Period => ({ kind: 'instant', instant });
const from = (start: string, end: string): Period => ({ kind: 'duration', start, end });

describe('keys of periods', () => {
  it.each([
    [at('2020-05-02'), '2020-05-02'],
    // A date is the midnight that ends it.
    [at('2008-01-01T00:00:00'), '2007-12-31'],
    [at('2007-12-31T00:00:00'), '2007-12-30'],
    [at('2007-12-31T24:00:00'), '2007-12-31'],
    [at('2007-12-31T23:59:59'), '2007-12-31T23:59:59'],
    [at('2007-02-28T24:00:00'), '2007-02-28'],
    [at('2008-03-01T00:00:00'), '2008-02-29'],
    [at('2100-03-01T00:00:00'), '2100-02-28'],
    [at('2020-05-02T12:30:00.500'), '2020-05-02T12:30:00.5'],
    [at('2020-05-02T01:00:00+02:00'), '2020-05-01T23:00:00Z'],
    [at('2020-05-02T22:00:00-02:00'), '2020-05-02Z'],
    [at('2020-05-02Z'), '2020-05-02Z'],
    // Where a duration starts, it is the midnight that begins it.
    [from('2008-03-01', '2008-03-31'), '2008-03-01/2008-03-31'],
    [from('2008-03-01T00:00:00', '2008-04-01T00:00:00'), '2008-03-01/2008-03-31'],
    [from('2008-02-29T24:00:00', '2008-03-31T24:00:00'), '2008-03-01/2008-03-31'],
    [{ kind: 'forever' } as const, 'forever'],
  ])('%j is %s', (period, key) => {
    expect(periodKey(period)).toBe(key);
    expect(periodFault(period)).toBeUndefined();
  });

  it.each([
    [at('2020-13-01')],
    [at('2020-02-30')],
    [at('2020-02-03T25:00:00')],
    [at('2020-02-03T24:00:00.1')],
    [at('2020-02-03T10:60:00')],
    [at('2020-02-03T10:00:00+15:00')],
    [at('Q1 2020')],
    [from('2020-02-04', '2020-02-03')],
    [from('2020-02-04T00:00:00', '2020-02-04T00:00:00')],
    [from('2020-02-04T10:00:00.5', '2020-02-04T10:00:00.25')],
  ])('%j is refused', (period) => {
    expect(periodFault(period)).toBeTypeOf('string');
  });

  it('a day may start and end with the same date', () => {
    expect(periodFault(from('2020-02-04', '2020-02-04'))).toBeUndefined();
  });
});
