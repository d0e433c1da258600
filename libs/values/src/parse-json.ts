/** Parses external JSON. */

import { invalidInput } from './failure.js';

/** Like `JSON.parse`. Throws `InvalidInput` for a member named `__proto__`, which some schemas drop silently. */
export function parseJson(text: string): unknown {
  if (!/__proto__|\\u/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (name, value: unknown) => {
    if (name === '__proto__') throw invalidInput('no member can be named __proto__');
    return value;
  });
}

/** The value of a JSON text; undefined if it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
