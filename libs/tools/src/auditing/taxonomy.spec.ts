/** The years of published taxonomies, and the order in which concepts are found in them. */

import { describe, expect, it } from 'vitest';
import { answer, smallMarket } from '../trading/small-market.fixture.js';
import { auditingTools } from './auditing-tools.js';
import { knownTaxonomies, nearestYear, yearsOfPrefix } from './taxonomy.js';

const linesOf = (names: readonly string[]): string =>
  names.map((concept) => `${JSON.stringify({ concept: `us-gaap:${concept}` })}\n`).join('');
const names = ['ShareBasedAward', 'ShareBasis', 'Share', 'ShareAmount', 'Shares', 'ShareB'];

/** A filing of `us-gaap` with concepts. */
const published = (accession: string, form = 'taxonomy', date = '2025-12-31') => ({
  symbol: 'us-gaap',
  date,
  acceptedAt: 0,
  form,
  accession,
  sections: { [`us-gaap/${accession}/concepts.jsonl`]: linesOf(names) },
});

const view = smallMarket({
  prices: { 'us-gaap': {}, abc: { '2026-01-02': 1 } },
  filings: [
    published('us-gaap-2024'),
    published('us-gaap-2020'),
    published('us-gaap-2022'),
    published('us-gaap-latest'),
    published('us-gaap-20231'),
    published('old-us-gaap-2021'),
    published('us-gaap-2023', '10-K'),
    { ...published('us-gaap-2019'), symbol: 'abc' },
  ],
})('2026-01-02');

describe('the years of taxonomies', () => {
  const years = knownTaxonomies(view);
  const yearsIn = (list: readonly { readonly year: number }[]): number[] =>
    list.map(({ year }) => year);

  it('are those of filings of us-gaap that are taxonomies and name a year, oldest first', () => {
    expect(yearsIn(years)).toEqual([2020, 2022, 2024]);
  });

  it('are none in a market without them', () => {
    const other = smallMarket({ prices: { abc: { '2026-01-02': 1 } } })('2026-01-02');
    expect(knownTaxonomies(other)).toEqual([]);
    expect(nearestYear([], 2022)).toBeUndefined();
  });

  it.each([
    [1990, 2020],
    [2020, 2020],
    [2021, 2020],
    [2022, 2022],
    [2023, 2022],
    [2024, 2024],
    [2030, 2024],
  ])('nearest to %i: %i, the earlier of two', (wanted, year) => {
    expect(nearestYear(years, wanted)?.year).toBe(year);
  });

  it('are those with a concept of the prefix', () => {
    expect(yearsIn(yearsOfPrefix(years, 'us-gaap:Nothing'))).toEqual([2020, 2022, 2024]);
    expect(yearsIn(yearsOfPrefix(years, 'srt:Nothing'))).toEqual([]);
  });
});

describe('query_taxonomy', () => {
  const query = (args: object) => {
    const found = answer(auditingTools, { view }, ['query_taxonomy', args]);
    return found as { total: number; concepts: { concept: string }[] };
  };
  const found = (args: object): string[] =>
    query(args).concepts.map(({ concept }) => concept.replace('us-gaap:', ''));

  it('shows shortest names first, and those of one length as they are published', () => {
    const all = ['Share', 'Shares', 'ShareB', 'ShareBasis', 'ShareAmount', 'ShareBasedAward'];
    expect(found({ name: 'share' })).toEqual(all);
    expect(found({ name: 'shareb' })).toEqual(['ShareB', 'ShareBasis', 'ShareBasedAward']);
  });

  it('cuts the list after ordering it, and counts all of them', () => {
    expect(found({ name: 'share', limit: 2 })).toEqual(['Share', 'Shares']);
    expect(query({ name: 'share', limit: 2 })).toMatchObject({ total: names.length });
  });

  it('reads the latest year unless one is asked for', () => {
    expect(query({ name: 'share' })).toMatchObject({ taxonomy_year_used: 2024 });
    expect(query({ name: 'share', taxonomy_year: 2021 })).toMatchObject({
      taxonomy_year_used: 2020,
      years: [2020, 2022, 2024],
    });
  });
});
