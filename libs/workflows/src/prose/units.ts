/** Units by themselves, as `USD / shares`, `millions of euros`, `percent` or `stores`. */

import { decimalOf, ones, shifted } from '../figures/decimal.js';
import { each, shareWords, units, type AmountKind } from './amounts.js';
import { currencies, type Currencies } from './currencies.js';
import { digitsAt, powerBehind } from './numerals.js';
import { Phrases } from './phrases.js';
import { scales } from './scales.js';
import { tokensOf, type Token } from './tokens.js';

export interface UnitOfValue {
  readonly kind: AmountKind;
  /** What a value in it is multiplied by, in `ones`; null if that is not stated. */
  readonly factor: bigint | null;
  /** What its currency may be; null if none is stated. */
  readonly currencies: Currencies | null;
  /** What is counted, in the words for it. */
  readonly nouns: readonly string[];
}

/** Words for a number in ones, and for a fraction. */
const plain = new Phrases<AmountKind>()
  .add('bare', 'ratio|fraction|decimal|decimal fraction|as a decimal|as a fraction|number|amount')
  .add('bare', 'currency|monetary|money|value')
  .add('count', 'count');
const inOnes = new Phrases<true>().add(
  true,
  'one|ones|unit|units|none|actual|actuals|absolute|single units',
);
const particles = new Set(['in', 'of', 'de', 'as', 'a', ',']);

class UnitReader {
  private at = 0;
  private readonly kinds = new Set<AmountKind>();
  private codes: Currencies | null = null;
  private power: number | null = null;
  private shift = 0;
  private readonly nouns: string[] = [];

  constructor(private readonly tokens: readonly Token[]) {}

  read(): UnitOfValue | null {
    while (this.at < this.tokens.length) {
      if (!this.takePhrase()) return null;
    }
    const kind = kindOf(this.kinds);
    const isNamed = kind === 'bare' || kind === 'count' || kind === 'shares';
    if (kind === null || (this.nouns.length > 0 && !isNamed)) return null;
    const isStated = this.power !== null || this.shift !== 0;
    const factor = isStated ? shifted(ones, (this.power ?? 0) + this.shift) : null;
    return { kind, factor, currencies: this.codes, nouns: this.nouns };
  }

  private take<Meaning>(phrases: Phrases<Meaning>): Meaning | undefined {
    const found = phrases.at(this.tokens, this.at);
    if (found === undefined) return undefined;
    this.at = found.next;
    return found.meaning;
  }

  /** Takes one phrase. False for what is no part of a unit. */
  private takePhrase(): boolean {
    const kind = this.take(plain) ?? this.take(each) ?? this.take(shareWords);
    if (kind !== undefined) return this.takeKind(kind);
    const unit = this.take(units);
    if (unit !== undefined) {
      this.takeKind(unit.kind);
      this.shift += unit.shift;
      return unit.codes === undefined || this.takeCodes(unit.codes);
    }
    const scale = this.take(scales);
    if (scale !== undefined) {
      this.power = (this.power ?? 0) + scale.power;
      return true;
    }
    const codes = this.take(currencies);
    return codes === undefined ? this.takeNoun() : this.takeCodes(codes);
  }

  private takeKind(kind: AmountKind): true {
    this.kinds.add(kind);
    return true;
  }

  private takeNoun(): boolean {
    const token = this.tokens[this.at++]!;
    if (token.kind === 'word' && !particles.has(token.low)) this.nouns.push(token.low);
    return token.kind === 'word' || /^[,()-]$/.test(token.text);
  }

  private takeCodes(codes: Currencies): boolean {
    this.takeKind('money');
    this.codes = this.codes?.filter((code) => codes.includes(code)) ?? codes;
    return this.codes.length > 0;
  }
}

/** Money for each share is one kind; null for kinds that exclude each other. */
function kindOf(kinds: ReadonlySet<AmountKind>): AmountKind | null {
  const stated = [...kinds].filter((kind) => kind !== 'bare');
  const isEach = stated.includes('per share');
  const separate = stated.filter((kind) => !isEach || kind !== 'money');
  return separate.length > 1 ? null : (separate[0] ?? 'bare');
}

/** Null where a part is read as no part of a unit, or as one that excludes another. */
export const unitOf = (text: string): UnitOfValue | null =>
  new UnitReader(tokensOf(text.trim())).read();

/**
 * A scale as a number or in words: `1000000`, `1e6`, `10^6`, `million`, `USD millions`. Null where
 * it is not read.
 */
export function scaleOf(scale: number | string): UnitOfValue | null {
  const ofFactor = (factor: bigint): UnitOfValue => ({
    kind: 'bare',
    factor,
    currencies: null,
    nouns: [],
  });
  if (typeof scale === 'number') return ofFactor(decimalOf(scale));
  const tokens = tokensOf(scale.trim());
  if (tokens.length === 0) return { ...ofFactor(ones), factor: null };
  const wordForOne = inOnes.at(tokens, 0);
  if (wordForOne?.next === tokens.length) return ofFactor(ones);
  const factor = numberOf(tokens) ?? numberOf(tokensOf(`1 × ${scale.replace(/^[x×*]/i, '')}`));
  if (factor !== undefined) return factor > 0n ? ofFactor(factor) : null;
  const unit = unitOf(scale);
  return unit?.nouns.length === 0 ? unit : null;
}

/** All tokens as one number, with its power of ten. */
function numberOf(tokens: readonly Token[]): bigint | undefined {
  const digits = digitsAt(tokens, 0, false);
  if (digits === undefined) return undefined;
  const power = powerBehind(tokens, digits.next);
  const end = power?.next ?? digits.next;
  return end === tokens.length ? shifted(digits.value, power?.power ?? 0) : undefined;
}

/**
 * What several texts say of one unit; null where they contradict each other. A factor that is
 * stated twice is one factor.
 */
export function combined(all: readonly UnitOfValue[]): UnitOfValue | null {
  const kind = kindOf(new Set(all.map((one) => one.kind)));
  const factors = new Set(all.flatMap(({ factor }) => factor ?? []));
  const stated = all.flatMap(({ currencies: codes }) => (codes === null ? [] : [codes]));
  const codes = stated.reduce<Currencies | null>(
    (shared, named) => shared?.filter((code) => named.includes(code)) ?? named,
    null,
  );
  if (kind === null || factors.size > 1 || codes?.length === 0) return null;
  const [factor = null] = factors;
  return { kind, factor, currencies: codes, nouns: all.flatMap(({ nouns }) => nouns) };
}
