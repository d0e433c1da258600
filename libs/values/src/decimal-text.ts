/** Decimal numbers as text, for values that must not pass through floating point. */

import { withoutEnd } from './text-end.js';

const spelling = /^([+-]?)(\d{0,400})(?:\.(\d{0,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * A number in XML Schema notation (decimal, double: `-.0130`, `1.5e3`) in canonical plain form: no
 * exponent, no redundant zeros, and a digit before the point. Undefined for any other text.
 */
export function decimalText(text: string): string | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = spelling.exec(text) ?? [];
  if (whole + fraction === '') return undefined;
  const point = whole.length + Number(exponent);
  const digits = '0'.repeat(Math.max(0, 1 - point)) + (whole + fraction).padEnd(point, '0');
  const at = Math.max(1, point);
  const left = digits.slice(0, at).replace(/^0+(?=\d)/, '');
  const right = withoutEnd(digits.slice(at), '0');
  const number = right === '' ? left : `${left}.${right}`;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}
