/**
 * The scan of a text: words, numbers, marks, and ends of sentences and lines. One pass, linear in
 * the text.
 */

export interface Token {
  /** `break`: the end of a sentence, of a part of one, or of a line. */
  readonly kind: 'word' | 'number' | 'mark' | 'break';
  readonly text: string;
  /** In lower case, without the possessive `'s`. */
  readonly low: string;
  readonly from: number;
  readonly to: number;
  /** No space or hyphen is between it and the token before. */
  readonly isGlued: boolean;
}

const letter = /[\p{L}\p{M}]/u;
const ideograph = /\p{Script=Han}/u;
const digit = /[0-9]/;

/** Their full stop ends no sentence. */
const abbreviations = new Set(
  (
    'approx vs rs no inc corp co ltd plc est incl excl mio mrd mld bln mln mn bn cr jan ' +
    'feb mar apr jun jul aug sep ' +
    'sept oct nov dec ca circa fig p pp sec st mr ms dr pct ref u.s e.g i.e resp fn kr fr'
  ).split(' '),
);

/** Letters before a dollar sign that belong to it. */
const dollarPrefixes = new Set(
  (
    'US U.S C CA CAN A AU AUS HK NZ NT S SG MX Mex R BZ J N EC TT T B BD BM BS BR L RD ' +
    'CO COL CL CLP ARS AR UY ' +
    'FJ SI GY NA USD CAD AUD HKD SGD TWD NZD MXN'
  ).split(' '),
);

class Scan {
  readonly tokens: Token[] = [];
  private at = 0;
  private isSpaced = true;

  constructor(private readonly text: string) {}

  run(): readonly Token[] {
    while (this.at < this.text.length) this.step(this.text[this.at]!);
    return this.tokens;
  }

  private step(char: string): void {
    if (char === '\n') this.push('break', 1);
    else if (/\s/.test(char)) this.skip();
    else if (digit.test(char) || (char === '.' && this.isLeadingPoint())) this.number();
    else if (letter.test(this.charAt(this.at))) this.word();
    else if (char === '-' && this.isInsideWords()) this.skip();
    else if (/[.;!?]/.test(char)) this.stop(char);
    else this.push('mark', this.charAt(this.at).length);
  }

  /** A whole character, of one or two code units. */
  private charAt(at: number): string {
    const unit = this.text[at] ?? '';
    const isWhole = unit < '\ud800' || unit > '\udbff';
    return isWhole ? unit : String.fromCodePoint(this.text.codePointAt(at)!);
  }

  private skip(): void {
    this.at++;
    this.isSpaced = true;
  }

  private push(kind: Token['kind'], length: number): void {
    const text = this.text.slice(this.at, this.at + length);
    const low = text.toLowerCase().replace(/'s?$/, '') || text;
    const to = this.at + length;
    this.tokens.push({ kind, text, low, from: this.at, to, isGlued: !this.isSpaced });
    this.at = to;
    this.isSpaced = false;
  }

  private isLeadingPoint(): boolean {
    return (
      digit.test(this.text[this.at + 1] ?? '') && !/[\p{L}\d]/u.test(this.text[this.at - 1] ?? ' ')
    );
  }

  private isInsideWords(): boolean {
    return (
      letter.test(this.text[this.at - 1] ?? '') &&
      letter.test(this.text[this.at + 1] ?? '') &&
      !this.isSpaced
    );
  }

  private digitsFrom(at: number): number {
    let end = at;
    while (digit.test(this.text[end] ?? '')) end++;
    return end;
  }

  private number(): void {
    let end = this.digitsFrom(this.at);
    for (;;) {
      const mark = this.text[end] ?? '';
      const next = /[.,']/.test(mark) ? this.digitsFrom(end + 1) : end + 1;
      const isGrouped = mark !== "'" || next === end + 4;
      if (!/[.,']/.test(mark) || next === end + 1 || !isGrouped) break;
      end = next;
    }
    this.push('number', this.exponentEnd(end) - this.at);
  }

  /** Behind `e9`, `E+09` or `e-3` at `end`, or `end` itself. */
  private exponentEnd(end: number): number {
    if (!/[eE]/.test(this.text[end] ?? '')) return end;
    const start = /[+-]/.test(this.text[end + 1] ?? '') ? end + 2 : end + 1;
    const last = this.digitsFrom(start);
    const isExponent = last > start && last <= start + 2 && !/\p{L}/u.test(this.text[last] ?? '');
    return isExponent ? last : end;
  }

  private word(): void {
    const first = this.charAt(this.at);
    if (ideograph.test(first)) return this.push('word', first.length);
    const end = this.wordEnd(this.at + first.length);
    const name = this.text.slice(this.at, end);
    const isDollar = this.text[end] === '$' && this.isDollarPrefix(name);
    this.push('word', end - this.at + (isDollar ? 1 : 0));
    if (this.text[this.at] === '.' && abbreviations.has(name.toLowerCase())) this.at++;
  }

  private wordEnd(start: number): number {
    let end = start;
    for (;;) {
      const char = this.charAt(end);
      if (!this.isInsideWord(end, char)) return end;
      end += char.length;
    }
  }

  private isInsideWord(at: number, char: string): boolean {
    if (char === "'" || char === '.') return this.isInnerMark(at, char);
    return letter.test(char) && !ideograph.test(char);
  }

  /** `US` before a dollar sign, but not the `B` of `5B$`. */
  private isDollarPrefix(name: string): boolean {
    const isBehindNumber = !this.isSpaced && this.tokens.at(-1)?.kind === 'number';
    return !isBehindNumber && dollarPrefixes.has(name.replace(/\.$/, ''));
  }

  /**
   * An apostrophe between letters, or the point of a letter that stands alone, as in `U.S.` and
   * `i.e.`.
   */
  private isInnerMark(at: number, mark: string): boolean {
    const isBetween = letter.test(this.text[at + 1] ?? '');
    if (mark === "'") return isBetween;
    const isSingle = !letter.test(this.text[at - 2] ?? ' ');
    const isNextSingle = !letter.test(this.text[at + 2] ?? ' ');
    const isLast = isSingle && this.text[at - 2] === '.';
    return isSingle && ((isBetween && isNextSingle) || isLast);
  }

  private stop(char: string): void {
    const isEnd = char !== '.' || !/[\p{L}\d]/u.test(this.text[this.at + 1] ?? ' ');
    this.push(isEnd ? 'break' : 'mark', 1);
  }
}

/** Behind a word if it is at a place, and the place itself if not. */
export const behindWord = (word: string, tokens: readonly Token[], at: number): number =>
  tokens[at]?.low === word ? at + 1 : at;

/** The tokens of a text in their order. */
export const tokensOf = (text: string): readonly Token[] => new Scan(text).run();
