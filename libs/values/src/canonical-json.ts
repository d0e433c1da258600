/** JSON with a unique spelling per value, so that equal values have equal hashes. */

import { createHash } from 'node:crypto';
import { invariant } from './failure.js';

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * RFC 8785 style: keys sorted by code unit, no white space, numbers as ECMAScript prints
 * them. Undefined members are omitted, undefined items become null; a number that is not
 * finite, and anything but plain objects, arrays, texts, numbers, booleans and null, throws
 * an `Invariant` failure.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    invariant(Number.isFinite(value), 'canonical JSON holds finite numbers only');
    return `${value}`;
  }
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item) => canonicalJson(item ?? null)).join(',')}]`;
  }
  invariant(typeof value === 'object', `canonical JSON cannot hold a ${typeof value}`);
  // A Date or a Map has no own members: all of them would share one spelling.
  invariant(isPlain(value), 'canonical JSON holds plain objects and arrays only');
  const record = value as Record<string, unknown>;
  let members = '';
  for (const key of sortedKeys(record)) {
    const member = record[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/**
 * Most objects are already in this order, and checking that takes a fraction of the time to sort.
 */
function sortedKeys(record: object): readonly string[] {
  const keys = Object.keys(record);
  for (let at = 1; at < keys.length; at++) {
    if ((keys[at - 1] as string) > (keys[at] as string)) return keys.sort();
  }
  return keys;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** SHA-256 of bytes or of UTF-8 text, lower-case hex, 64 characters. */
export function sha256Hex(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/** SHA-256 of the canonical JSON of a value. */
export function canonicalHash(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}
