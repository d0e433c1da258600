/** Parsed filings and taxonomies, shared by all capabilities of a process. */

import { isFailure, unavailable } from '#values';
import type { Filing } from '#contracts';
import type { MarketView } from '#market-view';

type Make<T> = (names: readonly string[], textOf: (name: string) => string) => T;

interface Entry<T> {
  readonly value: T;
  /** Total of all its documents. */
  readonly chars: number;
  /**
   * The view whose documents are read while the value is used; then undefined, so that no
   * view is retained.
   */
  view: MarketView | undefined;
}

/**
 * Values built from the documents of a filing, by the hashes of these: the same documents are
 * parsed once, whichever run or data set they come from. Beyond `limit` characters of documents,
 * the least recently used are dropped.
 */
export class ParsedCache<T> {
  private readonly entries = new Map<string, Entry<T>>();

  /** `make` may read documents later, while the value is used. */
  constructor(
    private readonly make: Make<T>,
    private readonly limit = 256 * 1024 * 1024,
  ) {}

  /** Passes the value of a filing that `view` shows to `use`. */
  use<R>(view: MarketView, filing: Filing, use: (value: T) => R): R {
    const entry = this.entryOf(filing);
    entry.view = view;
    try {
      return use(entry.value);
    } finally {
      entry.view = undefined;
    }
  }

  private entryOf({ sections }: Filing): Entry<T> {
    const hashes = new Map(sections.map(({ name, document }) => [name, document.sha256]));
    const key = JSON.stringify([...hashes]);
    const textOf = (name: string): string => {
      const text = entry.view?.document(hashes.get(name) ?? '');
      if (text === undefined) throw unavailable('a document of a filing', { where: name });
      return text;
    };
    const entry = this.entries.get(key) ?? {
      value: this.make([...hashes.keys()], textOf),
      chars: sections.reduce((sum, { document }) => sum + document.chars, 0),
      view: undefined,
    };
    // Moves the most recently used entry to the end.
    this.entries.delete(key);
    this.entries.set(key, entry);
    let chars = [...this.entries.values()].reduce((sum, one) => sum + one.chars, 0);
    for (const [oldest, one] of this.entries) {
      if (chars <= this.limit || oldest === key) break;
      this.entries.delete(oldest);
      chars -= one.chars;
    }
    return entry;
  }
}

/**
 * Returns the first result of `make`, or rethrows an error in its input; after other
 * failures it retries.
 */
export function once<T>(make: () => T): () => T {
  let made: (() => T) | undefined;
  return () => (made ??= settled(make))();
}

function settled<T>(make: () => T): () => T {
  try {
    const value = make();
    return () => value;
  } catch (error) {
    if (!isFailure(error, 'InvalidInput')) throw error;
    return () => {
      throw error;
    };
  }
}
