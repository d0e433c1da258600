/**
 * The items of a text: amounts, periods, names of figures and words with a role, sentence by
 * sentence.
 */

import { amountAt, type Amount } from './amounts.js';
import { currencies, type Currencies } from './currencies.js';
import { figureAt, type FigureWord } from './figure-names.js';
import { periodAt, type Period } from './periods.js';
import type { Found } from './phrases.js';
import { scales } from './scales.js';
import { behindWord, tokensOf, type Token } from './tokens.js';
import { vocabulary, type Role } from './vocabulary.js';

interface Place {
  /** Indexes of the first token, and of the one behind it. */
  readonly from: number;
  readonly to: number;
}

export type Item = Place &
  (
    | { readonly kind: 'amount'; readonly amount: Amount }
    | { readonly kind: 'period'; readonly period: Period }
    | { readonly kind: 'figure'; readonly figure: FigureWord; readonly text: string }
    | { readonly kind: 'role'; readonly role: Role; readonly text: string }
    | { readonly kind: 'mark'; readonly text: string }
    /** `in millions`, `(USD thousands)`: what the numbers beside it are in. */
    | { readonly kind: 'head'; readonly power: number | null; readonly codes: Currencies | null }
    /** Neither a number nor a word that the grammar knows. */
    | { readonly kind: 'unread'; readonly text: string }
  );

export type Sentence = readonly Item[];

interface Head {
  readonly power: number;
  readonly codes: Currencies | null;
  /** The index of the token behind it. */
  readonly next: number;
}

/** `USD millions`, and `USD m` in brackets, where a letter is nothing but a scale. */
function scaleBehindCurrency(
  tokens: readonly Token[],
  { meaning: codes, next }: Found<Currencies>,
  isBracket: boolean,
): Head | undefined {
  const scale = scales.at(tokens, behindWord('in', tokens, next));
  if (scale === undefined || (scale.meaning.isLetter && !isBracket)) return undefined;
  return { power: scale.meaning.power, codes, next: scale.next };
}

/** `millions`, `millions of dollars`. */
function scaleBeforeCurrency(tokens: readonly Token[], at: number): Head | undefined {
  const scale = scales.at(tokens, behindWord('in', tokens, at));
  if (scale === undefined || scale.meaning.isLetter) return undefined;
  const currency = currencies.at(tokens, behindWord('of', tokens, scale.next));
  const codes = currency?.meaning ?? null;
  return { power: scale.meaning.power, codes, next: currency?.next ?? scale.next };
}

/** What a text is read with. */
export interface ReadingOptions {
  /** Words that say nothing new, as those of the question: in lower case. */
  readonly known: ReadonlySet<string>;
}

