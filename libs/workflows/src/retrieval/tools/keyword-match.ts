/** How well keywords fit names, in whole numbers, so that every machine ranks alike. */

import { inOrder } from '#tools/files/dated-documents';
import type { RetrievalSwitches } from './retrieval-switches.js';
import { wordings } from './synonyms.js';

/** Lower case, no accents, one space between words. */
const normalized = (text: string): string => {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  return (
    plain
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ')
      .toLowerCase() ?? ''
  );
};

interface Search<T> {
  readonly keywords: readonly string[];
  readonly namesOf: (item: T) => readonly string[];
  readonly limit: number;
  readonly switches: RetrievalSwitches;
}

/**
 * Up to `limit` items of which a name fits a keyword, those that fit most and best first, then the shorter name. All
 * items, in order of their names, without a keyword.
 */
export function ranked<T>(
  items: readonly T[],
  { keywords, namesOf, limit, switches }: Search<T>,
): T[] {
  const fits = keywords
    .map(normalized)
    .filter((keyword) => keyword !== '')
    .map((keyword) => fitOf(keyword, switches));
  const scored = items.map((item) => {
    const names = namesOf(item).map(normalized);
    const score = fits.reduce((sum, fit) => sum + Math.max(...names.map(fit)), 0);
    return { item, score, name: names.join(), length: fits.length === 0 ? 0 : names.join().length };
  });
  return scored
    .filter(({ score }) => score > 0 || fits.length === 0)
    .sort((a, b) => b.score - a.score || a.length - b.length || inOrder(a.name, b.name))
    .slice(0, limit)
    .map(({ item }) => item);
}

/** For normalized names, from 6 (the same) to 1 (words that are nearly the same); 0 where they do not fit. */
function fitOf(keyword: string, { synonyms, fuzzy }: RetrievalSwitches): (name: string) => number {
  const all = (synonyms ? wordings(keyword) : [keyword]).map((wording) => wording.split(' '));
  return (name) => {
    if (name === keyword) return 6;
    if (` ${name} `.includes(` ${keyword} `)) return 5;
    if (name.includes(keyword)) return 4;
    const words = name.split(' ');
    const isIn = (isLike: (asked: string, word: string) => boolean): boolean =>
      all.some((asked) => asked.every((one) => words.some((word) => isLike(one, word))));
    if (synonyms && isIn((asked, word) => asked === word)) return 3;
    return fuzzy && isIn(isNear) ? 1 : 0;
  };
}

/** Equal but for one edit in words from four letters on, two from seven on (Levenshtein). */
function isNear(asked: string, word: string): boolean {
  const allowed = asked.length < 4 ? 0 : asked.length < 7 ? 1 : 2;
  if (Math.abs(asked.length - word.length) > allowed) return false;
  let row = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...asked].entries()) {
    const above = row;
    row = [index + 1];
    for (let column = 0; column < word.length; column++) {
      const replaced = (above[column] ?? 0) + (word[column] === letter ? 0 : 1);
      row.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
    }
  }
  return (row.at(-1) ?? 0) <= allowed;
}
