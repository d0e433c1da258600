/** A response without its typography: one spelling of dashes, spaces and digits, no markup, tables as lines. */

import { periodsIn, masked } from './periods.js';

/** Each is linear in the text: every repetition is bounded or of one kind of character. */
const steps: readonly (readonly [RegExp, string])[] = [
  [/<(?:br|\/p|\/tr|\/li)\b[^<>]{0,80}>/gi, '\n'],
  [/<t[dh]\b[^<>]{0,80}>/gi, '|'],
  [/<\/?[a-z][^<>]{0,80}>|&nbsp;|~~[^~\n]{0,200}~~/gi, ' '],
  [/\b[a-z]{2,6}:\/\/[^\s)\]]{1,2000}/gi, ' '],
  [/\\boxed\b/g, ' Answer: '],
  [/\u2212 ?(?=[\d$€£¥₹.])/g, '-'],
  [/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-'],
  [/[\u2018\u2019\u02bc]/g, "'"],
  [/\\[a-z]{2,12}\b|[\\{}`*\u200b-\u200f\u2060\ufeff]|__/gi, ''],
  [/\t/g, ' | '],
  [/[^\S\n]+/g, ' '],
  [/(?<![\d.,'])\d{1,3}(?: \d{3}){1,6}(?! ?\d)/g, "'"],
];
/** What may stand before a line of a list; a number needs its point or bracket. */
const bullet = /^(?: ?(?:[-•▪◦‣·>#+]{1,6}|\(?\d{1,2}[.)]) )+/;

export function plainText(text: string): string {
  const plain = steps.reduce(
    (rest, [pattern, to]) => {
      return rest.replace(pattern, (found) => (to === "'" ? grouped(found) : to));
    },
    text
      .replace(/[\u00b9\u00b2\u00b3\u2070-\u207f]/g, '')
      .replace(/½/g, '.5')
      .normalize('NFKC'),
  );
  const lines = plain.split('\n');
  const isList = lines.length > 1;
  return linesOf(lines.map((line) => (isList ? line.replace(bullet, '') : line))).join('\n');
}

const grouped = (found: string): string =>
  found.replaceAll(' ', "'").replace(/[\u2018\u2019]/, "'");

/** A line with more cells is no row of a table that anyone reads. */
const cellsMax = 60;
const isRow = (line: string): boolean => {
  const cells = line.split('|', cellsMax + 1).length;
  return cells > 2 && cells <= cellsMax;
};
const isRule = (line: string): boolean => /^[ |:=-]+$/.test(line);
const labelMax = 80;

/** A cell of a table becomes a line of its own, with the labels of its row and the head of its column before it. */
function linesOf(lines: readonly string[]): string[] {
  let heads: readonly string[] | undefined;
  return lines.flatMap((line, at) => {
    if (!isRow(line)) {
      heads = undefined;
      return [line];
    }
    const cells = line.replace(/^ ?\|/, '').replace(/\| ?$/, '').split('|');
    if (isRule(line)) return [];
    if (heads === undefined) {
      const next = lines[at + 1] ?? '';
      heads = isRow(next) && (isRule(next) || !cells.some(isValue)) ? cells : [];
      if (heads.length > 0) return [];
    }
    return rowOf(cells, heads);
  });
}

function rowOf(cells: readonly string[], heads: readonly string[]): string[] {
  const short = (cell: string): string => cell.trim().slice(0, labelMax);
  const label = cells
    .filter((cell, at) => at === 0 || !isValue(cell))
    .map(short)
    .slice(0, 6);
  const values = [...cells.keys()].filter((at) => at > 0 && isValue(cells[at]!));
  if (values.length === 0) return [cells.join(', ')];
  return values.map(
    (at) => `${[short(heads[0] ?? ''), ...label, short(heads[at] ?? '')].join(', ')}: ${cells[at]}`,
  );
}

/** Whether digits are left when periods are taken away. */
const isValue = (cell: string): boolean =>
  /\d|\b(?:nil|zero)\b/i.test(masked(cell, periodsIn(cell)));
