/**
 * Texts with small faults, drawn by a seed: for goldens that show when one of many near misses is
 * read otherwise.
 */

import { sha256Hex } from './canonical-json.js';
import { seededRandom, type SeededRandom } from './seeded-random.js';

const pieces = [
  '.',
  ',',
  "'",
  '-',
  '+',
  '(',
  ')',
  '%',
  '$',
  ' ',
  '\n',
  '0',
  '00',
  '9',
  ':',
  ';',
  '/',
  '"',
  '[',
  ']',
  '{',
  '}',
  '|',
  '#',
  '*',
  '_',
  '<',
  '>',
  '=',
  '~',
  '\\',
  'a',
  'Z',
  'é',
  '–',
];

type Change = (text: string, random: SeededRandom, others: readonly string[]) => string;

const spliced = (text: string, at: number, removed: number, added: string): string =>
  text.slice(0, at) + added + text.slice(at + removed);
const pieceOf = (random: SeededRandom): string => pieces[random.below(pieces.length)] as string;

const changes: readonly Change[] = [
  (text, random) => spliced(text, random.below(text.length + 1), 1 + random.below(3), ''),
  (text, random) => spliced(text, random.below(text.length + 1), 0, pieceOf(random)),
  (text, random) => spliced(text, random.below(text.length + 1), 1, pieceOf(random)),
  (text, random) =>
    text.replaceAll(/\d/g, (digit) => (random.below(3) > 0 ? digit : `${random.below(10)}`)),
  (text, random) => {
    const words = text.split(' ');
    const at = random.below(words.length);
    const [word = ''] = words.splice(at, 1);
    words.splice(random.below(words.length + 1), 0, word);
    return words.join(' ');
  },
  (text, random, others) => {
    const other = others[random.below(others.length)] as string;
    const start = text.slice(0, random.below(text.length + 1));
    const end = other.slice(random.below(other.length + 1));
    return start + end;
  },
  (text, random) => (random.below(2) === 0 ? text.toUpperCase() : text.toLowerCase()),
];

/** `count` variants of one of the texts, each by one change or two. The same in every run. */
export function variantsOf(texts: readonly string[], number: number, count: number): string[] {
  const random = seededRandom(`${number}`);
  const changed = (text: string): string =>
    (changes[random.below(changes.length)] as Change)(text, random, texts);
  return Array.from({ length: count }, () => {
    const once = changed(texts[number] as string);
    return random.below(2) === 0 ? once : changed(once);
  });
}

/** A line of a golden: what the variants of a text come to, as a hash, and the text, shortened. */
export function variantLine(text: string, outcomes: readonly unknown[]): string {
  const hash = sha256Hex(JSON.stringify(outcomes)).slice(0, 12);
  const written = JSON.stringify(text);
  return `${hash} ${written.length > 80 ? `${written.slice(0, 79)}…` : written}`;
}
