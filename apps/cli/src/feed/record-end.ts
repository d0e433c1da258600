/** When a recording stops by itself: after a while, or at an instant. */

import { excerpt, invalidInput, parseInstant, type Instant } from '#values';
import { textOf } from '../option-value.js';

const micros = { s: 1e6, m: 60e6, h: 3_600e6, d: 86_400e6 } as const;
const pattern = /^(\d{1,6})(s|m|h|d)$/;

/** The instant that `--for` or `--until` means; undefined without either. `InvalidInput` names the option. */
export function endOfRecording(
  options: Readonly<Record<string, unknown>>,
  now: Instant,
): Instant | undefined {
  const [length, until] = [textOf(options['for']), textOf(options['until'])];
  if (length !== undefined && until !== undefined) {
    throw invalidInput('a recording has one end', { where: '--for', expected: '--for or --until' });
  }
  if (length !== undefined) {
    const [, count, unit] = pattern.exec(length) ?? [];
    if (count === undefined) {
      const expected = 'a number and s, m, h or d, such as 10m';
      throw invalidInput('not a length of time', {
        where: '--for',
        expected,
        found: excerpt(length),
      });
    }
    return now + Number(count) * micros[unit as keyof typeof micros];
  }
  if (until === undefined) return undefined;
  const at = parseInstant(until, null);
  if (at !== undefined && at > now) return at;
  const expected = 'an instant to come, with its offset, such as 2026-04-01T20:00:00Z';
  throw invalidInput('not a time to stop at', {
    where: '--until',
    expected,
    found: excerpt(until),
  });
}
