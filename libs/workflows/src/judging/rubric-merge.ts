/**
 * Merges several samples of a rubric: repeats are merged, and items that mirror another name it.
 */

import { withoutEnd } from '#values';
import type { DraftItem } from './rubric-workflow.js';
import type { RubricItem } from '../workflow/judgment.js';

/** At most this many items per dimension: those that most samples have. */
const itemsMax = 15;
/** Shared words ÷ all words, from which on two items are taken to be about the same. */
const alike = 0.7;

export interface MergedItem extends RubricItem {
  /** Samples in which it was found. */
  readonly samples: number;
  /**
   * The item with the opposite polarity that is about the same: judging both would count
   * one thing twice.
   */
  readonly mirrors: string | null;
}

/**
 * Items of all samples, with ids `structure-1` and so on. Two items of a dimension and polarity
 * whose words are alike are one; of opposite polarity, the later is marked as the mirror of the
 * earlier. In the order of `samples`.
 */
export function mergeRubrics(samples: readonly (readonly DraftItem[])[]): MergedItem[] {
  const found: { item: DraftItem; words: ReadonlySet<string>; samples: Set<number> }[] = [];
  for (const [sample, items] of samples.entries()) {
    for (const item of items) {
      const words = wordsOf(item);
      const same = found.find((one) => isOfKind(one.item, item) && areAlike(one.words, words));
      if (same === undefined) found.push({ item, words, samples: new Set([sample]) });
      else same.samples.add(sample);
    }
  }
  const byDimension = Map.groupBy(found, ({ item }) => item.dimension);
  return [...byDimension].flatMap(([dimension, all]) => {
    const kept = all.toSorted((one, other) => other.samples.size - one.samples.size);
    return kept.slice(0, itemsMax).map(({ item, words, samples: seen }, at) => {
      const mirror = kept
        .slice(0, at)
        .findIndex((one) => !isOfKind(one.item, item) && areAlike(one.words, words));
      return {
        id: idOf(dimension, at),
        ...item,
        samples: seen.size,
        mirrors: mirror < 0 ? null : idOf(dimension, mirror),
      };
    });
  });
}

const idOf = (dimension: string, at: number): string => `${dimension}-${at + 1}`;

const isOfKind = (one: DraftItem, other: DraftItem): boolean =>
  one.dimension === other.dimension && one.polarity === other.polarity;

/** What a statement is about does not depend on these. */
const fillers = new Set(
  (
    'a an and are as at be by do does did fail fails failed for from has have in incorrectly is ' +
    'it its misstate misstates mention mentions no not of omit omits on or report reports ' +
    'reported say says state states stated that the this to was were with wrong wrongly correct ' +
    'correctly'
  ).split(' '),
);

function wordsOf({ text, expected }: DraftItem): ReadonlySet<string> {
  const words = `${text} ${expected ?? ''}`.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}.%-]*/gu);
  const own = (words ?? []).map((word) => withoutEnd(word, '.-'));
  return new Set(own.filter((word) => !fillers.has(word)));
}

/** By Jaccard's index of two sets of words. */
function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 || shared / all >= alike;
}
