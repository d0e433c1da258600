/** Passages of a text: where words occur in it, and which passages share characters. */

import { comparable, type Folded, soughtOf } from './comparable.js';

/** Offsets into a text, `to` after the last character. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const lineMarks = /^[ \t]*(?:(?:>|#{1,6}|[-+*•]|\d{1,3}[.)])[ \t]+)*/;
/** Targets of links, marks within a line, and what parts words. */
const marks =
  /\]\([^()\s]{0,2000}(?: {1,8}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'))?\)|[*_`~[\]\\]|[\s|—]+/g;
const partsWords = /^[\s|—]/;
const signs: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
};
const space = 32;
/** By code unit, as they come up. */
const plainCodes: number[] = [];

/** A character in lower case, where that is one code unit. */
function plainCode(own: string): number {
  const plain = signs[own] ?? own.toLowerCase();
  return (plain.length === 1 ? plain : own).charCodeAt(0);
}

/** A text as it is compared, and the offset that each of its code units comes from. */
function folded(text: string): Folded {
  const codes = new Uint16Array(text.length + 1);
  const origins = new Uint32Array(text.length + 1);
  let count = 0;
  let start = 0;
  for (const line of text.split('\n')) {
    const lead = lineMarks.exec(line)![0].length;
    let at = lead;
    // The end of the line parts words as well.
    const found = [...line.slice(lead).matchAll(marks), { 0: '\n', index: line.length - lead }];
    for (const { 0: mark, index } of found) {
      for (; at < lead + index; at++) {
        const code = line.charCodeAt(at);
        codes[count] = plainCodes[code] ??= plainCode(line[at]!);
        origins[count++] = start + at;
      }
      if (partsWords.test(mark) && count > 0 && codes[count - 1] !== space) {
        codes[count] = space;
        origins[count++] = start + at;
      }
      at += mark.length;
    }
    start += line.length + 1;
  }
  return { plain: utf16.decode(codes.subarray(0, count)), origins };
}

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/** The words of a text in lower case, a space between any two, without Markdown marks. */
export const plainWords = (text: string): string => folded(text).plain.trim();

const occurrencesMax = 100;

/**
 * Finds quotations in a text: word for word, up to case, white space, Markdown marks and the form
 * of quotation marks; a quotation that is nowhere in this sense, up to all that looks alike or is
 * not seen (`comparable`). The returned function reports every place, and none for a quotation
 * without a letter or digit. With `wholeWords`, a place has to begin and end at word boundaries.
 */
export function finderIn(text: string, { wholeWords = false } = {}): (quote: string) => Span[] {
  const strict = folded(text);
  let loose: Folded | undefined;
  return (quote) => {
    const found = placesIn(strict, plainWords(quote), wholeWords);
    if (found.length > 0) return found;
    loose ??= comparable(text);
    return placesIn(loose, soughtOf(quote), wholeWords);
  };
}

function placesIn({ plain, origins }: Folded, sought: string, wholeWords: boolean): Span[] {
  const spans: Span[] = [];
  let at = /[\p{L}\p{N}]/u.test(sought) ? plain.indexOf(sought) : -1;
  for (; at >= 0 && spans.length < occurrencesMax; at = plain.indexOf(sought, at + 1)) {
    const last = at + sought.length - 1;
    if (wholeWords && !(isApart(plain, at, -1) && isApart(plain, last, 1))) continue;
    spans.push({ from: origins[at]!, to: origins[last]! + 1 });
  }
  return spans;
}

/** Scripts that are written without spaces. */
const unspaced = /[\p{Script=Han}\u3000-\u30ff\uff00-\uffef]/u;

/** Whether only punctuation follows this place in the direction of `step`, up to white space. */
function isApart(plain: string, edge: number, step: 1 | -1): boolean {
  for (let at = edge; ; at += step) {
    const sign = plain[at] ?? ' ';
    if (sign === ' ' || unspaced.test(sign)) return true;
    if (at !== edge && /[\p{L}\p{N}]/u.test(sign)) return false;
  }
}

/** Whether a span of the one list shares a character with one of the other. */
export const anyOverlap = (some: readonly Span[], others: readonly Span[]): boolean =>
  some.some((one) => others.some((other) => one.from < other.to && other.from < one.to));

/**
 * Tells of a span whether it shares a character with one of these, in the logarithm
 * of their number.
 */
export function overlapWith(spans: readonly Span[]): (span: Span) => boolean {
  const sorted = spans.toSorted((one, other) => one.from - other.from);
  /** At each place, where the longest of the spans up to there ends. */
  const ends: number[] = [];
  for (const { to } of sorted) ends.push(Math.max(to, ends.at(-1) ?? 0));
  return ({ from, to }) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.from < to) low = middle + 1;
      else high = middle;
    }
    return low > 0 && ends[low - 1]! > from;
  };
}

/** The paragraphs that contain a span: between blank lines. */
export function paragraphsAround(text: string, { from, to }: Span): Span {
  const before = [...text.slice(0, from).matchAll(/\n\s*\n/g)].at(-1);
  const behind = /\n\s*\n/.exec(text.slice(to));
  return {
    from: before === undefined ? 0 : before.index + before[0].length,
    to: behind === null ? text.length : to + behind.index,
  };
}
