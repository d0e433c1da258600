/** Filings and taxonomies that were parsed, shared by all capabilities of a process. */

import type { Filing } from '#contracts';
import type { MarketView } from '#market-view';

/** Of the texts that entries were made from, in characters. */
const charsMax = 256 * 1024 * 1024;

interface Entry<T> {
  readonly value: T;
  readonly chars: number;
  /** Whose documents are read; only while the value is used, so that no view is kept. */
  view: MarketView | undefined;
}

/**
 * Values made from the documents of a filing, by the hashes of these: the same documents are parsed once, whichever
 * run or data set they come from. What was used longest ago is dropped first.
 */
export class ParsedCache<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private chars = 0;

  /** `make` gets the names of the documents, and a function that reads one; it may call that later, within `use`. */
  constructor(
    private readonly make: (
      names: readonly string[],
      textOf: (name: string) => string,
      filing: Filing,
    ) => T,
    private readonly limit = charsMax,
  ) {}

  /** Gives the value of a filing to `use`; the view must show the filing. */
  use<R>(view: MarketView, filing: Filing, use: (value: T) => R): R {
    const entry = this.entryOf(filing);
    const { view: outer } = entry;
    entry.view = view;
    try {
      return use(entry.value);
    } finally {
      entry.view = outer;
    }
  }

  private entryOf(filing: Filing): Entry<T> {
    const { sections } = filing;
    const key = JSON.stringify(sections.map(({ name, document }) => [name, document.sha256]));
    const entry = this.entries.get(key) ?? this.madeFrom(filing);
    this.chars += this.entries.has(key) ? 0 : entry.chars;
    // The last one is the one used last.
    this.entries.delete(key);
    this.entries.set(key, entry);
    for (const [oldest, { chars }] of this.entries) {
      if (this.chars <= this.limit || oldest === key) break;
      this.entries.delete(oldest);
      this.chars -= chars;
    }
    return entry;
  }

  private madeFrom(filing: Filing): Entry<T> {
    const { sections } = filing;
    const hashes = new Map(sections.map(({ name, document }) => [name, document.sha256]));
    const textOf = (name: string): string => entry.view?.document(hashes.get(name) ?? '') ?? '';
    const entry: Entry<T> = {
      value: this.make([...hashes.keys()], textOf, filing),
      chars: sections.reduce((sum, { document }) => sum + document.chars, 0),
      view: undefined,
    };
    return entry;
  }
}
