/** Foreign output in chunks becomes lines that cannot harm a terminal. */

import { describe, expect, it } from 'vitest';
import { lineCharsMax, OutputLines, informativeLine } from './output-lines.js';

function printedFrom(...chunks: (string | Buffer)[]): string[] {
  const printed: string[] = [];
  const lines = new OutputLines((text) => printed.push(text));
  for (const chunk of chunks) lines.push(Buffer.from(chunk));
  lines.end();
  return printed;
}

describe('the lines of an output', () => {
  it('are printed when they have ended, and the last one at the end', () => {
    expect(printedFrom('one\ntw', 'o\nthree\nfo', 'ur')).toEqual([
      'one\n',
      'two\nthree\n',
      'four\n',
    ]);
  });

  it('keep characters whole that chunks divide', () => {
    const first = Buffer.from('€').subarray(0, 1);
    const second = Buffer.from('€\n').subarray(1);
    expect(printedFrom(first, second)).toEqual(['€\n']);
  });

  it('have no colors, controls, or turns of direction; a tab stays', () => {
    expect(printedFrom('\u001b[31mred\u001b[0m\u0007\r\n', 'a\tb\u202ec\u0000\n')).toEqual([
      'red\n',
      'a\tbc\n',
    ]);
  });

  it('are cut when one does not end', () => {
    const long = 'x'.repeat(lineCharsMax);
    expect(printedFrom(long, 'yz', 'w')).toEqual([`${long}yz\n`, 'w\n']);
  });

  it.each([
    ['', undefined],
    ['one\n\n', 'one'],
    ['x.js:1\n  bad\n\nTypeError: no\n    at x\n\nNode.js v24\n', 'TypeError: no'],
  ])('of %j are reported by one line', (text, line) => {
    expect(informativeLine(text)).toBe(line);
  });
});
