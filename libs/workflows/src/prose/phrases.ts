/** Tables of phrases: the longest one that begins at a token counts. */

import type { Token } from './tokens.js';

export interface Found<Meaning> {
  readonly meaning: Meaning;
  /** The index of the first token after the phrase. */
  readonly next: number;
}

/**
 * Phrases of words and signs, each with its meaning. Case does not count, except in phrases that
 * are added as written. A phrase never goes over the end of a sentence.
 */
export class Phrases<Meaning> {
  private readonly meanings = new Map<string, Meaning>();
  private longest = 0;

  /**
   * `phrases` are separated by bars, and their words by spaces. A later meaning of a phrase
   * replaces an earlier.
   */
  add(meaning: Meaning, phrases: string): this {
    for (const phrase of phrases.toLowerCase().split('|')) this.set(phrase.trim(), meaning);
    return this;
  }

  /** The same for phrases whose case counts, as that of `R` and of codes. */
  addAsWritten(meaning: Meaning, phrases: string): this {
    for (const phrase of phrases.split('|')) this.set(`=${phrase.trim()}`, meaning);
    return this;
  }

  private set(phrase: string, meaning: Meaning): void {
    this.longest = Math.max(this.longest, phrase.split(' ').length);
    this.meanings.set(phrase, meaning);
  }

  at(tokens: readonly Token[], start: number): Found<Meaning> | undefined {
    let low = '';
    let raw = '';
    let found: Found<Meaning> | undefined;
    for (let length = 0; length < this.longest; length++) {
      const token = tokens[start + length];
      if (token === undefined || token.kind === 'break') break;
      low += `${length === 0 ? '' : ' '}${token.low}`;
      raw += `${length === 0 ? '=' : ' '}${token.text}`;
      const meaning = this.meanings.get(raw) ?? this.meanings.get(low);
      if (meaning !== undefined) found = { meaning, next: start + length + 1 };
    }
    return found;
  }
}
