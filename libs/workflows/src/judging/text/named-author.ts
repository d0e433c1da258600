/** Whether a text names who wrote it: its agent or its model, in any spelling. */

import type { Span } from './passages.js';

/** Who wrote an answer; the model is null for an agent without one. */
export interface Author {
  readonly agent: string;
  readonly model: string | null;
}

/** What names an author: in any spelling if it is long enough, else only as it is written. */
interface Name {
  readonly text: string;
  /** Letters and digits alone, in lower case. */
  readonly bare: string;
  /** An id of letters alone, which may be a word of the language. */
  readonly isWord: boolean;
}

const bareOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Dates and words behind the name of a model, which texts leave out. */
const versionEnd = /[-@:.](?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|latest|preview|exp|beta)$/i;

/**
 * The names of an author: its id, and its model with its provider and without, with its
 * version and without.
 */
export function namesOf({ agent, model }: Author): readonly Name[] {
  const asked = model ?? '';
  const own = asked.slice(asked.indexOf('/') + 1);
  const spellings = [agent, asked, own, own.slice(own.lastIndexOf('/') + 1)];
  const all = spellings.flatMap((name) => [name, name.replace(versionEnd, '')]);
  const names = [...new Set(all)].map((text) => {
    return { text, bare: bareOf(text), isWord: text === agent && /^\p{L}+$/u.test(text) };
  });
  return names.filter(isTelling);
}

/** A name has a letter; a short one has a digit too, as `o3`. */
const isTelling = ({ bare }: Name): boolean =>
  /\p{L}/u.test(bare) && (bare.length > 3 || (bare.length > 1 && /\p{N}/u.test(bare)));

/** Letters and digits of a text in lower case, with their places. */
interface Squashed {
  readonly text: string;
  readonly plain: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

function squashed(text: string): Squashed {
  const characters: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  for (const { 0: written, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    for (const unit of written
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')) {
      for (let at = 0; at < unit.length; at++) {
        characters.push(unit[at]!);
        from.push(index);
        to.push(index + written.length);
      }
    }
  }
  return { text, plain: characters.join(''), from, to };
}

/** Between parts of one name: a few signs, but not the end of a sentence or of a paragraph. */
const gapMax = 4;
const partsSentences = /[.!?,;:]\s|\n\s*\n/;

/**
 * Where a name occurs as a word of its own, ignoring case, white space, and signs
 * between its parts.
 */
function placesIn({ text, plain, from, to }: Squashed, { bare, text: written }: Name): Span[] {
  if (bare.length < 4) return exactPlaces(text, written);
  const spans: Span[] = [];
  for (let at = plain.indexOf(bare); at >= 0; at = plain.indexOf(bare, at + 1)) {
    const last = at + bare.length - 1;
    if (!isEdge(plain, { at, from, to }) || !isEdge(plain, { at: last + 1, from, to })) continue;
    const gaps = Array.from({ length: bare.length - 1 }, (_, one) =>
      text.slice(to[at + one]!, from[at + one + 1]!),
    );
    const isOne = gaps.every((gap) => gap.length <= gapMax && !partsSentences.test(gap));
    if (isOne) spans.push({ from: from[at]!, to: to[last]! });
  }
  return spans;
}

/**
 * Whether a word may end before this character: other signs are between, or letters meet digits.
 */
function isEdge(
  plain: string,
  { at, from, to }: Pick<Squashed, 'from' | 'to'> & { readonly at: number },
): boolean {
  if (at === 0 || at >= plain.length || to[at - 1]! < from[at]!) return true;
  return /\p{N}/u.test(plain[at - 1]!) !== /\p{N}/u.test(plain[at]!);
}

function exactPlaces(text: string, name: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const to = at + name.length;
    const isApart = !/[\p{L}\p{N}_-]/u.test((text[at - 1] ?? ' ') + (text[to] ?? ' '));
    if (isApart) spans.push({ from: at, to });
  }
  return spans;
}

/** What else uses a name: then a text that has it does not tell its author. */
export interface OtherUses {
  /** Texts of the task and of the world: names in them name something else, such as a file. */
  readonly world: () => readonly string[];
  /** Answers of other agents, in which an id of letters alone is a word of the language. */
  readonly others?: () => readonly string[];
}

/** Where a text names its author. Texts in `uses` are read only if it names one at all. */
export function authorIn(text: string, author: Author, uses: OtherUses): Span[] {
  const own = squashed(text);
  const named = namesOf(author).flatMap((name) => {
    const spans = placesIn(own, name);
    return spans.length === 0 ? [] : [{ name, spans }];
  });
  const telling = named.filter(({ name }) => !isUsed(name, uses));
  return telling.flatMap(({ spans }) => spans);
}

function isUsed(name: Name, { world, others }: OtherUses): boolean {
  const isIn = (texts: readonly string[]): boolean =>
    texts.some((text) => placesIn(squashed(text), name).length > 0);
  return isIn(world()) || (name.isWord && others !== undefined && isIn(others()));
}

/** A text of ours with `withheld` in place of its author's names. */
export function withoutAuthor(text: string, author: Author, uses: OtherUses): string {
  const spans = authorIn(text, author, uses).sort((one, other) => one.from - other.from);
  let rest = '';
  let end = 0;
  for (const { from, to } of spans) {
    if (from >= end) rest += `${text.slice(end, from)}withheld`;
    end = Math.max(end, to);
  }
  return rest + text.slice(end);
}
