/** Passages of a text: where a quotation stands in it, and what it shares characters with. */

/** Offsets into a text, `to` behind the last character. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const plainOf: Readonly<Record<string, string>> = {
  ...{ '“': '"', '”': '"', '„': '"', '‘': "'", '’': "'", '–': '-', '—': '-', '\u00A0': ' ' },
  // Emphasis of Markdown, which quotations leave out.
  ...{ '*': '', '`': '' },
};
const occurrencesMax = 100;

/**
 * Finds quotations in a text: word for word, whatever the case, white space, form of quotation marks and emphasis. The
 * function that it returns answers with every place, none for an empty quotation.
 */
export function finderIn(text: string): (quote: string) => Span[] {
  const { plain, origins } = plainText(text);
  return (quote) => {
    const sought = plainText(quote).plain.trim();
    const spans: Span[] = [];
    for (let at = sought === '' ? -1 : plain.indexOf(sought); at >= 0;) {
      spans.push({ from: origins[at]!, to: origins[at + sought.length - 1]! + 1 });
      at = spans.length < occurrencesMax ? plain.indexOf(sought, at + 1) : -1;
    }
    return spans;
  };
}

/** The text as it is compared, and the offset that each of its characters comes from. */
function plainText(text: string): { plain: string; origins: Uint32Array } {
  const codes = new Uint16Array(text.length);
  const origins = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const plain = plainCodes[code] ?? (plainCodes[code] = plainCode(text[at]!));
    if (plain === left || (plain === space && codes[count - 1] === space)) continue;
    codes[count] = plain;
    origins[count++] = at;
  }
  return { plain: utf16.decode(codes.subarray(0, count)), origins };
}

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });
const [left, space] = [0, 32];
/** By code unit, as they come up. */
const plainCodes: number[] = [];

/** Of a character in lower case, where that is one code unit; 0 of one that is left out. */
function plainCode(own: string): number {
  const plain = plainOf[own] ?? (/\s/.test(own) ? ' ' : own.toLowerCase());
  return plain === '' ? left : (plain.length === 1 ? plain : own).charCodeAt(0);
}

export const overlap = (one: Span, other: Span): boolean =>
  one.from < other.to && other.from < one.to;

/** Whether a span of the one list shares a character with one of the other. */
export const anyOverlap = (some: readonly Span[], others: readonly Span[]): boolean =>
  some.some((one) => others.some((other) => overlap(one, other)));

/** The paragraphs that a span lies in: between blank lines. */
export function paragraphsAround(text: string, { from, to }: Span): Span {
  const before = [...text.slice(0, from).matchAll(/\n\s*\n/g)].at(-1);
  const behind = /\n\s*\n/.exec(text.slice(to));
  return {
    from: before === undefined ? 0 : before.index + before[0].length,
    to: behind === null ? text.length : to + behind.index,
  };
}
