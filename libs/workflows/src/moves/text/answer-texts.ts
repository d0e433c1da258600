/**
 * What code finds of an answer before any judge is asked: files that it cites, and what of it they
 * hold literally.
 */

import { z } from 'zod';
import { finderIn, overlapWith, type Span } from '../../judging/text/passages.js';
import { noteMarksIn, type Citation } from './citations.js';

/** The files that are cited, in the order in which they are given. */
export const citedFiles = (
  citations: readonly Citation[],
  files: readonly string[],
): readonly string[] => {
  const cited = new Set(citations.map(({ file }) => file));
  return files.filter((file) => cited.has(file));
};

export const searchedText = z.object({
  /** As written in the answer. */
  text: z.string(),
  kind: z.enum(['quote', 'figure']),
  /** Files that contain it; empty if it was not found literally, which does not make it wrong. */
  files: z.array(z.string()),
});
type SearchedText = z.infer<typeof searchedText>;

const quoted = /["“„]([^"“”„\n]{4,400})["”]/g;
/** With its currency sign and percent sign, so that a reader sees what was meant. */
const numbers = /(?<![\w.])[$€£¥]?\d[\d,]*(?:\.\d+)?\s?%?/g;
const textsMax = 400;

/**
 * Every quoted string and number of an answer outside of `ignored` and of marks of notes, once,
 * with the files that hold it. Quotations are found whatever their case and white space, numbers
 * whatever their separators, sign and unit: `$1,250.0` is `1250`.
 */
export function searchLiterally(
  answer: string,
  files: ReadonlyMap<string, string>,
  ignored: readonly Span[],
): SearchedText[] {
  const isIgnored = overlapWith([...ignored, ...noteMarksIn(answer)]);
  const found = (pattern: RegExp, kind: SearchedText['kind']) =>
    [...answer.matchAll(pattern)].flatMap(({ 0: whole, 1: inner, index }) => {
      const span = { from: index, to: index + whole.length };
      const isMark = kind === 'figure' && isListMark(answer, span);
      return isMark || isIgnored(span) ? [] : [{ text: (inner ?? whole).trim(), kind }];
    });
  const all = [...found(quoted, 'quote'), ...found(numbers, 'figure')];
  const distinct = [...new Map(all.map((one) => [`${one.kind} ${one.text}`, one])).values()];
  const searched = [...files].map(([name, text]) => {
    const held = new Set([...text.matchAll(numbers)].map(([number]) => valueOf(number)));
    return { name, quotes: finderIn(text), held };
  });
  return distinct.slice(0, textsMax).map(({ text, kind }) => {
    const holders = searched.filter(({ quotes, held }) =>
      kind === 'quote' ? quotes(text).length > 0 : held.has(valueOf(text)),
    );
    return { text, kind, files: holders.map(({ name }) => name) };
  });
}

const valueOf = (number: string): number => Number(number.replaceAll(/[^\d.]/g, ''));

/** `1.` and `2)` at the start of a line count its items. */
const isListMark = (text: string, { from, to }: Span): boolean =>
  /(?:^|\n)[\s#>*-]*$/.test(text.slice(Math.max(0, from - 20), from)) &&
  /^[.)]\s/.test(text.slice(to, to + 2));
