/**
 * A text as quotations of it are compared: what looks alike, and what readers do not see,
 * is one spelling.
 */

/** A text in lower case, and the offset that each of its code units comes from. */
export interface Folded {
  readonly plain: string;
  readonly origins: { readonly [at: number]: number };
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Marks at the start of a line: quotations, headings, items. */
const lineStart = String.raw`(?<=^|\n)[ \t]*(?:(?:>|#{1,6}|[-+*•]|\d{1,3}[.)])[ \t]+)+`;
const dash = String.raw`[-\u2010-\u2015\u2212]`;
/** What stands for a space: white space, bars of tables, dashes between spaces, and tags. */
const gaps = String.raw`[\s|]+${dash}{1,3}(?=\s)|[\s|]+|[\u2014\u2015]|<\/?[a-z][^<>\n]{0,80}>`;
/**
 * What a reader does not see: targets of links, marks of notes, emphasis and escapes,
 * invisible characters.
 */
const unseen = [
  String.raw`\]\([^()\s]{0,2000}(?: "[^"\n]{0,200}")?\)`,
  String.raw`\[\^[^\]\s]{1,30}\]|\[\d{1,3}\]`,
  String.raw`[*_~[\]\\\u0060]`,
  String.raw`[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]`,
].join('|');
const entity = String.raw`&(?:(?<name>amp|lt|gt|quot|apos|nbsp)|#(?<code>\d{1,6})|#x(?<hex>[\da-f]{1,5}));`;
const parts = new RegExp(
  `(?<gap>${lineStart}|${gaps})|(?<unseen>${unseen})|${entity}|` +
    String.raw`(?<cluster>[^\p{M}]\p{M}{1,8})|(?<one>[^])`,
  'giu',
);

/**
 * Signs that differ in style alone; a quotation mark is dropped, as one may quote with
 * it or without.
 */
const signs: readonly (readonly [RegExp, string])[] = [
  [/["'\u2018-\u201f\u00ab\u00bb\u2039\u203a\u300c-\u300f\u2032\u2033\uff02\uff07`\u00b4]/g, ''],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-'],
  [/\u00d7/g, 'x'],
  [/[\u2044\u2215]/g, '/'],
];
/** By character, as they come up. */
const known = new Map<string, string>();

/** One character with its marks; empty for a quotation mark. */
function plainOf(written: string): string {
  const found = known.get(written);
  if (found !== undefined) return found;
  const composed = signs.reduce((text, [sign, to]) => text.replace(sign, to), written);
  const plain = composed.normalize('NFKC').toLowerCase().replaceAll('\u2044', '/');
  if (known.size < 10_000) known.set(written, plain);
  return plain;
}

const isFraction = (plain: string): boolean => plain.length > 1 && plain.includes('/');

/**
 * Applies Unicode's compatible composition (NFKC) and lower case, and takes off Markdown, notes,
 * entities, quotation marks and invisible characters. Dashes are hyphens, those between spaces are
 * spaces, and a space does not count before a percent sign. Linear in the text.
 */
export function comparable(text: string): Folded {
  const codes: string[] = [];
  const origins: number[] = [];
  const add = (plain: string, at: number): void => {
    for (let unit = 0; unit < plain.length; unit++) {
      codes.push(plain[unit]!);
      origins.push(at);
    }
  };
  const endsWith = (pattern: RegExp): boolean => pattern.test(codes.at(-1) ?? ' ');
  for (const { 0: written, index, groups = {} } of text.matchAll(parts)) {
    const { gap, unseen: hidden } = groups;
    if (hidden !== undefined) continue;
    const plain = gap === undefined ? plainOf(characterOf(written, groups)) : ' ';
    if (plain === '%' && endsWith(/ /)) {
      codes.pop();
      origins.pop();
    }
    if (isFraction(plain) && endsWith(/\d/)) add(' ', index);
    if (plain.trim() !== '') add(plain, index);
    else if (plain !== '' && !endsWith(/ /)) add(' ', index);
  }
  return { plain: codes.join(''), origins };
}

/** What an entity stands for; any other text itself. */
function characterOf(written: string, { name, code, hex }: Record<string, string | undefined>) {
  if (name !== undefined) return entities[name.toLowerCase()]!;
  if (code === undefined && hex === undefined) return written;
  const point = code === undefined ? Number.parseInt(hex!, 16) : Number(code);
  return point <= 0x10ffff && point > 0 ? String.fromCodePoint(point).toWellFormed() : written;
}

/** A quotation as it is sought: what it leaves out at its ends does not count. */
export function soughtOf(quote: string): string {
  const plain = comparable(quote).plain.replace(/^[. ]+/, '');
  let end = plain.length;
  while (plain[end - 1] === '.') end--;
  const isCut = plain.length - end >= 3;
  return (isCut ? plain.slice(0, end) : plain).trim();
}
