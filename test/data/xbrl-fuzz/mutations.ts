/** What a hostile or broken filer does to a file, each on its text with one character a byte. */

import type { SeededRandom } from '#values';

export type Mutation = (text: string, random: SeededRandom) => string;

const pick = <T>(random: SeededRandom, from: readonly T[]): T => from[random.below(from.length)]!;

const spliced = (text: string, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to);

/** Replaces one match, drawn from all; returns the text unchanged if there is none. */
function oneOf(
  text: string,
  pattern: RegExp,
  random: SeededRandom,
  by: (found: string) => string,
): string {
  const all = [...text.matchAll(pattern)];
  if (all.length === 0) return text;
  const { index, 0: found } = pick(random, all);
  return spliced(text, index, index + found.length, by(found));
}

/** Between two tags, behind the root's own where there is one. */
function insertedAtTag(text: string, random: SeededRandom, inserted: string): string {
  return oneOf(text, /></g, random, () => `>${inserted}<`);
}

const numbers = [
  '1e999999',
  '1e999',
  '1e-999',
  '9'.repeat(5_000),
  '9'.repeat(390),
  `.${'1'.repeat(390)}`,
  '-0',
  'INF',
  '-INF',
  'NaN',
  '',
  '.',
  '+',
  '0x10',
  '1 2',
  '1e400',
  '-999999',
  '999999',
  '2147483648',
];

const references = [
  '../../../../etc/passwd#t_N0x0',
  '/etc/passwd#t_N0x0',
  'file:///etc/passwd#a',
  '//e.g/t.xsd#t_N0x1',
  'http://[::1#t',
  'c:\\\\t.xsd#t_N0x0',
  '#',
  '#%',
  '#%00',
  '#t_N0x0',
  '#element(/1/2)',
  '#xpointer(//*)',
  't.xsd',
  't.xsd#',
  `${'../'.repeat(9_000)}t.xsd#t_N0x0`,
  `t.xsd#${'a'.repeat(70_000)}`,
  'urn:x#y',
];

const dates = [
  '9999-99-99',
  '-0001-01-01',
  '2023-02-30',
  '2023-12-31T24:00:00',
  '2023-12-31T25:00:00Z',
  '',
  '2023-12-31+99:99',
  '99999999999-01-01',
  '2023-1-1',
  '2023-12-31T00:00:00.999999999999-14:00',
  'forever',
];

const entities = [
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
  `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1_000)}"><!ENTITY c "${'&a;'.repeat(1_000)}">]>`,
  '<!DOCTYPE html>',
];

const strays = [
  '&a;',
  '&#0;',
  '&#x110000;',
  '&#99999999999;',
  '&',
  '<',
  ']]>',
  '<!--',
  '<![CDATA[',
  '<?',
  '</',
  '\0',
  '\xff\xfe',
  '\xe2\x82',
  '\xed\xa0\x80',
  '\xf4\x90\x80\x80',
  '\xc0\x80',
  '\xef\xbb\xbf',
  '\u0085',
  'stray',
];

/** Each end of an arc is every locator: many relationships by few lines. */
function manyEnds(text: string, random: SeededRandom): string {
  const count = 2 ** random.below(9);
  const locator = (index: number): string =>
    `<loc xlink:type="locator" xlink:href="t.xsd#t_N0x${index}" xlink:label="all"/>`;
  const locators = Array.from({ length: count }, (_, index) => locator(index)).join('');
  return insertedAtTag(text, random, locators).replace(/xlink:(from|to)="[^"]*"/g, (found, end) =>
    random.below(20) === 0 ? `xlink:${end}="all"` : found,
  );
}

