/**
 * The vendor's bytes as plain values, with all digits of times and ids, and the schemas of
 * their members.
 */

import { decode, decodeTimestampToTimeSpec, EXT_TIMESTAMP, ExtensionCodec } from '@msgpack/msgpack';
import { z } from 'zod';
import { invalidInput, microsPerSecond, parseCivilDate, parseInstant, type Instant } from '#values';

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

/**
 * The messages of a stream frame: a list, or a single one. Members that are not records become
 * errors of their own.
 */
export function messagesOf(bytes: Uint8Array, encoding: Encoding): readonly unknown[] {
  const value = decodeValue(bytes, encoding);
  return Array.isArray(value) ? value : [value];
}

/**
 * Codes of the vendor after which a retry is useless: syntax, credentials, limits,
 * missing channels.
 */
const fatalCodes = new Set([400, 402, 405, 408, 409, 410]);
const hints = new Map([
  [402, 'the key or the secret is wrong'],
  [406, 'another client is connected with this key'],
]);

/**
 * What an error of the vendor means: docs.alpaca.markets, "WebSocket Stream". Undocumented errors
 * are transient.
 */
export function vendorError(code: number, message: string): { reason: string; fatal: boolean } {
  const words = [message || 'unknown error', hints.get(code)];
  return { reason: words.filter(Boolean).join(': '), fatal: fatalCodes.has(code) };
}

// Schemas of members.

/** 64-bit integers become the nearest double. */
const numberOf = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

export const size = z.preprocess(numberOf, z.number().min(0));
export const price = z.preprocess(numberOf, z.number().positive());

/** Null if absent, or if 0 stands for a missing value. */
export const priceOrNull = z
  .preprocess((value) => (value === 0 || value === 0n ? null : value), price.nullable())
  .nullish()
  .transform((value) => value ?? null);

/** Checked later, or only compared. */
export const anything = z.unknown().optional();

export const symbol = z.string().min(1).max(32);

/** Undefined and null count as empty. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((value) => value ?? '');

/** An id as text with all its digits; null if absent. */
export const id = z
  .union([z.string().max(100), z.int(), z.bigint()])
  .nullish()
  .transform((value) => (value === undefined || value === null ? null : String(value)));

/** Microseconds of a timestamp or of a text in RFC 3339; finer digits round up. */
export const instant = z.preprocess((value) => {
  if (value instanceof VendorTime) return value.instant;
  return typeof value === 'string' && value.length <= 40 ? parseInstant(value, null) : undefined;
}, z.int('expected a time with its offset'));

export const date = z.preprocess(
  (value) => (typeof value === 'string' ? parseCivilDate(value) : undefined),
  z.int('expected a date'),
);
