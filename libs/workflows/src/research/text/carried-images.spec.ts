/** Images are those that a pattern finds; hostile reports cost no more than others. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runsOfSweep } from '#values/sweep-size.fixture';
import { withoutImages } from './carried-images.js';
import { figuresIn } from './report-measures.js';

const images = /!\[([^\]\n]{0,500})\]\((data:image\/[^)\s]+|sha256:[0-9a-f]{64})[^)\n]{0,200}\)/g;
const hash = `sha256:${'0a'.repeat(32)}`;
const parts = [
  '![',
  '](',
  'data:image/',
  'data:image/png;base64,AA',
  hash,
  ')',
  ' ',
  ']',
  '[',
  '!',
  'x',
];
const part = fc.constantFrom(...parts, 'y'.repeat(200), 'z'.repeat(499), '!['.repeat(3));
const image = fc.constantFrom(
  '![a](data:image/png,A)',
  `![](${hash} b)`,
  '![t](data:image/a "c d")',
);

it('finds what the pattern finds', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(part, part, image), { maxLength: 24 }), (drawn) => {
      const line = drawn.join('');
      const expected = line.replace(images, (_, title, source) => `<${title}|${source}>`);
      expect(withoutImages(line, ({ title, source }) => `<${title}|${source}>`)).toBe(expected);
    }),
    runsOfSweep(4000),
  );
});

it('takes each line of a chart once', () => {
  const stepsOf = (lines: number): number => {
    const iterator = Object.getPrototypeOf([][Symbol.iterator]()) as Iterator<unknown>;
    const { next } = iterator;
    let steps = 0;
    iterator.next = function counted(this: Iterator<unknown>) {
      steps++;
      return next.call(this);
    };
    try {
      figuresIn(`\`\`\`chart\n${'\n'.repeat(lines)}\`\`\``);
    } finally {
      iterator.next = next;
    }
    return steps;
  };
  expect(stepsOf(400)).toBeLessThanOrEqual(4 * stepsOf(200));
  expect(stepsOf(2000)).toBeLessThanOrEqual(20 * 2000);
});
