/** The result of a check, and each rule of Calculations 1.0, on a total of two parts. */

import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { linkOf, setsOf } from '../linkbase/linkbase-text.fixture.js';
import { calculationNetworks } from '../networks/network.js';
import { checkCalculations } from './check-calculations.js';
import { checks, factsOf, network, verdicts, type Row } from './checks.fixture.js';

describe('a check', () => {
  it('says what was compared, what went in, and what is missing', () => {
    const rows: Row[] = [
      ['N', '7'],
      ['S', '5', 0, { line: 90 }],
    ];
    expect(checks('1.0', rows)).toEqual([
      {
        role: 'http://e.g/role',
        concept: 't:N',
        contextKey: 'c',
        unitKey: 'u',
        line: 1,
        outcome: { verdict: 'inconsistent', reported: new Big(7), computed: new Big(5) },
        contributing: [{ concept: 't:S', weight: new Big(1), value: new Big(5), line: 90 }],
        missing: ['t:C'],
      },
    ]);
  });

  it('is made for each context, unit and network', () => {
    const rows: Row[] = [
      ['N', '2'],
      ['N', '3', 0, { contextKey: 'd' }],
      ['N', '4', 0, { unitKey: 'v' }],
      ['S', '3', 0, { contextKey: 'd' }],
      ['S', '5', 0, { unitKey: 'v' }],
      ['X', '4', 0, { unitKey: 'v' }],
    ];
    const links = network + linkOf('calculation', ['N X weight="1"'], 'r2');
    expect(
      checks('1.0', rows, links).map(({ role, contextKey, unitKey, outcome }) => [
        role,
        contextKey + unitKey,
        outcome.verdict,
      ]),
    ).toEqual([
      ['http://e.g/role', 'cu', 'not-bound'],
      ['http://e.g/role', 'du', 'consistent'],
      ['http://e.g/role', 'cv', 'inconsistent'],
      ['r2', 'cu', 'not-bound'],
      ['r2', 'du', 'not-bound'],
      ['r2', 'cv', 'consistent'],
    ]);
  });

  it('adds a child of two relationships twice', () => {
    const twice = linkOf('calculation', ['N S weight="1"', 'N S weight="1" order="2"']);
    const rows: Row[] = [
      ['N', '10'],
      ['S', '5'],
    ];
    expect(verdicts('1.0', rows, twice)).toEqual(['consistent 10 = 10']);
    expect(checks('1.0', rows, twice)[0]!.contributing).toHaveLength(2);
  });
});

describe('Calculations 1.0', () => {
  it.each<[string, Row[], string]>([
    [
      'subtracts by weight',
      [
        ['N', '3'],
        ['S', '5'],
        ['C', '2'],
      ],
      'consistent 3 = 3',
    ],
    [
      'adds a negative cost',
      [
        ['N', '7'],
        ['S', '5'],
        ['C', '-2'],
      ],
      'consistent 7 = 7',
    ],
    [
      'takes -0 for 0',
      [
        ['N', '-0'],
        ['S', '5'],
        ['C', '5'],
      ],
      'consistent 0 = 0',
    ],
    [
      'rounds each part first',
      [
        ['N', '2', 'INF'],
        ['S', '0.6'],
        ['C', '-0.6'],
      ],
      'consistent 2 = 2',
    ],
    [
      'rounds ties to even, before they are added',
      [
        ['N', '0', 'INF'],
        ['S', '0.5'],
        ['C', '-0.5'],
      ],
      'consistent 0 = 0',
    ],
    [
      'rounds the sum as the total',
      [
        ['N', '1', 0],
        ['S', '1.24', 2],
        ['C', '0', 'INF'],
      ],
      'consistent 1 = 1',
    ],
    [
      'rounds millions',
      [
        ['N', '7000000', -6],
        ['S', '9400000', -5],
        ['C', '2800000', -5],
      ],
      'consistent 7000000 = 7000000',
    ],
    [
      'finds coarse parts off',
      [
        ['N', '1900'],
        ['S', '2400', -3],
        ['C', '500'],
      ],
      'inconsistent 1900 = 1500',
    ],
    [
      'adds decimals exactly',
      [
        ['N', '0.3', 'INF'],
        ['S', '0.1', 'INF'],
        ['C', '-0.2', 'INF'],
      ],
      'consistent 0.3 = 0.3',
    ],
    ['does not bind without a part', [['N', '3']], 'not-bound no-contribution'],
    [
      'does not bind a nil total',
      [
        ['N', null],
        ['S', '5'],
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
      'does not bind when all parts are nil',
      [
        ['N', '5'],
        ['S', null],
      ],
      'not-bound no-contribution',
    ],
    [
      'does not bind a doubled total',
      [
        ['N', '5'],
        ['N', '5'],
        ['S', '4'],
      ],
      'not-bound duplicate t:N',
    ],
    [
      'does not bind a total beside a nil one',
      [
        ['N', null],
        ['N', '5'],
        ['S', '4'],
      ],
      'not-bound duplicate t:N',
    ],
    [
      'does not bind doubled parts',
      [
        ['N', '5'],
        ['S', '5'],
        ['S', '5', 2],
      ],
      'not-bound duplicate t:S',
    ],
    [
      'agrees with nothing where nothing is accurate',
      [
        ['N', '5', 0, { decimals: undefined }],
        ['S', '5'],
      ],
      'inconsistent 5 = 5',
    ],
    [
      'leaves the vast alone',
      [
        ['N', '1e3000'],
        ['S', '5'],
      ],
      'not-checked out-of-reach t:N',
    ],
    [
      'leaves vast decimals alone',
      [
        ['N', '5'],
        ['S', '5', 1e9],
      ],
      'not-checked out-of-reach t:S',
    ],
  ])('%s', (_, rows, expected) => {
    expect(verdicts('1.0', rows)).toEqual([expected]);
  });

  it('binds parts in tuples beside the total, and none outside its own tuple', () => {
    const inside = { tuples: ['t#1'] };
    const deep = { tuples: ['t#1', 's#2'] };
    const above: Row[] = [
      ['N', '3'],
      ['S', '5', 0, inside],
      ['C', '2', 0, deep],
    ];
    expect(verdicts('1.0', above)).toEqual(['consistent 3 = 3']);
    const below: Row[] = [
      ['N', '3', 0, inside],
      ['S', '5'],
      ['C', '1', 0, { tuples: ['t#2'] }],
    ];
    expect(verdicts('1.0', below)).toEqual(['not-bound no-contribution']);
    const both: Row[] = [
      ['N', '6'],
      ['S', '5'],
      ['S', '1', 0, inside],
    ];
    expect(verdicts('1.0', both)).toEqual(['consistent 6 = 6']);
  });

  it('does not know the arcs of 1.1', () => {
    const [old] = calculationNetworks(setsOf(network), () => undefined);
    const networks = [{ ...old!, arcrole: 'https://xbrl.org/2023/arcrole/summation-item' }];
    const facts = factsOf([
      ['N', '9'],
      ['S', '5'],
    ]);
    expect(checkCalculations(facts, networks, '1.0')).toEqual([]);
    expect(checkCalculations(facts, networks, '1.1-round')[0]!.outcome.verdict).toBe(
      'inconsistent',
    );
  });
});
