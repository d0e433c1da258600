/** The vendor's bytes as plain values, from MessagePack or JSON, with all digits of times and ids. */

import { decode, decodeTimestampToTimeSpec, EXT_TIMESTAMP, ExtensionCodec } from '@msgpack/msgpack';
import { excerpt, invalidInput, microsPerSecond, parseInstant, type Instant } from '#values';

export type Encoding = 'msgpack' | 'json';

/** A record with unvalidated members. */
export type VendorMessage = Readonly<Record<string, unknown>>;

/** A MessagePack timestamp, whose nanoseconds do not fit in a `Date`. */
class VendorTime {
  constructor(readonly instant: Instant) {}
}

const codec = new ExtensionCodec();
codec.register({
  type: EXT_TIMESTAMP,
  encode: () => null,
  decode: (data) => {
    const { sec, nsec } = decodeTimestampToTimeSpec(data);
    // As with texts: sub-microsecond digits round up, so that nothing is known before it happened.
    return new VendorTime(sec * microsPerSecond + Math.ceil(nsec / 1000));
  },
});

/** The value in the bytes. Throws `InvalidInput` if they are not in this encoding. */
export function decodeValue(bytes: Uint8Array, encoding: Encoding): unknown {
  try {
    if (encoding === 'json')
      return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    // A header may not claim a length beyond the bytes that follow.
    const most = bytes.length;
    return decode(bytes, {
      extensionCodec: codec,
      useBigInt64: true,
      maxArrayLength: most,
      maxMapLength: most,
      maxStrLength: most,
      maxBinLength: most,
      maxExtLength: most,
    });
  } catch (cause) {
    throw invalidInput('a frame cannot be read', {
      where: 'alpaca',
      expected: encoding === 'json' ? 'JSON' : 'MessagePack',
      found: `${bytes.length} bytes`,
      cause,
    });
  }
}

/** More digits than a double holds: ids may have that many. */
const longInteger = /[0-9]{16}/;
const integer = /^-?[0-9]+$/;

function parseJson(text: string): unknown {
  if (!longInteger.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source;
    return source !== undefined && integer.test(source) ? BigInt(source) : value;
  });
}

export const isRecord = (value: unknown): value is VendorMessage =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The messages of a stream frame: a list, or a single one. Members that are not records become errors of their own. */
export function messagesOf(bytes: Uint8Array, encoding: Encoding): readonly unknown[] {
  const value = decodeValue(bytes, encoding);
  return Array.isArray(value) ? value : [value];
}

const wrong = (where: string, expected: string, value: unknown) =>
  invalidInput('a member cannot be read', { where, expected, found: excerpt(value) });

/** A text of `min` to `max` characters; undefined and null count as empty. */
export function textOf(message: VendorMessage, name: string, max: number, min = 0): string {
  const value = message[name] ?? '';
  if (typeof value === 'string' && value.length >= min && value.length <= max) return value;
  throw wrong(name, `a text of ${min} to ${max} characters`, value);
}

/** An id as text with all its digits; null if absent. */
export function idOf(message: VendorMessage, name: string): string | null {
  const value = message[name] ?? null;
  if (value === null) return null;
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && value.length <= 100) return value;
  throw wrong(name, 'an id', value);
}

/** A finite number of at least `least`. 64-bit integers become the nearest double. */
export function numberOf(message: VendorMessage, name: string, least: number): number {
  const value = message[name];
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number) && number >= least) return number;
  throw wrong(name, least > 0 ? 'a positive number' : `a number from ${least} on`, value);
}

export const positiveOf = (message: VendorMessage, name: string): number =>
  numberOf(message, name, Number.MIN_VALUE);

/** Null if absent, or if 0 stands for a missing value. */
export function positiveOrNull(message: VendorMessage, name: string): number | null {
  const value = message[name] ?? 0;
  return value === 0 || value === 0n ? null : positiveOf(message, name);
}

/** Microseconds of a timestamp or of a text in RFC 3339; finer digits round up. */
export function instantOf(message: VendorMessage, name: string): Instant {
  const value = message[name];
  const instant =
    value instanceof VendorTime
      ? value.instant
      : typeof value === 'string' && value.length <= 40
        ? parseInstant(value, null)
        : undefined;
  if (instant !== undefined && Number.isSafeInteger(instant)) return instant;
  throw wrong(name, 'a time with its offset', value instanceof VendorTime ? 'a timestamp' : value);
}

export const symbolOf = (message: VendorMessage, name = 'S'): string =>
  textOf(message, name, 32, 1);
