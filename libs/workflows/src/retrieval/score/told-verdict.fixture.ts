/** A verdict as a golden file has it. */

import type { Question, Verdict } from './schemas.js';

const shortened = (text: string): string =>
  text.length > 90 ? `${text.slice(0, 40)}…${text.slice(-49)}` : text;

/**
 * What was expected, what was said, and what was found: fault, value, reason and
 * whether it gave up.
 */
export function toldVerdict(
  { expected: { value: right, unit, period } }: Question,
  text: string,
  { right: isRight, fault, value, why, gaveUp }: Verdict,
): string {
  const asked = `${right} ${unit}${period === null ? '' : ` ${period}`}`;
  const verdict = isRight === null ? 'undecided' : (fault ?? 'right');
  const found = [verdict, value ?? '-', why, ...(gaveUp ? ['gave up'] : [])].join(' | ');
  return `${asked}: ${JSON.stringify(shortened(text))}\n  ${found}`;
}
