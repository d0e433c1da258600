/** What of a submitted text is the document: without what models and programs put around it. */

import { splitThoughts } from '#llm/wire/thoughts';

/** A text that is thoughts alone stays as it is. */
export function withoutThoughts(text: string): string {
  const { answer } = splitThoughts(text);
  return answer.trim() === '' ? text : answer;
}

/** Matches a line without white space at its end. */
const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w-]{0,20})$/;

/**
 * Without a code fence around the whole text: of Markdown, or of no language if nothing
 * in it is fenced.
 */
function withoutOuterFence(text: string): string {
  const lines = text.split('\n');
  const fences = lines.flatMap((line, at) => {
    const [, mark, language = ''] = fence.exec(line.trimEnd()) ?? [];
    return mark === undefined ? [] : [{ at, mark, language: language.toLowerCase() }];
  });
  const [first] = fences;
  const last = fences.at(-1);
  const isWritten = (line: string): boolean => line.trim() !== '';
  if (first === undefined || lines.findIndex(isWritten) !== first.at) return text;
  const isMarkdown = ['markdown', 'md', 'mdx', 'gfm'].includes(first.language);
  if (!isMarkdown && !(first.language === '' && fences.length === 2)) return text;
  const lastLine = lines.findLastIndex(isWritten);
  const isClosed = fences.length % 2 === 0 && last?.at === lastLine && closes(first, last);
  if (!isClosed && !isMarkdown) return text;
  return lines.slice(first.at + 1, isClosed ? lastLine : undefined).join('\n');
}

interface Fence {
  readonly at: number;
  readonly mark: string;
  readonly language: string;
}

const closes = (first: Fence, last: Fence): boolean =>
  last !== first && last.language === '' && last.mark.startsWith(first.mark);

/**
 * The document in a submitted text: without a byte order mark, thoughts, and a code fence
 * around all of it.
 */
export const documentIn = (text: string): string =>
  withoutOuterFence(withoutThoughts(text).replace(/^\s*\ufeff/, ''));

/** The same as judges read it: half a surrogate pair, which no file can hold, is U+FFFD. */
export const writtenDocument = (text: string): string => documentIn(text).toWellFormed();
