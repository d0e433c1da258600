/** Each rule of Calculations 1.1 on a total of two parts. */

import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { checks, verdicts, type Row } from './checks.fixture.js';

describe('Calculations 1.1, rounding', () => {
  it.each<[string, Row[], string]>([
    [
      'accepts what rounding explains',
      [
        ['N', '4'],
        ['S', '5'],
        ['C', '2'],
      ],
      'consistent 4 = 3',
    ],
    [
      'accepts ends that just meet',
      [
        ['N', '4.5', 'INF'],
        ['S', '5'],
        ['C', '1'],
      ],
      'consistent 4.5 = 4',
    ],
    [
      'finds what rounding does not explain',
      [
        ['N', '5'],
        ['S', '5'],
        ['C', '2'],
      ],
      'inconsistent 5 = 3',
    ],
    [
      'takes a coarse part for what it may be',
      [
        ['N', '1500'],
        ['S', '2000', -3],
        ['C', '0', 'INF'],
      ],
      'consistent 1500 = 2000',
    ],
    ['does not bind without a part', [['N', '5']], 'not-bound no-contribution'],
    [
      'does not bind a nil total',
      [
        ['N', null],
        ['S', '4'],
      ],
      'not-bound nil-total t:N',
    ],
    [
      'leaves nil parts out',
      [
        ['N', '5'],
        ['S', '5'],
        ['C', null],
      ],
      'consistent 5 = 5',
    ],
    [
      'checks duplicates that agree, by the most precise',
      [
        ['N', '6.1', 1],
        ['S', '5'],
        ['S', '5.4', 1],
        ['C', '-0.7', 1],
      ],
      'consistent 6.1 = 6.1',
    ],
    [
      'narrows duplicates to what they have in common',
      [
        ['N', '5.5', 'INF'],
        ['S', '5'],
        ['S', '5.4', 1],
      ],
      'inconsistent 5.5 = 5.4',
    ],
    [
      'stops at duplicates that contradict',
      [
        ['N', '5'],
        ['S', '5'],
        ['S', '6.4', 1],
      ],
      'not-checked conflicting-duplicates t:S',
    ],
    [
      'stops at a value beside nil',
      [
        ['N', '5'],
        ['S', '5'],
        ['S', null],
      ],
      'not-checked conflicting-duplicates t:S',
    ],
    [
      'stops at excess digits of the total',
      [
        ['N', '1234', -2],
        ['S', '9'],
      ],
      'not-checked excess-digits t:N',
    ],
    [
      'stops at excess digits of a part',
      [
        ['N', '5'],
        ['S', '5.1'],
        ['C', '2'],
      ],
      'not-checked excess-digits t:S',
    ],
    [
      'stops where nothing is accurate',
      [
        ['N', '5'],
        ['S', '5', 0, { decimals: undefined }],
      ],
      'not-checked no-accuracy t:S',
    ],
    [
      'looks past facts in tuples',
      [
        ['N', '5'],
        ['S', '9', 0, { tuples: ['t#1'] }],
      ],
      'not-bound no-contribution',
    ],
  ])('%s', (_, rows, expected) => {
    expect(verdicts('1.1-round', rows)).toEqual([expected]);
  });

  it('shows the intervals, the one of a negative weight turned round', () => {
    const [check] = checks('1.1-round', [
      ['N', '10', 'INF'],
      ['S', '5'],
      ['C', '2', 0],
    ]);
    expect(check!.outcome).toMatchObject({
      intervals: {
        reported: { low: new Big(10), high: new Big(10) },
        computed: { low: new Big(2), high: new Big(4) },
      },
    });
  });
});

describe('Calculations 1.1, truncation', () => {
  it.each<[string, Row[], string]>([
    [
      'accepts digits that were cut off',
      [
        ['N', '9'],
        ['S', '5'],
        ['C', '-3'],
      ],
      'consistent 9 = 8',
    ],
    [
      'refuses an end that is never reached',
      [
        ['N', '10', 'INF'],
        ['S', '5'],
        ['C', '-3'],
      ],
      'inconsistent 10 = 8',
    ],
    [
      'does not expect rounding up',
      [
        ['N', '7', 'INF'],
        ['S', '5'],
        ['C', '-3'],
      ],
      'inconsistent 7 = 8',
    ],
    [
      'cuts negative values toward zero',
      [
        ['N', '-6', 'INF'],
        ['S', '-5'],
        ['C', '0', 'INF'],
      ],
      'inconsistent -6 = -5',
    ],
    [
      'opens both sides of zero',
      [
        ['N', '0.9', 'INF'],
        ['S', '0'],
      ],
      'consistent 0.9 = 0',
    ],
    [
      'but not the ends',
      [
        ['N', '1', 'INF'],
        ['S', '0'],
      ],
      'inconsistent 1 = 0',
    ],
  ])('%s', (_, rows, expected) => {
    expect(verdicts('1.1-truncate', rows)).toEqual([expected]);
  });
});
