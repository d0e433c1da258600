/** Which files an answer cites, and where. */

import type { Span } from '../../judging/passages.js';

export interface Citation extends Span {
  readonly file: string;
}

/** What stands in brackets, parentheses or backticks on one line. */
const enclosed = /[[(`【]([^\])`】\n]{1,300})[\])`】]/g;
const nameEnd = /\.[A-Za-z0-9]{1,8}$/;

/**
 * Places at which a text names one of the files. A file is named by its path below the folder, or by the last part of
 * it, anywhere as a word of its own and in any case; without its extension it is named only where it stands by itself
 * in brackets, parentheses or backticks, or as one of several between commas, semicolons or bars there. A name that
 * several files have cites all of them. In the order of the text.
 */
export function citationsIn(text: string, files: readonly string[]): Citation[] {
  const lower = text.toLowerCase();
  const inBrackets = [...lower.matchAll(enclosed)].map(({ 0: whole, 1: content, index: from }) => {
    const parts = content!
      .split(/[,;|]/)
      .map((part) => part.trim().replace(/^(?:sources?|see):?\s+/, ''));
    return { parts, from, to: from + whole.length };
  });
  const all = files.flatMap((file) => {
    const whole = file.toLowerCase();
    const names = [...new Set([whole, whole.slice(whole.lastIndexOf('/') + 1)])];
    const stems = names.map((name) => name.replace(nameEnd, ''));
    const spans = [
      // A bare word such as `risks` is a name only in brackets.
      ...names.filter((name) => nameEnd.test(name)).flatMap((name) => placesOf(lower, name)),
      ...inBrackets.filter(({ parts }) => parts.some((part) => stems.includes(part))),
    ];
    return spans.map(({ from, to }) => ({ from, to, file }));
  });
  return all.sort((one, other) => one.from - other.from);
}

function placesOf(text: string, name: string): Span[] {
  const escaped = name.replace(/[^\w ]/g, '\\$&');
  return [...text.matchAll(new RegExp(`${escaped}(?!-?\\w|\\.\\w)`, 'g'))]
    .filter(({ index }) => !/[\w-]/.test(text[index - 1] ?? ''))
    .map(({ index: from }) => ({ from, to: from + name.length }));
}

/** The files that are cited, in the order in which they are given. */
export const citedFiles = (
  citations: readonly Citation[],
  files: readonly string[],
): readonly string[] => {
  const cited = new Set(citations.map(({ file }) => file));
  return files.filter((file) => cited.has(file));
};
