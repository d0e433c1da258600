/**
 * The README's picture shows the figures of its table: if one changes, the other has to be redone.
 */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root } from './project-copy.js';

/**
 * The text that `npm run docs:picture` keeps in the picture: agent, return, a year, Sharpe,
 * drawdown, trades.
 */
function figuresIn(png: Buffer): string[][] {
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const data = png.toString('utf8', at + 8, at + 8 + length);
    if (png.toString('latin1', at + 4, at + 8) === 'iTXt' && data.startsWith('Figures\0')) {
      return JSON.parse(data.slice('Figures'.length + 5)) as string[][];
    }
    at += length + 12;
  }
  return [];
}

it('shows the figures of the table below it', () => {
  const readme = readFileSync(`${root}/README.md`, 'utf8');
  const rows = [...readme.matchAll(/^(\w+) +AAPL +(\S+) +\[.*?\]% +(\S+) +(\S+) +(\d+) /gm)];
  expect(rows.length).toBeGreaterThan(2);
  const drawn = figuresIn(readFileSync(`${root}/docs/images/report.png`)).map(
    ([agent, total, , sharpe, drawdown, trades]) => [agent, total, sharpe, drawdown, trades],
  );
  expect(drawn).toEqual(rows.map((row) => row.slice(1)));
});
