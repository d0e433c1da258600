/** Tables of phrases: the longest one that begins at a token counts. */

import type { Token } from './tokens.js';

export interface Found<Meaning> {
  readonly meaning: Meaning;
  /** The index of the first token after the phrase. */
  readonly next: number;
}

/** What is known behind the words that lead to it. */
interface Branch<Meaning> {
  /** Undefined if no phrase ends here. */
  meaning: Meaning | undefined;
  readonly words: Map<string, Branch<Meaning>>;
}

const emptyBranch = <Meaning>(): Branch<Meaning> => ({ meaning: undefined, words: new Map() });

/**
 * Phrases of words and signs, each with its meaning. Case does not count, except in phrases that
 * are added as written. A phrase never goes over the end of a sentence.
 */
export class Phrases<Meaning> {
  private readonly lowRoot = emptyBranch<Meaning>();
  private readonly writtenRoot = emptyBranch<Meaning>();

  /**
   * `phrases` are separated by bars, and their words by spaces. A later meaning of a phrase
   * replaces an earlier.
   */
  add(meaning: Meaning, phrases: string): this {
    for (const phrase of phrases.toLowerCase().split('|')) put(this.lowRoot, phrase, meaning);
    return this;
  }

  /** The same for phrases whose case counts, as that of `R` and of codes. */
  addAsWritten(meaning: Meaning, phrases: string): this {
    for (const phrase of phrases.split('|')) put(this.writtenRoot, phrase, meaning);
    return this;
  }

  /** The longest phrase that begins at a token. Most tokens begin none: a look at one tells. */
  at(tokens: readonly Token[], start: number): Found<Meaning> | undefined {
    let low: Branch<Meaning> | undefined = this.lowRoot;
    let written: Branch<Meaning> | undefined = this.writtenRoot;
    let found: Found<Meaning> | undefined;
    for (let next = start + 1; ; next++) {
      const token = tokens[next - 1];
      if (token === undefined || token.kind === 'break') return found;
      low = low?.words.get(token.low);
      written = written?.words.get(token.text);
      if (low === undefined && written === undefined) return found;
      const meaning = written?.meaning ?? low?.meaning;
      if (meaning !== undefined) found = { meaning, next };
    }
  }
}

function put<Meaning>(root: Branch<Meaning>, phrase: string, meaning: Meaning): void {
  let branch = root;
  for (const word of phrase.trim().split(' ')) {
    const next: Branch<Meaning> = branch.words.get(word) ?? emptyBranch<Meaning>();
    branch.words.set(word, next);
    branch = next;
  }
  branch.meaning = meaning;
}
