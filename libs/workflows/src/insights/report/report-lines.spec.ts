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
