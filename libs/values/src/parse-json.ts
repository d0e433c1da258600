/** Parses external JSON. */

import { invalidInput } from './failure.js';

/** Values inside each other: deeper ones would exhaust the stack of what walks through them. */
export const jsonDepthMax = 500;

/**
 * Like `JSON.parse`. Throws `InvalidInput` for a member named `__proto__`, which some schemas drop
 * silently, and for values nested deeper than `jsonDepthMax`.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) {
    throw invalidInput('the JSON is nested too deeply', {
      expected: `a depth of at most ${jsonDepthMax}`,
    });
  }
  if (!/__proto__|\\u/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (name, value: unknown) => {
    if (name === '__proto__') throw invalidInput('no member can be named __proto__');
    return value;
  });
}

/** The value of a JSON text; undefined if it is not JSON, or nested deeper than `jsonDepthMax`. */
export function jsonOf(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a text of JSON has values nested deeper than `jsonDepthMax`. Brackets inside
 * texts do not count.
 */
export function isTooDeep(text: string): boolean {
  return hasBrackets(text, jsonDepthMax + 1) && isDeep(text);
}

/**
 * Whether a text of JSON has more than `valuesMax` objects, lists and commas, an estimate of its
 * values. A value of two characters takes fifty bytes and more once it is parsed; a text takes one
 * or two a character.
 */
export function hasMoreValues(text: string, valuesMax: number): boolean {
  if (text.length < 2 * valuesMax) return false;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) isInText = !isInText;
    else if (isInText && code === backslash) at++;
    else if (!isInText && (code === comma || opening.includes(code))) values++;
    if (values > valuesMax) return true;
  }
  return false;
}

/**
 * Whether there are that many opening brackets, wherever they are: far quicker than the depth,
 * for most texts.
 */
function hasBrackets(text: string, count: number): boolean {
  let found = 0;
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      found++;
      if (found >= count) return true;
    }
  }
  return false;
}

const comma = 44;
const quote = 34;
const backslash = 92;
const opening = [91, 123];
const closing = [93, 125];

function isDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) isInText = !isInText;
    else if (isInText && code === backslash) at++;
    else if (!isInText && opening.includes(code)) depth++;
    else if (!isInText && closing.includes(code)) depth--;
    if (depth > jsonDepthMax) return true;
  }
  return false;
}
