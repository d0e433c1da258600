/** Amounts in brackets after another are its parts, and those after the brackets are not. */

import { expect, it } from 'vitest';
import { amountsIn } from './amounts.js';

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
