/**
 * Quotations in the forms in which judges type what a report has: right ones are found,
 * changed ones are not.
 */

import { expect, it } from 'vitest';
import { finderIn } from './passages.js';

const found = (text: string, quote: string): string | null => {
  const [place] = finderIn(text)(quote);
  return place === undefined ? null : text.slice(place.from, place.to);
};

it.each([
  ['growth of 12% year‑over‑year held', 'growth of 12% year-over-year'],
  ['margins fell by −5% in 2023', 'fell by -5%'],
  ['said «pricing power» is intact', 'said "pricing power" is intact'],
  ['«pricing power» is intact', 'pricing power is intact'],
  ["it's ‘firm’ now", 'it’s "firm" now'],
  ['margins shrink… again', 'margins shrink... again'],
  ['profit\u00ADability held', 'profitability held'],
  ['12%\u200B growth', '12% growth'],
  ['Nestle\u0301 grows', 'Nestl\u00E9 grows'],
  ['Nestl\u00E9 grows', 'NESTLE\u0301 grows'],
  ['pro\uFB01t grows', 'profit grows'],
  ['R&amp;D spend rose', 'R&D spend rose'],
  ['it is 5 &#60; 6 &#x3E; 4', 'is 5 < 6 > 4'],
  ['growth[^1] of 12% [2] held', 'growth of 12% held'],
  ['growth of １２％', 'growth of 12%'],
  ['margin—already thin—fell', 'margin - already thin - fell'],
  ['margin – already thin – fell', 'margin — already thin — fell'],
  ['3× growth', '3x growth'],
  ['½ of sales, 2½ times', '1/2 of sales, 2 1/2 times'],
  ['growth of 12 % held', 'growth of 12% held'],
  ['growth of 12% held', 'growth of 12\u202F% held'],
  ['𝗯𝗼𝗹𝗱 margins', 'bold margins'],
  ['a margin<br>of <b>5%</b>', 'a margin of 5%'],
  ['The margin shrinks.', '…the margin shrinks'],
  ['The margin shrinks, and sales rise', '"The margin shrinks ..."'],
  ['[alpha](https://x.test/a "a title here") beta', 'alpha beta'],
  ['> Sales **rose**\n> again’s', "sales rose again's"],
])('finds in %j the quotation %j', (text, quote) => {
  expect(found(text, quote)).not.toBeNull();
});

it.each([
  ['margins fell by −5%', 'fell by 5% again'],
  ['margins moved by 5%', 'moved by -5%'],
  ['growth of 12%', 'growth of 1.2%'],
  ['3× growth', '3 growth'],
  ['profit rose', 'profit rose…and fell'],
  ['sales of $1.5 billion', 'sales of €1.5 billion'],
  ['growth of 12%', '"..."'],
  ['Mu\u0308ller', 'Muller'],
])('does not find in %j the quotation %j', (text, quote) => {
  expect(found(text, quote)).toBeNull();
});

it('returns the passage as it is written', () => {
  expect(found('so R&amp;D spend—all of it—rose.', 'R&D spend - all of it - rose')).toBe(
    'R&amp;D spend—all of it—rose',
  );
});

it('takes time linear in hostile texts', () => {
  for (const part of ['[^', '](', '&amp', ' -', '<a', 'e\u0301', '\u0301', '"', '\n> ']) {
    const text = part.repeat(200_000 / part.length);
    const start = performance.now();
    expect(found(text, 'none of it')).toBeNull();
    expect(performance.now() - start, JSON.stringify(part)).toBeLessThan(5000);
  }
});
