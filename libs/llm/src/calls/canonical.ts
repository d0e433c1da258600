/** The canonical form of requests: what their digests cover, and where two of them first differ. */

import { canonicalHash, excerpt } from '#values';

/**
 * The rule by which requests are compared, as results list it: agents repeat theirs, so nothing in
 * them is noise.
 */
export const exactRequests = { id: 'exact-1', drop: [], replace: [] };

/** The parts of a request that the provider reads, except its key. */
interface ReadRequest {
  /** Path and query below the provider's base URL. */
  readonly path: string;
  /** Headers that change what the provider does, such as `anthropic-beta`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The parsed body. */
  readonly body: unknown;
}

interface CanonicalRequest {
  readonly value: unknown;
  /** SHA-256 of the value's canonical JSON. */
  readonly digest: string;
}

/** The body is JSON whose nesting is shallow enough to recurse into. */
export function canonicalRequest({ path, headers, body }: ReadRequest): CanonicalRequest {
  const hasHeaders = headers !== undefined && Object.keys(headers).length > 0;
  const value = { path, ...(hasHeaders ? { headers } : {}), body };
  return { value, digest: canonicalHash(value) };
}

/**
 * The first place at which two values differ, in the order of canonical JSON; with
 * excerpts of both.
 */
export interface Difference {
  /** JSON pointer. */
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
}

/** Undefined if both are equal. */
export function firstDifference(
  expected: unknown,
  found: unknown,
  pointer = '',
): Difference | undefined {
  if (Object.is(expected, found)) return undefined;
  if (typeof expected === 'string' && typeof found === 'string') {
    return { pointer, ...textDifference(expected, found) };
  }
  if (!areAlike(expected, found)) return { pointer, ...shown(expected, found) };
  for (const key of keysOf(expected, found)) {
    const one = memberOf(expected, key);
    const other = memberOf(found, key);
    const inside = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    let difference;
    if (one === undefined || other === undefined) {
      if (one === other) {
        difference = undefined;
      } else {
        difference = { pointer: inside, ...shown(one, other) };
      }
    } else {
      difference = firstDifference(one, other, inside);
    }
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Both lists or both objects, so that their members can be compared. */
const areAlike = (one: unknown, other: unknown): one is object =>
  isContainer(one) && isContainer(other) && Array.isArray(one) === Array.isArray(other);

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

function keysOf(one: unknown, other: unknown): string[] {
  const keys = new Set([...Object.keys(one as object), ...Object.keys(other as object)]);
  return Array.isArray(one) ? [...keys].sort((a, b) => Number(a) - Number(b)) : [...keys].sort();
}

const memberOf = (value: unknown, key: string): unknown =>
  Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined;

const shown = (expected: unknown, found: unknown): Omit<Difference, 'pointer'> => ({
  expected: expected === undefined ? 'nothing' : excerpt(expected),
  found: found === undefined ? 'nothing' : excerpt(found),
});

/** Characters shown before the first difference, to recognize the place. */
const lead = 24;

/** For long texts, the part that differs. */
function textDifference(expected: string, found: string): Omit<Difference, 'pointer'> {
  let at = 0;
  while (at < expected.length && expected.charCodeAt(at) === found.charCodeAt(at)) at++;
  const from = Math.max(0, at - lead);
  const part = (text: string): string => excerpt(text.slice(from));
  const place = from === 0 ? '' : ` from character ${from}`;
  return { expected: `${part(expected)}${place}`, found: `${part(found)}${place}` };
}
