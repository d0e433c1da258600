/**
 * Writes what a module returned as JSON, so that both ways to run a module read the
 * same plain value.
 */

import { excerpt } from '#values';
import { reasonOf } from './failure-text.js';

/** Bytes of one answer, and of any message from a module's process. */
export const answerBytesMax = 1024 * 1024;

export type AnswerText =
  | { readonly kind: 'missing' }
  | { readonly kind: 'answer'; readonly json: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Expected form: a decision, which a schema defines, or any JSON at all. */
export type AnswerForm = 'decision' | 'JSON';

/**
 * Undefined and null are `missing`; a value that JSON cannot express (NaN, functions, …) makes the
 * answer invalid: in a decision it stays visible, so that the schema can name the place.
 */
export function answerText(returned: unknown, form: AnswerForm): AnswerText {
  if (returned === undefined || returned === null) return { kind: 'missing' };
  try {
    if (typeof returned === 'string') return bounded(JSON.stringify(returned), form);
    const json = JSON.stringify(returned, form === 'JSON' ? refuseForeign : markForeign);
    return bounded(json, form);
  } catch (error) {
    return { kind: 'unreadable', reason: `the answer is not plain data: ${reasonOf(error)}` };
  }
}

function bounded(json: string, form: AnswerForm): AnswerText {
  // Three bytes a character at most: short answers need no count.
  const isShort = 3 * json.length <= answerBytesMax;
  if (isShort || Buffer.byteLength(json) <= answerBytesMax) return { kind: 'answer', json };
  const found = `an answer of more than ${answerBytesMax} bytes`;
  const expected = form === 'JSON' ? 'a shorter answer' : 'a decision';
  return { kind: 'unreadable', reason: `expected ${expected}, found ${found}` };
}

/**
 * JSON would turn NaN into null and drop functions: both would pass for something that
 * was not returned.
 */
function markForeign(_key: string, value: unknown): unknown {
  const foreign = foreignTo(value);
  return foreign === undefined ? value : { 'not JSON': foreign };
}

/** Where any JSON would do, no schema stumbles over a mark. */
function refuseForeign(this: unknown, key: string, value: unknown): unknown {
  const foreign = foreignTo(value) ?? hollow(value) ?? hole(this, value);
  if (foreign === undefined) return value;
  throw new TypeError(`${key === '' ? '' : `${excerpt(key)}: `}expected JSON, found ${foreign}`);
}

/** A plain value that JSON cannot express, in a word. */
function foreignTo(value: unknown): string | undefined {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? undefined : String(value);
    case 'function':
    case 'symbol':
      return typeof value;
    case 'bigint':
      return `${value}n`;
    default:
      return undefined;
  }
}

/**
 * An object that JSON would write as empty, although it holds something: a `Map`, a
 * promise, an error.
 */
function hollow(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  const isHollow = !isPlain && Object.keys(value).length === 0;
  return isHollow ? Object.prototype.toString.call(value) : undefined;
}

/** JSON would fill holes in a list with null. */
function hole(holder: unknown, value: unknown): string | undefined {
  return value === undefined && Array.isArray(holder) ? 'undefined' : undefined;
}

/** Whether a module answers later. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
