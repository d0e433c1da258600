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
  const named = files.flatMap((file) =>
    namesOf(file).flatMap((name) => placesOf(lower, name).map((span) => ({ ...span, file }))),
  );
  const stems = Map.groupBy(
    files.flatMap((file) =>
      namesOf(file).map((name) => ({ file, stem: name.replace(nameEnd, '') })),
    ),
    ({ stem }) => stem,
  );
  const inBrackets = [...lower.matchAll(enclosed)].flatMap(({ 0: whole, 1: content, index }) =>
    content!
      .split(/[,;|]/)
      .flatMap((part) => stems.get(part.trim().replace(/^(?:source|sources|see):?\s+/, '')) ?? [])
      .map(({ file }) => ({ from: index, to: index + whole.length, file })),
  );
  const seen = new Set(named.map(({ file, from }) => `${from} ${file}`));
  const others = inBrackets.filter(({ file, from }) => !seen.has(`${from} ${file}`));
  return [...named, ...others].sort((one, other) => one.from - other.from);
}

/** In lower case, the whole path and its last part. */
const namesOf = (file: string): string[] => {
  const lower = file.toLowerCase();
  return [...new Set([lower, lower.slice(lower.lastIndexOf('/') + 1)])];
};

function placesOf(text: string, name: string): Span[] {
  const spans: Span[] = [];
  // A bare word such as `risks` is a name only in brackets.
  if (!nameEnd.test(name)) return spans;
  for (let from = text.indexOf(name); from >= 0; from = text.indexOf(name, from + 1)) {
    const to = from + name.length;
    const isWhole = !/[\w-]/.test(text[from - 1] ?? '') && !/^(?:\w|-\w|\.\w)/.test(text.slice(to));
    if (isWhole) spans.push({ from, to });
  }
  return spans;
}

/** The files that are cited, in the order in which they are given. */
export const citedFiles = (
  citations: readonly Citation[],
  files: readonly string[],
): readonly string[] => {
  const cited = new Set(citations.map(({ file }) => file));
  return files.filter((file) => cited.has(file));
};
