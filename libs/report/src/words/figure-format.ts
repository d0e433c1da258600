/** Numbers and names for readers: one format on every machine, independent of locale data. */

import { inThousands, withoutEndZeros } from '#values';

/** How a figure is written: `+4.22%`, `4.22%`, `0.85`, `1,204`, `104,223.10`. */
export type FigureKind = 'signed-percent' | 'percent' | 'ratio' | 'count' | 'money';

/** The sign with the width of a plus. */
const minus = '\u2212';

/** Stands for a figure that is undefined. */
export const undefinedSign = '—';

/** A finite number in the format of its kind; percentages from fractions. */
export function formatFigure(value: number, kind: FigureKind): string {
  switch (kind) {
    case 'signed-percent':
      return `${formatNumber(value * 100, 2, true)}%`;
    case 'percent':
      return `${formatNumber(value * 100, 2)}%`;
    case 'ratio':
    case 'money':
      return formatNumber(value, 2);
    case 'count':
      return formatNumber(value, 0);
  }
}

/** `1,204` for a whole number. */
export const formatCount = (count: number): string => formatNumber(count, 0);

/** `97.56%`; a share below one is never written as 100.00%. */
export function formatShare(share: number): string {
  return formatFigure(share < 1 ? Math.min(share, 0.9999) : share, 'percent');
}

/**
 * Grouped by thousands, `digits` decimals, a true minus sign; a value that rounds to
 * zero has no sign.
 */
export function formatNumber(value: number, digits: number, signed = false): string {
  const size = Math.abs(value);
  if (size >= 1e15) return value.toExponential(3).replace('-', minus);
  const [whole = '0', fraction] = size.toFixed(digits).split('.');
  const grouped = inThousands(whole);
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  if (!/[1-9]/.test(text)) return text;
  if (value < 0) return minus + text;
  return signed ? `+${text}` : text;
}

/** Shares and prices: at most `digitsMax` decimals, without trailing zeros. */
export function formatQuantity(value: number, digitsMax = 6): string {
  const text = formatNumber(value, digitsMax);
  return text.includes('.') ? withoutEndZeros(text) : text;
}

/**
 * A label for an axis whose ticks lie `step` apart: `104,000`, `12.5M`; never more digits than
 * the step needs.
 */
export function formatTick(value: number, step: number): string {
  const units: readonly (readonly [number, string])[] = [
    [1e12, 'T'],
    [1e9, 'B'],
    [1e6, 'M'],
  ];
  const size = Math.max(Math.abs(value), step);
  const [unit, suffix] = units.find(([from]) => size >= from) ?? [1, ''];
  return formatNumber(value / unit, decimalsOf(step / unit)) + (value === 0 ? '' : suffix);
}

/** Decimals that tell two neighbors `step` apart from one another, at most 8. */
export function decimalsOf(step: number): number {
  for (let digits = 0; digits < 8; digits++) {
    const scaled = step * 10 ** digits;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return digits;
  }
  return 8;
}

/** Decimals of numbers known only by their column. */
const columnDigitsMax = 4;

/** A writer for the numbers of one column: as many decimals as they need, at most four. */
export function columnFormat(
  values: readonly (number | string | null)[],
): (value: number) => string {
  const digits = values.reduce<number>(
    (most, value) => (typeof value === 'number' ? Math.max(most, digitsOf(value)) : most),
    0,
  );
  return (value) => (vanishes(value, digits) ? exponential(value) : formatNumber(value, digits));
}

function digitsOf(value: number): number {
  for (let digits = 0; digits < columnDigitsMax; digits++) {
    if (Number(value.toFixed(digits)) === value) return digits;
  }
  return columnDigitsMax;
}

/** Whether a nonzero number would be written as zero. */
function vanishes(value: number, digits: number): boolean {
  return value !== 0 && Number(value.toFixed(digits)) === 0;
}

function exponential(value: number): string {
  return value.toExponential(1).replaceAll('-', minus);
}

/** More names than this are counted, not listed. */
export const listedMax = 24;

/** Names in a sentence, separated by commas or by another separator. */
export function listed(names: readonly string[], between = ', ', most = listedMax): string {
  const rest = names.length - most;
  const shown = names.slice(0, most).join(between);
  return rest > 0 ? `${shown} and ${formatCount(rest)} more` : shown;
}

/** At most this many letters: the first ones of a longer text. */
export function shortened(text: string, most: number): string {
  const letters = text.length <= most ? [] : [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
