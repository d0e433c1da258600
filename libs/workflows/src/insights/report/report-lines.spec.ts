/** Where a report breaks off, by its last line. */

import { describe, expect, it } from 'vitest';
import { truncationOf } from './report-lines.js';

describe('a report', () => {
  it.each([
    'The week was calm and prices rose.',
    'It said "we are on track for it"',
    '| Rating | SELL |',
    '|---|---|',
    '- one item without an end of it',
    '12. an item of a numbered list',
    'three words only',
    '---',
    '**Everything about this is in bold**',
  ])('ends with %j', (text) => {
    expect(truncationOf([{ number: 7, text }])).toEqual([]);
  });

  it.each([
    'The week was calm and',
    '| Rating | SE',
    '| Rating | SELL | x',
    '## 3. News & Catalysts',
    '######',
    'a fifth word of a line that goes on,',
  ])('breaks off with %j', (text) => {
    expect(truncationOf([{ number: 7, text }])).toMatchObject([{ line: 7 }]);
  });

  it('is judged by its last line that is not empty', () => {
    const lines = [
      { number: 1, text: 'The week was calm and' },
      { number: 2, text: 'prices rose.' },
      { number: 3, text: '' },
    ];
    expect(truncationOf(lines)).toEqual([]);
    expect(truncationOf([])).toEqual([]);
  });
});

it.each([
  ['Reviewed at the end of that week ✅', false],
  ['Sources and notes at https://x.test/a', false],
  ['Questions about this go to desk@example.org', false],
  ['Prepared by the desk of analyst one', false],
  ['Best regards from the research team', false],
  ['— Jane Doe, Senior Equity Analyst', false],
  ['Jane Doe, Senior Equity Analyst, Example Research', false],
  ['© 2023 Example Research, all rights reserved', false],
  ['評価は 来週末に 見直しを 行います。', false],
  ['आकलन अगले सप्ताह होगा।', false],
  ['The rating is reviewed at the end of', true],
  ['The rating is reviewed, and', true],
  ['The research desk raised its', true],
  ['評価は 来週末に 見直しを 行い', true],
])('the last paragraph %j breaks off: %s', (text, isOpen) => {
  const lines = ['It ends here.', '', text].map((one, at) => ({ number: at + 1, text: one }));
  expect(truncationOf(lines)).toHaveLength(isOpen ? 1 : 0);
});

it('takes no signature in the middle of a paragraph for one', () => {
  const lines = ['The close is', 'prepared by the desk of'].map((text, at) => {
    return { number: at + 1, text };
  });
  expect(truncationOf(lines)).toHaveLength(1);
});