class ItemReader {
  private readonly sentences: Item[][] = [[]];
  private at = 0;
  private readonly isEuropean: boolean;
  private readonly isAlone: boolean;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly options: ReadingOptions,
  ) {
    const spoken = tokens.filter(({ kind }) => kind === 'word' || kind === 'number');
    this.isAlone = spoken.length === 1;
    this.isEuropean = tokens.some(
      ({ kind, text }) => kind === 'number' && /^\d{1,3}(?:\.\d{3})+,\d/.test(text),
    );
  }

  run(): readonly Sentence[] {
    while (this.at < this.tokens.length) {
      const token = this.tokens[this.at]!;
      if (token.kind === 'break') this.endSentence();
      else this.push(this.itemAt(token));
    }
    return this.sentences.filter(({ length }) => length > 0);
  }

  private endSentence(): void {
    this.sentences.push([]);
    this.at++;
  }

  private push(item: Item): void {
    this.at = Math.max(item.to, this.at + 1);
    this.sentences.at(-1)!.push(item);
  }

  private itemAt(token: Token): Item {
    return (
      this.documentHere(token) ??
      this.periodHere() ??
      this.headHere() ??
      this.amountHere() ??
      this.wordHere() ??
      this.currencyHere() ??
      this.otherHere(token)
    );
  }

  /** `10-K` begins with a number. */
  private documentHere({ kind }: Token): Item | undefined {
    const isPhrase = kind === 'number' && vocabulary.at(this.tokens, this.at) !== undefined;
    return isPhrase ? this.wordHere() : undefined;
  }

  private place(to: number): Place {
    return { from: this.at, to };
  }

  /** A text of one number alone is no year. */
  private periodHere(): Item | undefined {
    const period = this.isAlone ? undefined : periodAt(this.tokens, this.at);
    return period && { ...this.place(period.to), kind: 'period', period };
  }

  /** `$1.5 billion (2024)`: a year in brackets behind an amount is a period. */
  private isYearBehind(): boolean {
    const { tokens, at } = this;
    if (tokens[at]!.text !== '(' || tokens[at + 2]?.text !== ')') return false;
    const isYear = /^(?:19|20)\d\d$/.test(tokens[at + 1]!.text);
    return isYear && this.sentences.at(-1)!.at(-1)?.kind === 'amount';
  }

  private amountHere(): Item | undefined {
    if (this.isYearBehind()) return undefined;
    const amount = amountAt(this.tokens, this.at, this.isEuropean);
    return amount && { ...this.place(amount.to), kind: 'amount', amount };
  }

  /**
   * `in millions`, `in USD millions`, `(thousands of dollars)`, `scale: billion`; never before a
   * number.
   */
  private headHere(): Item | undefined {
    const { tokens } = this;
    const isBracket = tokens[this.at]!.text === '(';
    const head = this.scaleOfHead(isBracket);
    if (head === undefined) return undefined;
    const { power, codes, next } = head;
    const isClosed = tokens[next]?.text === ')';
    if (isBracket !== isClosed || tokens[next]?.kind === 'number') return undefined;
    return { ...this.place(isBracket ? next + 1 : next), kind: 'head', power, codes };
  }

  /** A currency, a bracket, `in` or a label makes a scale that of a heading. */
  private scaleOfHead(isBracket: boolean): Head | undefined {
    const { tokens } = this;
    const start = isBracket ? this.at + 1 : this.at;
    const at = behindWord('in', tokens, start);
    const currency = currencies.at(tokens, at);
    if (currency !== undefined) return scaleBehindCurrency(tokens, currency, isBracket);
    const isHeading = isBracket || at > start || this.isBehindLabel();
    return isHeading ? scaleBeforeCurrency(tokens, at) : undefined;
  }

  private isBehindLabel(): boolean {
    const label = this.tokens[this.at - 2];
    const mark = this.tokens[this.at - 1];
    return mark?.text === ':' && /^(?:scale|units?|multiplier)$/.test(label?.low ?? '');
  }

  /** Names of figures, and words with a role; of two that begin here the longer one counts. */
  private wordHere(): Item | undefined {
    const { tokens, at } = this;
    const figure = figureAt(tokens, at);
    const word = vocabulary.at(tokens, at);
    if (figure !== undefined && figure.next >= (word?.next ?? 0))
      return {
        ...this.place(figure.next),
        kind: 'figure',
        figure: figure.meaning,
        text: tokens[at]!.text,
      };
    if (word === undefined) return undefined;
    const text = tokens
      .slice(at, word.next)
      .map(({ low }) => low)
      .join(' ');
    return { ...this.place(word.next), kind: 'role', role: word.meaning, text };
  }

  private currencyHere(): Item | undefined {
    const found = currencies.at(this.tokens, this.at);
    return found && { ...this.place(found.next), kind: 'head', power: null, codes: found.meaning };
  }

  private otherHere({ kind, text, low }: Token): Item {
    const place = this.place(this.at + 1);
    if (kind === 'mark' && harmless.has(text)) return { ...place, kind: 'mark', text };
    const isKnown = this.options.known.has(low) || this.options.known.has(text.toLowerCase());
    if (kind === 'word' && isKnown) return { ...place, kind: 'role', role: 'plain', text: low };
    return { ...place, kind: 'unread', text };
  }
}

/** Marks that change nothing by themselves; operators and brackets are looked at where they are. */
const harmless = new Set([...',:()[]{}"\'-=≈~/+*×÷|<>•#&…→_^@±†‡§¶']);

/** The sentences of a plain text, with their items. Every token is in one item. */
export const sentencesOf = (plain: string, options: ReadingOptions): readonly Sentence[] =>
  new ItemReader(tokensOf(plain), options).run();

/** The words of a text in lower case, as those that a question makes known. */
export const wordsOf = (plain: string): ReadonlySet<string> =>
  new Set(
    tokensOf(plain)
      .filter(({ kind }) => kind === 'word')
      .flatMap(({ low, text }) => [low, text.toLowerCase()]),
  );
