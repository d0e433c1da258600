/** Texts by characters (Unicode code points), as tools count them: a page never ends inside of one. */

const surrogate = /[\ud800-\udfff]/;

export function characterCount(text: string): number {
  return surrogate.test(text) ? Array.from(text).length : text.length;
}

/** `count` characters from the `offset`-th on. */
export function characters(text: string, offset: number, count = Infinity): string {
  const end = offset + count;
  return surrogate.test(text)
    ? Array.from(text).slice(offset, end).join('')
    : text.slice(offset, end);
}
