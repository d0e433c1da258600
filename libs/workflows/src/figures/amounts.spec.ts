/** Amounts of a text: value, unit and currency; and parts of another one in brackets behind it. */

import { expect, it } from 'vitest';
import { amountsIn, currenciesIn, headsIn, nearest, powerOf } from './amounts.js';
import { spelled } from './decimal.js';

const roles = (text: string): string[] => amountsIn(text, []).map(({ role }) => role);

it.each<[string, string[]]>([
  ['Revenue was $10 million and costs $4 million.', ['value', 'value']],
  ['Revenue was $10 million (Europe had $4 million).', ['value', 'part']],
  ['Revenue was $10 million (Europe $4 million, Asia $3 million).', ['value', 'part', 'part']],
  ['Revenue was $10 million (Europe $4 million) and costs $7 million.', ['value', 'part', 'value']],
  [
    'Revenue was $10 million (Europe $4 million net) and costs $7 million.',
    ['value', 'part', 'value'],
  ],
  ['Revenue was $10 million (in Europe 40%) and costs $7 million.', ['value', 'part', 'value']],
  ['Revenue was $10 million (unaudited), and costs were $4 million.', ['value', 'value']],
  ['Revenue was $10 million (unaudited) (Europe had $4 million).', ['value', 'part']],
])('%s', (text, expected) => {
  expect(roles(text)).toEqual(expected);
});

/** Kind, value, currency and role of each, without those that say nothing. */
const readIn = (text: string): string[] =>
  amountsIn(text, []).map(({ kind, value, currency, role }) =>
    [kind, spelled(value), currency ?? '', role === 'value' ? '' : role].filter(Boolean).join(' '),
  );

it.each<[string, string[]]>([
  ['5', ['bare 5']],
  ['5 employees', ['count 5']],
  ['5%', ['percent 0.05']],
  ['5 bps', ['percent 0.0005']],
  ['5x', ['times 5']],
  ['5 million shares', ['shares 5000000']],
  ['$5', ['money 5 $']],
  ['$5 USD', ['money 5 USD']],
  ['US$ 5bn', ['money 5000000000 USD']],
  ['C$5', ['money 5 CAD']],
  ['5 euros', ['money 5 EUR']],
  ['Rs. 5 crore', ['money 50000000 INR']],
  ['5 ¥', ['money 5 ¥']],
  ['50 cents', ['money 0.5 ¢']],
  ['5c', ['money 0.05 ¢']],
  ['5p', ['money 0.05 GBP']],
  ['5 paise', ['money 0.05 INR']],
  ['$5 per share', ['per share 5 $']],
  ['5 dollars per ADS', ['per share 5 $']],
  ['EPS of 5', ['per share 5']],
  ['3 thousand million', ['bare 3000000000']],
  ['1.5K', ['bare 1500']],
  ["1'234.5", ['bare 1234.5']],
  ['1.234.567', ['bare 1234567']],
  ['1,23', ['bare 1.23']],
  ['12,34,567', ['bare 1234567']],
  ['1,2345,678', []],
  ['.5', ['bare 0.5']],
  ['1e3', ['bare 1000']],
  ['zero', ['bare 0']],
  ['nil', ['bare 0']],
  ['net-zero', []],
  ['007', []],
  ['5a', []],
  ['May-5', []],
  ['-5', ['bare -5']],
  ['+5', ['bare 5']],
  ['(5)', ['bare -5']],
  ['$(5)', ['money -5 $']],
  ['5-', ['bare -5']],
  ['fell 5', ['bare -5 change']],
  ['$10 (10.0)', ['money 10 $', 'bare 10']],
  ['5-6 million', ['bare 5000000 range', 'bare 6000000 range']],
  ['between 5 and 6 million', ['bare 5000000 range', 'bare 6000000 range']],
  ['5 or 6 million', ['bare 5000000', 'bare 6000000']],
  ['rose 5% to 6%', ['percent 0.05 range', 'percent 0.06 range']],
  // A point that groups digits, as the next amount shows.
  ['1.234 Mio, $1234 million', ['bare 1234000000', 'money 1234000000 $']],
])('%s is %j', (text, expected) => {
  expect(readIn(text)).toEqual(expected);
});

it.each([
  ['hundred', 2],
  ['Thousands', 3],
  ["'000s", 3],
  ['lakh', 5],
  ['mn.', 6],
  ['crores', 7],
  ['bn', 9],
  ['tn', 12],
  ['dozen', 0],
])('%s is a power of ten: %i', (written, power) => {
  expect(powerOf(written)).toBe(power);
});

it.each([
  ['(in millions)', [{ power: 6, of: null }]],
  ['in $ millions', [{ power: 6, of: 'money' }]],
  ['shares in thousands', [{ power: 3, of: 'shares' }]],
  [
    '(USD in billions, shares in thousands)',
    [
      { power: 9, of: 'money' },
      { power: 3, of: 'shares' },
    ],
  ],
  ['in all', []],
])('%s heads amounts as %j', (text, heads) => {
  expect(headsIn(text)).toMatchObject(heads);
  expect(headsIn(text)).toHaveLength(heads.length);
});

it.each([
  ['in its line, the last before', 8, [2, 7, 12], 7],
  ['in its line, after', 6, [2, 7, 12], 7],
  ['in its line, though above is nearer', 6, [4, 9], 9],
  ['above', 6, [2, 4, 12], 4],
  ['below', 6, [12, 14], 12],
  ['nowhere', 6, [], undefined],
])('what is nearest is %s', (_, from, places, at) => {
  // Lines begin at 0, 6 and 12.
  const found = nearest(
    places.map((place) => ({ at: place })),
    from,
    'aaaaa\nbbbbb\nccccc',
  );
  expect(found?.at).toBe(at);
});

it('reads currencies that are without an amount', () => {
  expect(currenciesIn('all in euros or US$').map(({ code }) => code)).toEqual(['EUR', 'USD']);
});
