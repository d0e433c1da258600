/**
 * Ends of texts, cut in one pass: a pattern such as `/0+$/` starts at each character of
 * each run again.
 */

/** Without the run of these characters (UTF-16 units) at its end. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/**
 * A number with a point, without the zeros at its end; the point goes, too, if only
 * zeros follow it.
 */
export function withoutEndZeros(decimal: string): string {
  const bare = withoutEnd(decimal, '0');
  return bare.endsWith('.') ? bare.slice(0, -1) : bare;
}

/** Digits with a comma between thousands: `1234567` as `1,234,567`. */
export function inThousands(digits: string): string {
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join(',');
}
