/**
 * A response as plain lines: thoughts, LaTeX, Markdown, HTML, links and footnotes are taken off.
 */

import { withoutLatex } from './latex.js';
import { splitThoughts } from '#llm/wire/thoughts';

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** `10⁹` is a power of ten; raised digits behind anything else are a footnote. */
function withoutSuperscripts(text: string): string {
  return text.replace(
    /(.?)(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)/gu,
    (_, before: string, raised: string, at: number) => {
      const digits = Array.from(raised, (one) => (one === '⁻' ? '-' : superscripts.indexOf(one)));
      const isPower = before === '0' && text.slice(0, at + 1).endsWith('10');
      return isPower ? `${before}^${digits.join('')}` : before;
    },
  );
}

const fractions: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅛': '1/8',
};

/** Each is linear in the text: every repetition is bounded, or of one kind of character. */
const steps: readonly (readonly [RegExp, string])[] = [
  [/<(?:br|\/p|\/tr|\/li)\b[^<>]{0,80}>/gi, '\n'],
  [/<t[dh]\b[^<>]{0,80}>/gi, '|'],
  [/<\/?[a-z][^<>]{0,80}>|&nbsp;/gi, ' '],
  [/~~[^~\n]{0,200}~~/g, ' '],
  [/【[^【】\n]{0,80}】/g, ' '],
  [/\[\^[^[\]\n]{1,20}\](?!\()/g, ' '],
  [/\[\d{1,3}\](?!\()/g, ' '],
  [/!\[[^[\]\n]{0,200}\]\([^()\n]{0,2000}\)/g, ' '],
  [/\[([^[\]\n]{1,200})\]\([^()\n]{0,2000}\)/g, '$1'],
  [/\b[a-z]{2,6}:\/\/[^\s)\]]{1,2000}/gi, ' '],
  [/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-'],
  [/[\u2018\u2019\u02bc]/g, "'"],
  [/[\u201c\u201d\u00ab\u00bb]/g, '"'],
  [/\bd'(?=euros?\b)/gi, 'de '],
  [/\p{Extended_Pictographic}\ufe0f?/gu, ' '],
  [/[`\u200b-\u200f\u2060\ufeff]|__|(?<=\S)\*|\*(?=\S)/g, ''],
  [/\t/g, ' | '],
  [/[^\S\n]+/g, ' '],
];

/**
 * Markers before a line of a list or a heading. A number needs its point or bracket, and a dash a
 * space.
 */
const bullet = /^ ?(?:[*•▪◦‣·>#+]{1,6} |[-] (?=\S)|\(?\d{1,2}[.)] )/;

/** `(12) million` is no number of a line. */
const scaleBehind = /^ ?\(\d{1,2}\) ?(?:thousand|[mb]illion|trillion|[mb]n|crore|lakh|%)/i;

function withoutBullets(line: string, isList: boolean): string {
  const rest = line.replace(/^ ?[*•▪◦‣·>#]{1,6} /, '');
  const isNumbered =
    /^ ?\(?\d{1,2}[.)] (?=[^\s\d]|\d+(?:[^.\d]|$))/.test(rest) && !scaleBehind.test(rest);
  return (isList && !scaleBehind.test(rest)) || isNumbered ? rest.replace(bullet, '') : rest;
}

/** A line with 3 to 60 cells; longer ones do not count as rows. */
const isRow = (line: string): boolean => /^(?:[^|]*\|){2,59}[^|]*$/.test(line);
const isRule = (line: string): boolean => /^[ |:=-]+$/.test(line);
/** Years and quarters are labels. */
const isValue = (cell: string): boolean =>
  /\d|\b(?:nil|zero)\b/i.test(cell.replace(/\b(?:FY|Q[1-4]|H[12]|20\d\d|19\d\d|FY\d\d)\b/gi, ''));

/**
 * Turns each cell of a table into a line, preceded by the labels of its row and the head of its
 * column.
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
    return cellLines(cells, heads);
  });
}

function cellLines(cells: readonly string[], [first = '', ...rest]: readonly string[]): string[] {
  const isLabel = cells.map((cell, place) => place === 0 || !isValue(cell));
  const labels = cells.filter((_, place) => isLabel[place]).slice(0, 6);
  const values = cells.flatMap((cell, place) => {
    const parts = [first, ...labels, rest[place - 1] ?? ''].map((one) => one.trim().slice(0, 80));
    return isLabel[place] ? [] : [`${parts.filter((one) => one !== '').join(', ')}: ${cell}`];
  });
  return values.length === 0 ? [cells.join(', ')] : values;
}

/** The words and numbers of a response, a sentence or cell at least a line. Linear in the text. */
export function plainText(text: string): string {
  const spoken = withoutSuperscripts(withoutLatex(splitThoughts(text).answer))
    .replace(/[½⅓⅔¼¾⅕⅛]/g, (sign) => ` ${fractions[sign]!}`)
    .normalize('NFKC');
  const plain = steps.reduce((rest, [pattern, to]) => rest.replace(pattern, to), spoken);
  const lines = plain.split('\n').filter((line) => !/^ ?```?\w* ?$/.test(line));
  const filled = lines.filter((line) => line.trim() !== '');
  return withoutTables(lines.map((line) => withoutBullets(line, filled.length > 1))).join('\n');
}
