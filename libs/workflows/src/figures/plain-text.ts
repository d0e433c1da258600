/**
 * A response without its typography: one spelling of dashes, spaces and digits, no markup,
 * tables as lines.
 */

import { periodsIn, masked } from './periods.js';

/** Each is linear in the text: every repetition is bounded or of one kind of character. */
const steps: readonly (readonly [RegExp, string])[] = [
  [/<(?:br|\/p|\/tr|\/li)\b[^<>]{0,80}>/gi, '\n'],
  [/<t[dh]\b[^<>]{0,80}>/gi, '|'],
  [/<\/?[a-z][^<>]{0,80}>|&nbsp;|~~[^~\n]{0,200}~~/gi, ' '],
  [/\b[a-z]{2,6}:\/\/[^\s)\]]{1,2000}/gi, ' '],
  [/\\boxed\b/g, ' Answer: '],
  [/(?<=[\w)%] )\u2212(?= )/g, '-'],
  [/\u2212 ?(?=[\d$€£¥₹.])/g, '-'],
  [/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-'],
  [/[\u2018\u2019\u02bc]/g, "'"],
  [/\\[a-z]{2,12}\b|[\\{}`*\u200b-\u200f\u2060\ufeff]|__/gi, ''],
  [/\t/g, ' | '],
  [/[^\S\n]+/g, ' '],
];
const grouped = /(?<![\d.,'])\d{1,3}(?: \d{3}){1,6}(?! ?\d)/g;
/** Markers that may precede a line of a list; a number needs its point or bracket. */
const bullet = /^(?: ?(?:[-•▪◦‣·>#+]{1,6}|\(?\d{1,2}[.)]) )+/;

export function plainText(text: string): string {
  const normal = text
    .replace(/[\u00b9\u00b2\u00b3\u2070-\u207f]/g, '')
    .replace(/½/g, '.5')
    .normalize('NFKC');
  const plain = steps.reduce((rest, [pattern, to]) => rest.replace(pattern, to), normal);
  const lines = withDigits(plain)
    .replace(grouped, (found) => found.replaceAll(' ', "'"))
    .split('\n');
  const items = lines.length > 1 ? lines.map((line) => line.replace(bullet, '')) : lines;
  return withoutTables(items).join('\n');
}

/** A line with 3 to 60 cells; longer ones do not count as rows. */
const isRow = (line: string): boolean => /^(?:[^|]*\|){2,59}[^|]*$/.test(line);
const isRule = (line: string): boolean => /^[ |:=-]+$/.test(line);
/** Whether digits are left when periods are taken away. */
const isValue = (cell: string): boolean =>
  /\d|\b(?:nil|zero)\b/i.test(masked(cell, periodsIn(cell)));

/**
 * Turns each cell of a table into a line, preceded by the labels of its row and the head
 * of its column.
 */
function withoutTables(lines: readonly string[]): string[] {
  let heads: readonly string[] | undefined;
  return lines.flatMap((line, at) => {
    if (!isRow(line)) {
      heads = undefined;
      return [line];
    }
    if (isRule(line)) return [];
    const cells = line.replace(/^ ?\||\| ?$/g, '').split('|');
    if (heads === undefined) {
      const next = lines[at + 1] ?? '';
      heads = isRow(next) && (isRule(next) || !cells.some(isValue)) ? cells : [];
      if (heads.length > 0) return [];
    }
    const isLabel = cells.map((cell, place) => place === 0 || !isValue(cell));
    const labels = cells.filter((_, place) => isLabel[place]).slice(0, 6);
    const [first = '', ...rest] = heads;
    const values = cells.flatMap((cell, place) => {
      const parts = [first, ...labels, rest[place - 1] ?? ''].map((one) => one.trim().slice(0, 80));
      return isLabel[place] ? [] : [`${parts.join(', ')}: ${cell}`];
    });
    return values.length === 0 ? [cells.join(', ')] : values;
  });
}

/** Numbers in words before a scale or unit: `four point two billion` is `4.2 billion`. */
const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen';
const units = small.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const digit = String.raw`(?:${units.slice(0, 10).join('|')})\b`;
const below = String.raw`(?:(?:${tens.join('|')})\b(?:[ -]${digit})?|(?:${units.join('|')})\b)`;
const phrase =
  String.raw`(?:a(?= hundred)|${below})(?:[ -]hundred\b(?:(?: and)?[ -]${below})?)?` +
  `(?:[ -]point(?:[ -]${digit}){1,4})?`;
const word = `(?:${below}|hundred)`;
const scale = String.raw`(?:thousand|million|billion|trillion|crore|lakh)s?\b`;
/** A bare thousand may be a figure of speech. */
const counted = String.raw`(?!thousand\b(?! (?:dollars|euros|shares)\b))${scale}(?! (?:and )?${word})`;
const unit = String.raw`[ -](?:${counted}|(?:percent|per cent|basis points?|cents?|dollars?|euros?)\b)`;
/** Skipped after these words: there it continues another number. */
const partsOf = String.raw`${scale}|${word}|point|and a|(?:quarter|half|third|tens|one) (?:of|in)`;
const fragment = String.raw`(?<!\w|\w-|\b(?:${partsOf}) (?:and )?)`;
const spelledOut = new RegExp(
  String.raw`${fragment}${phrase}(?=${unit}|(?: (?:to|or) |-)${phrase}${unit})`,
  'gi',
);

/** A text with the numbers that it spells; a larger one of several scales stays as it is. */
export const withDigits = (text: string): string =>
  text.replace(spelledOut, (found) => {
    const [whole = '', fraction] = found.toLowerCase().split(/[ -]point[ -]/);
    let value = 0;
    for (const name of whole.split(/ and |[ -]/)) {
      const ten = tens.indexOf(name);
      if (name === 'hundred') value = Math.max(value, 1) * 100;
      else if (name !== 'a') value += ten < 0 ? units.indexOf(name) : 10 * (ten + 2);
    }
    const digits = fraction?.split(/[ -]/).map((name) => units.indexOf(name));
    return digits === undefined ? String(value) : `${value}.${digits.join('')}`;
  });
