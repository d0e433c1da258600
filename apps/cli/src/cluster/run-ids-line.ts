/** Ids of runs for people: as many digits as tell them apart, and where the whole ones are. */

const charsMin = 12;
const shownMax = 8;

/** One line; commands take ids as short as these, and `listing` is the one that prints the whole ones. */
export function runIdsLine(runs: readonly string[], listing: string): string {
  const shown = shortened(runs).slice(0, shownMax).join(' ');
  const more = runs.length > shownMax ? ` and ${runs.length - shownMax} more` : '';
  return `${shown}${more} (whole: ${listing})`;
}

function shortened(ids: readonly string[]): string[] {
  const cut = (chars: number): string[] => ids.map((id) => id.slice(0, chars));
  const all = new Set(ids).size;
  let chars = charsMin;
  while (new Set(cut(chars)).size < all) chars++;
  return cut(chars);
}
