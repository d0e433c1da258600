/** A report as lines: without the code fence around it, and with the defects of its Markdown. */

import { excerpt } from '#values';

/**
 * What can be wrong with a report's form, and how many of 5 points it costs; null: it leaves
 * no valid report.
 */
export const costs = {
  'missing section': 0.75,
  'section order': 1,
  heading: 0.25,
  'duplicate section': 0.25,
  'table columns': 0.25,
  'table rule': 0.25,
  'code fence': 0.25,
  emphasis: 0.25,
  'no metrics table': null,
  rating: null,
  truncated: null,
};
type DefectKind = keyof typeof costs;

export interface Line {
  /** From 1, in the text as it was handed in. */
  readonly number: number;
  readonly text: string;
}

export interface Defect {
  readonly line: number;
  readonly what: DefectKind;
  readonly why: string;
}

export function defect(line: number, what: DefectKind, expected: string, found: string): Defect {
  return { line, what, why: `${what}: expected ${expected}, found ${excerpt(found)}` };
}

const escapes = /\\([!-/:-@[-`{-~])/g;

/** Without the escapes of Markdown, which no reader sees: `\\$5` is `$5`. */
export const unescaped = (text: string): string => text.replace(escapes, '$1');

/** The start of a text without emphasis and escapes; no header, title or cell is longer. */
export const plain = (text: string): string =>
  unescaped(text.slice(0, 1000).replace(/(?<!\\)\*+|`+|__| +(?= )/g, ''));

/** Characters of a report that are read; a longer one counts as truncated. */
const lengthMax = 400_000;
/** Matches lines without white space at their ends. */
const fence = /^ {0,3}(`{3,}|~{3,})[ ]*([\w-]{0,20})$/;

/** The lines of a report outside code; those inside are empty. Linear in the text. */
export function reportLines(markdown: string): { lines: Line[]; defects: Defect[] } {
  const defects: Defect[] = [];
  if (markdown.length > lengthMax)
    defects.push(defect(1, 'truncated', `at most ${lengthMax} characters`, `${markdown.length}`));
  const lines = writtenLines(markdown.slice(0, lengthMax));
  const unclosed = ({ number, text }: Line) =>
    defects.push(defect(number, 'code fence', 'a closing fence', text));
  const [, mark, language = ''] = fence.exec(lines[0]?.text ?? '') ?? [];
  if (mark !== undefined && /^(?:markdown|md|)$/i.test(language)) {
    if (lines.length > 1 && lines.at(-1)!.text.trim() === mark) lines.pop();
    else unclosed(lines[0]!);
    lines.shift();
  }
  const open = blankCode(lines);
  if (open !== undefined) unclosed(open);
  return { lines, defects };
}

interface WritableLine extends Line {
  text: string;
}

/** The lines from the first to the last that is not empty. */
function writtenLines(markdown: string): WritableLine[] {
  const all = markdown.split(/\r\n|\r|\n/).map((text, at) => {
    return { number: at + 1, text: text.replace(/[\s\0]/g, ' ').trimEnd() };
  });
  const isWritten = ({ text }: Line): boolean => text !== '';
  const first = all.findIndex(isWritten);
  return first < 0 ? [] : all.slice(first, all.findLastIndex(isWritten) + 1);
}

/** Empties the lines inside code. Returns the line of an unclosed fence, which opens no code. */
function blankCode(lines: readonly WritableLine[]): Line | undefined {
  let open: { readonly mark: string; readonly at: number } | undefined;
  for (const [at, { text }] of lines.entries()) {
    const mark = fence.exec(text)?.[1];
    if (mark === undefined) continue;
    if (open === undefined) open = { mark, at };
    else if (mark.startsWith(open.mark)) {
      for (const line of lines.slice(open.at, at + 1)) line.text = '';
      open = undefined;
    }
  }
  return open && lines[open.at];
}

/** One for each paragraph, list or table with an odd number of `**`. */
export function emphasisDefects(lines: readonly Line[]): Defect[] {
  const defects: Defect[] = [];
  let marks = 0;
  for (const [at, { number, text }] of lines.entries()) {
    marks += text.split('**').length - 1;
    if ((lines[at + 1]?.text ?? '') !== '') continue;
    if (marks % 2 === 1) defects.push(defect(number, 'emphasis', 'pairs of **', `${marks} marks`));
    marks = 0;
  }
  return defects;
}

/** A letter, number, or a sign that something follows. */
const opensMore = /[\p{L}\p{N}\p{M},([{&+/\u2010-\u2015\u2212<=$-]$/u;
const address = /(?:\bhttps?:\/\/|\bwww\.|^[\w.+-]{1,64}@)\S/i;
const signs = new RegExp(
  [
    String.raw`^(?:(?:prepared|written|generated|compiled|produced|reviewed|reported)\b`,
    String.raw`(?:published|issued|authored|signed|by|sincerely|regards|yours)\b`,
    String.raw`(?:lead )?(?:analyst|author|editor|contact|team)s?\b|(?:best|kind|warm|with) `,
    String.raw`\u00a9|\(c\)|(?:copyright|sources?|disclaimer|end of)\b|[-\u2013\u2014~] ?\p{Lu})`,
  ].join('|'),
  'iu',
);
const role =
  /\b(?:analysts?|desk|research|team|cfa|editors?|department|securities|capital|partners)\b/i;

/** Whether a last paragraph of one line only says who wrote the report, or closes it. */
function isSignature(text: string, above: string): boolean {
  const words = text.split(' ');
  if (words.length > 15 || above !== '') return false;
  if (signs.test(text)) return true;
  const named = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return named / words.length > 0.6 && role.test(text);
}

const isProse = (text: string): boolean =>
  !/^(?:[-*+•]|\d{1,2}[.)]) /.test(text) && text.split(' ', 4).length === 4;

/**
 * The last line where the text breaks off: a heading with nothing below it, a row without its last
 * bar, or a paragraph without an end. Items of a list, lines of less than four words, addresses and
 * signatures need no mark at their end.
 */
export function truncationOf(lines: readonly Line[]): Defect[] {
  const at = lines.findLastIndex(({ text }) => text !== '');
  const last = lines[at];
  const text = last?.text.trim() ?? '';
  const above = lines[at - 1]?.text.trim() ?? '';
  const isEnded = address.test(text.split(' ').at(-1)!) || isSignature(text, above);
  const isOpen = isProse(text) && !isEnded && opensMore.test(text);
  const isCut = /^#{1,6}(?: |$)|^\|.*[^|]$/.test(text);
  if (last === undefined || /^[-*_ ]{3,}$/.test(text) || !(isOpen || isCut)) return [];
  return [defect(last.number, 'truncated', 'the end of a sentence', text.slice(-40))];
}
