/** Decodes foreign messages by the mappings of the description: a function of the bytes alone. */

import { excerpt, invalidInput, isFailure, printable, type TapefoldError } from '#values';
import type { FeedItem } from '../port/feed-item.js';
import type { DataFrame, FeedDecoder } from '../port/feed.js';
import type { FieldMapping } from '../port/field-mapping.js';
import { mappedItem, type MappingWords } from './mapped-item.js';
import { MessageFields, type MemberPlace } from './message-fields.js';
import { parseExpression, valueOf, type MessageExpression } from '../port/message-expression.js';

/** What decoding needs from the description. */
interface MappingTerms {
  readonly mappings: readonly FieldMapping[];
  readonly currency: string;
  readonly currencies: Readonly<Record<string, string>>;
}

/** Limit of elements per list. */
const elementsMax = 100_000;

/**
 * Each frame is one JSON message in UTF-8. A message that fits no mapping yields no items. Symbols
 * that the description does not name are kept, because their numbers count. In a partly readable
 * message, each unreadable part becomes a complaint; throws `InvalidInput` if none is readable.
 * Unmatched messages are counted in an item of their own.
 */
export function mappedDecoder(terms: MappingTerms): FeedDecoder {
  const mappings = terms.mappings.map((mapping) => compiled(mapping, terms));
  return {
    decode(frame: DataFrame): readonly FeedItem[] {
      const message = parseMessage(frame.bytes);
      const failures: TapefoldError[] = [];
      const left: Left = new Map();
      const items = mappings.flatMap((mapping) => itemsOf(mapping, message, failures, left));
      const count = untaken(left);
      if (count > 0) items.push({ kind: 'unmapped', count });
      const [failure] = failures;
      if (failure === undefined) return items;
      if (items.length === 0) throw failure;
      return [...items, ...failures.slice(0, 100).map(complaintOf)];
    },
  };
}

/**
 * How many elements of each list matched no mapping; under undefined, 1 if the message
 * itself matched none.
 */
type Left = Map<string | undefined, number>;

/** If a message has lists, only their elements count. */
function untaken(left: Left): number {
  const lists = [...left].filter(([each]) => each !== undefined);
  if (lists.length === 0) return Math.max(0, left.get(undefined) ?? 1);
  return lists.reduce((sum, [, count]) => sum + Math.max(0, count), 0);
}

interface CompiledMapping {
  readonly mapping: FieldMapping;
  readonly each: MessageExpression | undefined;
  readonly where:
    { readonly path: MessageExpression; readonly values: ReadonlySet<string> } | undefined;
  readonly places: ReadonlyMap<string, readonly MemberPlace[]>;
  readonly words: MappingWords;
}

function compiled(mapping: FieldMapping, terms: MappingTerms): CompiledMapping {
  const { each, where, fields, symbols } = mapping;
  const known = new Map(Object.entries(symbols));
  const currencies = new Map(Object.entries(terms.currencies));
  return {
    mapping,
    each: each === undefined ? undefined : parseExpression(each),
    where: where && { path: parseExpression(where.path), values: new Set([where.is].flat()) },
    places: new Map(
      Object.entries(fields).map(([member, texts]) => [member, [texts].flat().map(placeOf)]),
    ),
    words: {
      symbolOf: (name) => known.get(name) ?? name,
      currencyOf: (symbol) => currencies.get(symbol) ?? terms.currency,
    },
  };
}

const placeOf = (text: string): MemberPlace =>
  text.startsWith('=') ? { literal: text.slice(1) } : { path: parseExpression(text) };

function itemsOf(
  compiledMapping: CompiledMapping,
  message: unknown,
  failures: TapefoldError[],
  left: Left,
): FeedItem[] {
  const { mapping, where, places, words } = compiledMapping;
  const items: FeedItem[] = [];
  const elements = elementsOf(compiledMapping, message);
  if (elements === undefined) return items;
  let count = left.get(mapping.each) ?? elements.length;
  for (const element of elements) {
    if (where !== undefined && !fits(where, message, element)) continue;
    count--;
    const fields = new MessageFields(places, mapping.timeUnit, message, element);
    try {
      items.push(mappedItem(mapping.kind, fields, words));
    } catch (error) {
      if (!isFailure(error, 'InvalidInput')) throw error;
      failures.push(error);
    }
  }
  left.set(mapping.each, count);
  return items;
}

/** Undefined if there is no list where one is expected: it is a different message. */
function elementsOf({ each }: CompiledMapping, message: unknown): readonly unknown[] | undefined {
  if (each === undefined) return [message];
  const list = valueOf(each, message, message);
  if (!Array.isArray(list)) return undefined;
  if (list.length <= elementsMax) return list;
  throw invalidInput('the list is too long', {
    expected: `at most ${elementsMax} elements`,
    found: `${list.length}`,
  });
}

function fits(
  { path, values }: { readonly path: MessageExpression; readonly values: ReadonlySet<string> },
  message: unknown,
  element: unknown,
): boolean {
  const value = valueOf(path, message, element);
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain && values.has(String(value));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws `InvalidInput` for bytes that are not JSON in UTF-8. */
function parseMessage(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return value;
  } catch (cause) {
    const found = excerpt(Buffer.from(bytes.subarray(0, 80)).toString('latin1'));
    throw invalidInput('the message cannot be read', { expected: 'JSON in UTF-8', found, cause });
  }
}

const complaintOf = (failure: TapefoldError): FeedItem => ({
  kind: 'complaint',
  code: 'unreadable',
  reason: printable(failure.message, 500),
  fatal: false,
});
