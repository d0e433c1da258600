/** Bytes of the vendor as plain values, in MessagePack or JSON, with all digits of times and ids. */

import { decode, decodeTimestampToTimeSpec, EXT_TIMESTAMP, ExtensionCodec } from '@msgpack/msgpack';
import { excerpt, invalidInput, microsPerSecond, parseInstant, type Instant } from '#values';

export type Encoding = 'msgpack' | 'json';

/** A record whose members nobody has looked at. */
export type VendorMessage = Readonly<Record<string, unknown>>;

/** A timestamp of MessagePack, whose nanoseconds a `Date` cannot hold. */
class VendorTime {
  constructor(readonly instant: Instant) {}
}

const codec = new ExtensionCodec();
codec.register({
  type: EXT_TIMESTAMP,
  encode: () => null,
  decode: (data) => {
    const { sec, nsec } = decodeTimestampToTimeSpec(data);
    // As with texts: finer than a microsecond rounds up, so that nothing becomes knowable before it was.
    return new VendorTime(sec * microsPerSecond + Math.ceil(nsec / 1000));
  },
});

/** The value that the bytes say. `InvalidInput` where they are not of this encoding. */
export function decodeValue(bytes: Uint8Array, encoding: Encoding): unknown {
  try {
    if (encoding === 'json')
      return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    // A length that a header claims is never more than what can follow.
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

/** More digits than a double holds: ids may have them. */
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

/** The messages of a frame of the stream: a list, or a single one. Members that are no records are errors of theirs. */
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

/** An id as text, all digits kept; null where there is none. */
export function idOf(message: VendorMessage, name: string): string | null {
  const value = message[name] ?? null;
  if (value === null) return null;
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && value.length <= 100) return value;
  throw wrong(name, 'an id', value);
}

/** A finite number from `least` on. 64-bit integers become the nearest double. */
export function numberOf(message: VendorMessage, name: string, least: number): number {
  const value = message[name];
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number) && number >= least) return number;
  throw wrong(name, least > 0 ? 'a positive number' : `a number from ${least} on`, value);
}

export const positiveOf = (message: VendorMessage, name: string): number =>
  numberOf(message, name, Number.MIN_VALUE);

/** Null where there is none, or where 0 stands for none. */
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
