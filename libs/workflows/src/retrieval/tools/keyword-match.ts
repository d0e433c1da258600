/** How well keywords fit a name, in whole numbers, so that every machine ranks alike. */

import { inOrder } from '../store/fundamentals-store.js';
import type { RetrievalSwitches } from './retrieval-switches.js';
import { wordings } from './synonyms.js';

type SearchSwitches = Pick<RetrievalSwitches, 'synonyms' | 'fuzzy'>;

/** Of a keyword in a name; the worst that counts is 1. */
const fits = { equal: 6, phrase: 5, within: 4, synonym: 3, fuzzy: 1 };

/** Lower case, no accents, one space between words. */
export const normalized = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Up to `limit` items whose names fit at least one keyword, those that fit most and best first, then the shorter name,
 * then by name. All items, by name, without a keyword.
 */
export function ranked<T>(
  items: readonly T[],
  {
    keywords,
    nameOf,
    limit,
  }: {
    readonly keywords: readonly string[];
    readonly nameOf: (item: T) => readonly string[];
    readonly limit: number;
  },
  switches: SearchSwitches,
): T[] {
  const wanted = keywords.map(normalized).filter((keyword) => keyword !== '');
  const scored = items.map((item) => {
    const names = nameOf(item).map(normalized);
    const best = (keyword: string): number =>
      Math.max(...names.map((name) => fitOf(keyword, name, switches)));
    const score = wanted.reduce((sum, keyword) => sum + best(keyword), 0);
    return { item, score, name: names.join(' ') };
  });
  return scored
    .filter(({ score }) => score > 0 || wanted.length === 0)
    .sort(
      (one, other) =>
        other.score - one.score ||
        (wanted.length === 0 ? 0 : one.name.length - other.name.length) ||
        inOrder(one.name, other.name),
    )
    .slice(0, limit)
    .map(({ item }) => item);
}

/** Both normalized; 0 where they do not fit. */
function fitOf(keyword: string, name: string, { synonyms, fuzzy }: SearchSwitches): number {
  if (name === keyword) return fits.equal;
  if (` ${name} `.includes(` ${keyword} `)) return fits.phrase;
  if (name.includes(keyword)) return fits.within;
  const words = name.split(' ');
  const holds = (wording: string, isLike: (asked: string, word: string) => boolean): boolean =>
    wording.split(' ').every((asked) => words.some((word) => isLike(asked, word)));
  const all = synonyms ? wordings(keyword) : [keyword];
  if (synonyms && all.some((one) => holds(one, (asked, word) => asked === word)))
    return fits.synonym;
  return fuzzy && all.some((one) => holds(one, isNear)) ? fits.fuzzy : 0;
}

/** Equal but for one letter in words from four letters on, two in words from eight on. */
function isNear(asked: string, word: string): boolean {
  const allowed = asked.length < 4 ? 0 : asked.length < 8 ? 1 : 2;
  if (Math.abs(asked.length - word.length) > allowed) return false;
  return editDistance(asked, word) <= allowed;
}

/** Letters to insert, delete, replace or swap with a neighbor (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    [before, above] = [above, current];
  }
  return above[other.length] ?? 0;
}
