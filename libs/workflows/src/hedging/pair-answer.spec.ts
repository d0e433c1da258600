/** Valid answers of a module in a hedging run, and how invalid ones are reported. */

import { describe, expect, it } from 'vitest';
import { parsePairAnswer } from './pair-work.js';

const wanted = 'a decision on a pair or one of LONG_SHORT, SHORT_LONG, HOLD, CLOSE';

describe('an answer on a pair', () => {
  it.each<[unknown, unknown]>([
    ['HOLD', { kind: 'pair', action: 'HOLD' }],
    [
      { kind: 'pair', left: 'AA', right: 'BB', action: 'LONG_SHORT', prices: { AA: 1 } },
      { kind: 'pair', left: 'AA', right: 'BB', action: 'LONG_SHORT', prices: { AA: 1 } },
    ],
    [null, { kind: 'missing' }],
    [undefined, { kind: 'missing' }],
  ])('%j is understood', (given, expected) => {
    expect(parsePairAnswer(given)).toEqual(expected);
  });

  it.each<[unknown, string]>([
    ['BUY', `expected ${wanted}, found "BUY"`],
    [7, `expected ${wanted}, found 7`],
    [['HOLD'], `expected ${wanted}, found ["HOLD"]`],
    [{ kind: 'action', action: 'BUY' }, 'kind: expected pair, found "action"'],
    [
      { kind: 'pair' },
      'action: expected one of LONG_SHORT, SHORT_LONG, HOLD, CLOSE, found undefined',
    ],
    [{ kind: 'pair', action: 'HOLD', left: 7 }, 'left: expected string, found 7'],
    [
      { kind: 'pair', action: 'HOLD', size: 1 },
      'expected no key "size", found {"kind":"pair","action":"HOLD","size":1}',
    ],
  ])('%j is invalid', (given, reason) => {
    expect(parsePairAnswer(given)).toEqual({ kind: 'invalid', reason });
  });
});
