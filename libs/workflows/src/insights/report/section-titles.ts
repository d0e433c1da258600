/** The eight sections of a report, and how their titles are recognized. */

/** Titles in order. `core`: words of which a title has at least one; `other`: words that it may have beside them. */
const known = [
  { title: 'Executive Summary', core: 'summary', other: 'executive overview' },
  { title: 'Investment Rating & Thesis', core: 'rating thesis', other: 'investment conviction' },
  {
    title: 'Weekly Price Performance & Technical Indicators',
    core: 'price technical technicals',
    other: 'performance indicators action metrics',
  },
  { title: 'News & Catalysts', core: 'news catalyst catalysts', other: 'events flow headlines' },
  {
    title: 'Earnings & Filings Update',
    core: 'earnings filing filings',
    other: 'sec fundamentals disclosures',
  },
  {
    title: 'Sector & Relative Performance',
    core: 'sector relative',
    other: 'performance peer peers comparison strength benchmark',
  },
  { title: 'Risk Factors', core: 'risk risks', other: 'factors uncertainty uncertainties' },
  {
    title: 'Recommendation, Outlook & Scenarios',
    core: 'recommendation recommendations outlook scenario scenarios',
    other: 'investment final forward conclusion bull bear base case',
  },
];
const filler = new Set(
  'and the a of s key main recent latest update updates weekly week analysis review assessment'.split(
    ' ',
  ),
);

export const sectionTitles: readonly string[] = known.map(({ title }) => title);

const wordsOf = (title: string): string[] =>
  (title.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !filler.has(word));

const sections = known.map(({ title, core, other }) => {
  const cores = new Set(core.split(' '));
  return { words: wordsOf(title), core: cores, all: new Set([...cores, ...other.split(' ')]) };
});

export interface TitleMatch {
  /** Index in `sectionTitles`. */
  readonly section: number;
  /** Whether all words of the section's title are there. */
  readonly isFull: boolean;
}

/** Reads a heading without its `#`; a number before the title, and what follows a colon or dash, do not count. */
export function matchTitle(heading: string): TitleMatch | undefined {
  const title = heading
    .slice(0, 120)
    .replace(/^\W{0,5}(?:section )?(?:\d{1,2}|[IVX]{1,4}) ?[.):–—-]/i, '');
  const words = wordsOf(title.split(/[:—–|(]/, 1)[0]!);
  const section = sections.findIndex(
    ({ core, all }) => words.some((word) => core.has(word)) && words.every((word) => all.has(word)),
  );
  if (section < 0) return undefined;
  return { section, isFull: sections[section]!.words.every((word) => words.includes(word)) };
}
