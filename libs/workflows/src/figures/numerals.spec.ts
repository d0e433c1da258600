/**
 * Numbers in words become digits before a scale or unit, and stay words as part of something else.
 */

import { describe, expect, it } from 'vitest';
import { withDigits } from './plain-text.js';

describe('numbers in words', () => {
  it.each([
    ['four point two billion', '4.2 billion'],
    ['four-point-two billion', '4.2 billion'],
    ['twelve million dollars', '12 million dollars'],
    ['Three hundred million', '300 million'],
    ['a hundred million dollars', '100 million dollars'],
    ['five hundred and twelve million', '512 million'],
    ['forty-two hundred million', '4200 million'],
    ['zero point five percent', '0.5 percent'],
    ['ninety-nine cents', '99 cents'],
    ['two or three billion dollars', '2 or 3 billion dollars'],
  ])('before a scale or unit: %s', (text, read) => {
    expect(withDigits(text)).toBe(read);
  });

  it.each([
    'one of the largest',
    'one thousand',
    'between two and three billion',
    'several hundred million dollars',
    'a couple hundred million dollars',
    'two and a half million dollars',
    'point five billion dollars',
    'three million two hundred thousand dollars',
    'two thousand five hundred dollars',
    'one two three million dollars',
    'a quarter of two billion dollars',
  ])('stay as they are: %s', (text) => {
    expect(withDigits(text)).toBe(text);
  });
});
