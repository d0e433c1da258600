/** The pattern of SQL's LIKE, as the published search uses the keywords that it is given. */

/**
 * Whether a text has the keyword as a part, where `%` stands for any characters and `_` for one.
 * Each piece between two `%` is taken where it comes first, so that no text is read twice for it.
 */
export function hasLike(text: string, keyword: string): boolean {
  const characters = Array.from(text);
  let from = 0;
  for (const piece of keyword.split('%')) {
    const wanted = Array.from(piece);
    const at = placeOf(characters, wanted, from);
    if (at === undefined) return false;
    from = at + wanted.length;
  }
  return true;
}

function placeOf(text: readonly string[], piece: readonly string[], from: number) {
  for (let at = from; at + piece.length <= text.length; at++) {
    if (piece.every((one, offset) => one === '_' || one === text[at + offset])) return at;
  }
  return undefined;
}