export const mutations: Readonly<Record<string, Mutation>> = {
  'bytes flipped': (text, random) => {
    let flipped = text;
    for (let left = 1 + random.below(8); left > 0; left--) {
      const at = random.below(text.length);
      flipped = spliced(flipped, at, at + 1, String.fromCharCode(random.below(256)));
    }
    return flipped;
  },
  'a tag cut': (text, random) => oneOf(text, /<[^>]*>/g, random, () => ''),
  'half a tag cut': (text, random) =>
    oneOf(text, /<[^>]*>/g, random, (tag) => tag.slice(0, random.below(tag.length))),
  'a piece cut': (text, random) => {
    const at = random.below(text.length);
    return spliced(text, at, at + random.below(400), '');
  },
  'the end cut': (text, random) => text.slice(0, random.below(text.length)),
  'attributes swapped': (text, random) => {
    const values = [...text.matchAll(/="([^"]*)"/g)].map(([, value]) => value!);
    return oneOf(text, /="[^"]*"/g, random, () => `="${pick(random, values)}"`);
  },
  'attributes renamed': (text, random) => {
    const names = [...text.matchAll(/ ([\w:]+)="/g)].map(([, name]) => name!);
    return oneOf(text, / [\w:]+="/g, random, () => ` ${pick(random, names)}="`);
  },
  'an attribute cut': (text, random) => oneOf(text, / [\w:]+="[^"]*"/g, random, () => ''),
  'a huge number in an attribute': (text, random) =>
    oneOf(text, /(decimals|precision|weight|order|priority)="[^"]*"/g, random, (found) =>
      found.replace(/".*/s, `"${pick(random, numbers)}"`),
    ),
  'a huge number in a text': (text, random) =>
    oneOf(text, />[-.\d]+</g, random, () => `>${pick(random, numbers)}<`),
  'a date': (text, random) =>
    oneOf(text, />\d{4}-\d\d-\d\d</g, random, () => `>${pick(random, dates)}<`),
  'deep nesting': (text, random) => {
    const depth = pick(random, [190, 200, 1_000, 50_000]);
    const isClosed = random.below(2) === 0;
    return insertedAtTag(
      text,
      random,
      '<a>'.repeat(depth) + (isClosed ? '</a>'.repeat(depth) : ''),
    );
  },
  'an entity declared': (text, random) => {
    const at = text.startsWith('<?xml') ? text.indexOf('>') + 1 : 0;
    return spliced(text, at, at, pick(random, entities));
  },
  'a stray': (text, random) => {
    const at = random.below(text.length);
    return spliced(text, at, at, pick(random, strays));
  },
  'an element doubled': (text, random) =>
    oneOf(text, /<([\w:-]+)\b[^>]*(\/>|>[^<]*<\/\1>)/g, random, (found) => found + found),
  'a piece doubled': (text, random) => {
    const at = random.below(text.length);
    return spliced(text, at, at, text.slice(random.below(text.length)).slice(0, 2_000));
  },
  'a reference': (text, random) =>
    oneOf(text, /(href|xml:base|schemaLocation)="[^"]*"/g, random, (found) =>
      found.replace(/".*/s, `"${pick(random, references)}"`),
    ),
  'a base': (text, random) =>
    oneOf(text, /<[\w:]+ /g, random, (tag) => `${tag}xml:base="${pick(random, references)}" `),
  'a loop of arcs': (text, random) => {
    const labels = [...text.matchAll(/xlink:(?:from|to)="([^"]*)"/g)].map(([, label]) => label!);
    return text.replace(/xlink:(from|to)="[^"]*"/g, (found, end) =>
      random.below(3) === 0 ? `xlink:${end}="${pick(random, labels)}"` : found,
    );
  },
  'many ends': manyEnds,
  'many attributes': (text, random) => {
    const count = pick(random, [511, 513, 5_000]);
    const many = Array.from({ length: count }, (_, index) => ` a${index}="1"`).join('');
    return oneOf(text, /<[\w:]+(?= )/g, random, (tag) => tag + many);
  },
  'a long attribute': (text, random) =>
    oneOf(
      text,
      /="[^"]*"/g,
      random,
      () => `="${'x'.repeat(pick(random, [65_536, 65_537, 500_000]))}"`,
    ),
  'a long text': (text, random) =>
    insertedAtTag(text, random, 'x'.repeat(pick(random, [1_000_000, 9_000_000]))),
  'a namespace': (text, random) =>
    oneOf(text, /xmlns(:\w+)?="[^"]*"/g, random, (found) =>
      found.replace(/".*/s, `"${pick(random, ['', 'urn:x'])}"`),
    ),
  'an encoding': (text, random) =>
    pick(random, ['UTF-16', 'latin1', 'x', 'UTF-7']).replace(/.*/, (name) =>
      name === 'UTF-16' && random.below(2) === 0
        ? `\xff\xfe${Buffer.from(text, 'utf16le').toString('latin1')}`
        : `<?xml version="1.0" encoding="${name}"?>${text.replace(/^<\?xml[^>]*\?>/, '')}`,
    ),
};
