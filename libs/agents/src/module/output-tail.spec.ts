/** The end of a flood is kept, and its beginning counted. */

import { describe, expect, it } from 'vitest';
import { outputBytesMax, OutputTail } from './output-tail.js';

describe('the tail of an output', () => {
  it('is all of it while it is short', () => {
    const tail = new OutputTail();
    for (const text of ['one\n', 'two\n']) tail.push(Buffer.from(text));
    expect(tail.text()).toBe('one\ntwo\n');
  });

  it.each([1, 7, 1000, outputBytesMax + 5])('keeps the last bytes of chunks of %i', (size) => {
    const tail = new OutputTail();
    const total = 3 * outputBytesMax;
    let pushed = 0;
    for (; pushed < total; pushed += size) tail.push(Buffer.alloc(size, 'x'));
    tail.push(Buffer.from('END'));
    const dropped = pushed + 3 - outputBytesMax;
    const head = `(${dropped} bytes before this are not kept)\n`;
    expect(tail.text()).toBe(`${head}${'x'.repeat(outputBytesMax - 3)}END`);
  });

  it.each([
    ['', undefined],
    ['one\n\n', 'one'],
    ['x.js:1\n  bad\n\nTypeError: no\n    at x\n\nNode.js v24\n', 'TypeError: no'],
  ])('of %j is told by one line', (text, line) => {
    const tail = new OutputTail();
    tail.push(Buffer.from(text));
    expect(tail.tellingLine()).toBe(line);
  });
});
