/** JSON from outside. */

import { invalidInput } from './failure.js';

/** As `JSON.parse`. `InvalidInput` where a member is named `__proto__`, which some schemas drop without a word. */
export function parseJson(text: string): unknown {
  if (!/__proto__|\\u/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (name, value: unknown) => {
    if (name === '__proto__') throw invalidInput('no member can be named __proto__');
    return value;
  });
}

/** What JSON says; undefined for a text that is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
