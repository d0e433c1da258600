/** Tables become lines: each value with the labels of its row and the head of its column. */

import { expect, it } from 'vitest';
import { plainText } from './plain-text.js';

const linesOf = (...lines: string[]): string[] => plainText(lines.join('\n')).split('\n');
const trimmed = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replaceAll(/\s+/g, ' ').trim());

it.each<[what: string, lines: string[], read: string[]]>([
  [
    'a table with a rule under its head',
    ['| Item | 2023 | Note |', '|---|---|---|', '| Revenue | 5 | up |', '| Costs | 3 | flat |'],
    ['Item, Revenue, up, 2023: 5', 'Item, Costs, flat, 2023: 3'],
  ],
  [
    'a head of words without a rule',
    ['Item | This year | Last', 'Revenue | 5 | 4'],
    ['Item, Revenue, This year: 5', 'Item, Revenue, Last: 4'],
  ],
  [
    'a first row with a value, which is no head without a rule',
    ['Item | This year | 7', 'Revenue | 5 | 4'],
    [', Item, This year, : 7', ', Revenue, : 5', ', Revenue, : 4'],
  ],
  ['one row alone', ['Revenue | up | 5'], [', Revenue, up, : 5']],
  ['rows without values', ['A | B | C', 'd | e | f'], ['d , e , f']],
  [
    'a second table with its own head',
    ['A | B | C', 'd | 1 | 2', 'Text between.', 'X | Y | Z', 'w | 3 | nil'],
    ['A, d, B: 1', 'A, d, C: 2', 'Text between.', 'X, w, Y: 3', 'X, w, Z: nil'],
  ],
  ['two cells, which are no row', ['a | 5', 'b | 6'], ['a | 5', 'b | 6']],
])('reads %s', (_, lines, read) => {
  expect(trimmed(linesOf(...lines))).toEqual(read);
});

it('does not read rows of more than 60 cells', () => {
  const row = (cells: number): string => Array<string>(cells).fill('1').join(' | ');
  expect(linesOf(row(60)).length).toBe(59);
  expect(linesOf(row(61))).toEqual([row(61)]);
});

it.each([
  ['<b>5</b> &nbsp; ~~4~~ x', '5 x'],
  ['\\boxed{5}', 'Answer: 5'],
  ['see https://a.b/c?1 now', 'see now'],
  ['a − 5 and −5 and “−€5”', 'a - 5 and -5 and “-€5”'],
  ['1 234 567 units', "1'234'567 units"],
  ['5½ of ’em, x²', "5.5 of 'em, x"],
  ['one<br>two</p>three', 'one\ntwo\nthree'],
  ['- a\n2) b\n(3) c\n• d', 'a\nb\nc\nd'],
  ['**5** `x` __y__', '5 x y'],
])('takes the typography out of %j', (text, plain) => {
  expect(
    plainText(text)
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' ').trim())
      .join('\n'),
  ).toBe(plain);
});
