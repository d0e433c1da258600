/** Writes what a module returned as JSON, so that both ways to run a module read the same plain value. */

import { reasonOf } from './failure-text.js';

/** Bytes of one answer, and of any message from a module's process. */
export const answerBytesMax = 1024 * 1024;

export type AnswerText =
  | { readonly kind: 'missing' }
  | { readonly kind: 'answer'; readonly json: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Nothing is `missing`; what JSON cannot say (NaN, functions, …) stays visible and makes the answer invalid. */
export function answerText(returned: unknown): AnswerText {
  if (returned === undefined || returned === null) return { kind: 'missing' };
  try {
    const json = JSON.stringify(returned, markForeign);
    if (Buffer.byteLength(json) <= answerBytesMax) return { kind: 'answer', json };
    const found = `an answer of more than ${answerBytesMax} bytes`;
    return { kind: 'unreadable', reason: `expected a decision, found ${found}` };
  } catch (error) {
    return { kind: 'unreadable', reason: `the answer is not plain data: ${reasonOf(error)}` };
  }
}

/** JSON would turn NaN into null and drop functions: both would pass for something that was not said. */
function markForeign(_key: string, value: unknown): unknown {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : { 'not JSON': String(value) };
    case 'function':
    case 'symbol':
      return { 'not JSON': typeof value };
    case 'bigint':
      return { 'not JSON': `${value}n` };
    default:
      return value;
  }
}
