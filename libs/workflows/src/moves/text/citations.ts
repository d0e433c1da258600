/**
 * Where a text names files: by their names, with emphasis, escapes, and the numbers of
 * pages or lines.
 */

import type { Span } from '../../judging/text/passages.js';
import { enclosedIn } from './enclosed.js';

export interface Citation extends Span {
  readonly file: string;
}

const nameEnd = /\.[A-Za-z0-9]{1,8}$/;

/** Characters that look alike in names; each is one code unit, so that places stay. */
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

/** Lower case, with one kind of hyphen and of space; as long as the text. */
function plainNames(text: string): string {
  const lower = text.toLowerCase();
  // The lower case of a few letters is longer.
  const same =
    lower.length === text.length
      ? lower
      : text.replace(/[^]/g, (one) => (one.toLowerCase().length === 1 ? one.toLowerCase() : one));
  return same.replace(hyphens, '-').replace(spaces, ' ');
}

/** A word before the number of a page, line, paragraph and so on. */
const locator =
  '(?:pp?|pgs?|pages?|ll?|lines?|paras?|paragraphs?|secs?|sections?|items?|notes?|tables?|rows?|' +
  'cols?|columns?|chs?|chapters?|figs?|figures?|slides?)';
const range = String.raw`l?\d{1,6}(?:\s?-\s?l?\d{1,6})?`;
/**
 * Directly behind a name, outside of brackets: a number needs its word, a colon without
 * a space, or #.
 */
const behindName = new RegExp(
  String.raw`[*_\u0060]{0,3}(?:(?::|#)${range}|,?\s\(?(?:§{1,2}|${locator}\b\.?)\s?${range}\)?)` +
    String.raw`(?![\d%]|[.,]\d|\s?%)`,
  'y',
);
/** What may stand beside names in brackets that only cite. */
const besideName = new RegExp(
  String.raw`^(?:[\s,;|:.()#§*_\u0060+&\\-]|` +
    String.raw`\b(?:sources?|see|cf|from|in|at|and|of|to|ibid|${locator})\b|` +
    // The signs between two numbers are among those above.
    String.raw`\bl?\d{1,6}\b(?!\s?%))*$`,
);

/**
 * Places at which a text names one of the files. A file is named by its path below the folder, or
 * by the last part of it, anywhere as a separate word and in any case; without its extension it has
 * to be alone in brackets, parentheses or backticks, or one of several between commas, semicolons
 * or bars there. Numbers of pages and lines belong to a citation. A name that several files share
 * cites all of them. In the order of the text.
 */
export function citationsIn(text: string, files: readonly string[]): Citation[] {
  const plain = plainNames(text);
  const brackets = enclosedIn(plain).map((span) => {
    const parts = plain
      .slice(span.from + 1, span.to - 1)
      .split(/[,;|]/)
      .map(stemOf);
    return { ...span, parts };
  });
  const all = files.flatMap((file) => {
    const whole = plainNames(file);
    const names = [...new Set([whole, whole.slice(whole.lastIndexOf('/') + 1)])];
    const stems = names.map((name) => name.replace(nameEnd, ''));
    const spans = [
      // A bare word such as `risks` is a name only in brackets.
      ...names.filter((name) => nameEnd.test(name)).flatMap((name) => placesOf(plain, name)),
      ...brackets.filter(({ parts }) => parts.some((part) => stems.includes(part))),
    ];
    return spans.map(({ from, to }) => ({ from, to, file }));
  });
  const widened = all.map((citation) => ({
    ...citation,
    ...whole(citation, { plain, brackets, all }),
  }));
  return widened.sort((one, other) => one.from - other.from);
}

/**
 * A part of what brackets hold, without emphasis, a word that introduces it, and the number of a
 * page behind it.
 */
function stemOf(part: string): string {
  const bare = part
    .trim()
    .replace(/^[*_\u0060\\]{1,3}/, '')
    .replace(/[*_\u0060\\]{1,3}(?=\s|$)/g, '')
    .trim();
  const named = bare.replace(/^(?:sources?|see):?\s+/, '');
  const at = located.exec(named)?.index;
  return at === undefined ? named : named.slice(0, at);
}

const located = new RegExp(String.raw`(?:[:#]|\s\(?(?:§{1,2}|${locator}\b\.?)\s?)${range}\)?$`);

interface Cited {
  readonly plain: string;
  readonly brackets: readonly Span[];
  readonly all: readonly Span[];
}

/**
 * A citation with its page: the brackets around it if they only cite, else what follows the name.
 */
function whole({ from, to }: Span, { plain, brackets, all }: Cited): Span {
  const around = brackets.find((one) => one.from <= from && to <= one.to);
  if (around !== undefined) {
    const inside = all.filter((one) => one.from >= around.from && one.to <= around.to);
    const beside = [...plain.slice(around.from + 1, around.to - 1)];
    for (const one of inside) {
      for (let at = one.from; at < one.to; at++) {
        const place = at - around.from - 1;
        if (place in beside) beside[place] = ' ';
      }
    }
    if (besideName.test(beside.join(''))) return { from: around.from, to: around.to };
  }
  behindName.lastIndex = to;
  return { from, to: behindName.test(plain) ? behindName.lastIndex : to };
}

/** Markdown may escape the signs of a name, and a link write its spaces as `%20`. */
function placesOf(plain: string, name: string): Span[] {
  const written = name.replace(/[^\w]/g, (sign) => {
    if (sign === ' ') return String.raw`(?:\s|%20)`;
    return `\\\\?\\${sign}`;
  });
  const pattern = new RegExp(
    `${written.replaceAll('_', String.raw`\\?_`)}(?!-?[a-z0-9]|_+[a-z0-9]|\\.\\w)`,
    'g',
  );
  return [...plain.matchAll(pattern)]
    .filter(({ index }) => !/(?:[a-z0-9]_*|-)$/.test(plain.slice(Math.max(0, index - 8), index)))
    .map(({ 0: { length }, index: from }) => ({ from, to: from + length }));
}

const noteMarks = /\[\^[^\][\s]+\]|\[\d[\d\s,;–-]*\]|[¹²³⁰⁴-⁹]+/g;

/** A name of up to 30 characters, or numbers of up to three digits with signs between them. */
function isNoteMark(mark: string): boolean {
  if (mark.startsWith('[^')) return mark.length <= 33;
  if (!mark.startsWith('[')) return true;
  const numbers = mark.slice(1, -1).split(/[,;–-]/);
  return numbers.every((number) => /^\s?\d{1,3}\s?$/.test(number));
}

/** Marks of notes, such as `[^1]`, `[2]` and `³`: their numbers are no figures of the text. */
export const noteMarksIn = (text: string): Span[] =>
  [...text.matchAll(noteMarks)]
    .filter(([mark]) => isNoteMark(mark))
    .map(({ 0: { length }, index: from }) => ({ from, to: from + length }));
