/** The eight sections of a report, and how their titles are recognized. */

/** Titles in order, and how a heading of the section starts. */
const known: readonly (readonly [title: string, start: RegExp])[] = [
  ['Executive Summary', /^(?:executive )?summary\b/i],
  ['Investment Rating & Thesis', /^(?:investment )?(?:rating|thesis)\b/i],
  ['Weekly Price Performance & Technical Indicators', /^(?:weekly )?(?:price|technical)/i],
  ['News & Catalysts', /^(?:key )?(?:news|catalysts)\b/i],
  ['Earnings & Filings Update', /^(?:earnings|(?:sec )?filings)\b/i],
  ['Sector & Relative Performance', /^(?:sector|relative)\b/i],
  ['Risk Factors', /^(?:key )?risks?\b/i],
  ['Recommendation, Outlook & Scenarios', /^(?:recommendation|outlook|scenarios)\b/i],
];

export const sectionTitles: readonly string[] = known.map(([title]) => title);

/** Pictures and marks before the words of a title. */
const signsAtStart = /^[^\p{L}\p{N}]{1,20}/u;

const wordsOf = (title: string): string[] =>
  (title.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !/^(?:weekly|update)$/.test(word));

/**
 * Reads a heading without its `#`; a picture and a number before the title do not count. `section`:
 * index in `sectionTitles`; `isFull`: whether all words of that title are there.
 */
export function matchTitle(heading: string) {
  const title = heading
    .slice(0, 120)
    .replace(signsAtStart, '')
    .replace(/^(?:section |part )?\d{1,2} ?[.):–—-] ?/i, '')
    .replace(signsAtStart, '');
  const section = known.findIndex(([, start]) => start.test(title));
  if (section < 0) return undefined;
  const words = wordsOf(title);
  return { section, isFull: wordsOf(known[section]![0]).every((word) => words.includes(word)) };
}
