/**
 * Asks recheck whether the time that a pattern takes grows with the length of the text, or faster.
 */

import { check } from 'recheck';

/** Its generator starts here, so that it attacks a pattern alike each time. */
const randomSeed = 1;
/**
 * Milliseconds. Attacks are limited in steps, so that a busy machine changes no verdict
 * but `not known`.
 */
const timeout = 300_000;
const limits = { randomSeed, timeout, attackTimeout: null, incubationTimeout: null };

/** `linear`, or how the time grows, or that recheck does not know. `literal` is `/source/flags`. */
export async function verdictOn(literal: string): Promise<string> {
  const end = literal.lastIndexOf('/');
  // recheck refuses a name that two alternatives give to their groups; it makes no
  // difference to the time.
  const source = literal.slice(1, end).replace(/\(\?<(?![=!])[^>]{1,100}>/g, '(');
  const found = await check(source, literal.slice(end + 1), limits);
  if (found.status === 'safe') return 'linear';
  if (found.status === 'vulnerable') return found.complexity.summary;
  return `not known (${found.error.kind})`;
}
