/**
 * Refuses a file whose rows have two frequencies, such as days of the past and hours of this month.
 */

import { invalidInput, microsPerDay, microsPerHour, microsPerMinute, type Instant } from '#values';

/** So many steps of another length, one after the other, are no gaps. */
const stretchMin = 20;
/** One length makes so much of a stretch; the rest are nights and weekends. */
const shareMin = 0.6;

/** Rows of one symbol whose steps are not those of most rows. */
interface Stretch {
  readonly from: number;
  readonly steps: Map<number, number>;
  count: number;
}

/**
 * `stamps` in file order with the symbol of each; `step`: the distance of most rows, in
 * microseconds. Throws `InvalidInput` with the first row of another frequency, counted from 1.
 */
export function requireOneFrequency(
  stamps: readonly Instant[],
  symbols: readonly unknown[],
  { file, step }: { readonly file: string; readonly step: number },
): void {
  const last = new Map<unknown, Instant>();
  const stretches = new Map<unknown, Stretch>();
  for (const [row, at] of stamps.entries()) {
    const symbol = symbols[row];
    const gap = Math.abs(at - (last.get(symbol) ?? NaN));
    last.set(symbol, at);
    if (!(gap > 0)) continue;
    if (gap === step) {
      stretches.delete(symbol);
      continue;
    }
    const stretch = stretches.get(symbol) ?? { from: row, steps: new Map(), count: 0 };
    stretches.set(symbol, stretch);
    stretch.count++;
    stretch.steps.set(gap, (stretch.steps.get(gap) ?? 0) + 1);
    requireGaps(stretch, { file, step });
  }
}

function requireGaps(
  { from, steps, count }: Stretch,
  { file, step }: { readonly file: string; readonly step: number },
): void {
  if (count !== stretchMin) return;
  const [other = NaN, times = 0] = [...steps].reduce((a, b) => (b[1] > a[1] ? b : a));
  const isMultiple = Math.max(other, step) % Math.min(other, step) === 0;
  if (!isMultiple || times < shareMin * count) return;
  throw invalidInput('the file has rows of two frequencies', {
    // A stretch begins with the row before its first step. Lines that are no rows do not count.
    where: `${file} row ${from}`,
    expected:
      `rows that are ${lengthOf(step)} apart, as most are; put the others into a file of their ` +
      'own',
    found: `rows that are ${lengthOf(other)} apart`,
  });
}

function lengthOf(micros: number): string {
  const units = [
    ['day', microsPerDay],
    ['hour', microsPerHour],
    ['minute', microsPerMinute],
  ] as const;
  const [name, unit] = units.find(([, length]) => micros % length === 0) ?? ['second', 1_000_000];
  const count = micros / unit;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
