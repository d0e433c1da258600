/**
 * Fundamentals as texts on a tape: a round trip gives the same data, and nothing ahead of its time.
 */

import { expect, it } from 'vitest';
import { sha256Hex, type Instant } from '#values';
import type { Filing, Fundamentals } from '#contracts';
import { handMade, noon } from '../hand-made.fixture.js';
import { fundamentalsStores } from './fundamentals-store.js';
import { lineDocuments, viewFundamentals } from './line-documents.js';
import { syntheticFundamentals } from './synthetic-source.js';

const micros = (text: string): Instant => Date.parse(text) * 1000;

function viewOf(data: Parameters<typeof lineDocuments>[0], asOf: Instant, figures: object[] = []) {
  const rows = lineDocuments(data).filter((row) => micros(row.accepted_at) <= asOf);
  const texts = new Map(rows.map(({ text }) => [sha256Hex(text), text]));
  return {
    symbols: [...new Set(rows.map(({ symbol }) => symbol))],
    filings: (symbol: string) =>
      rows
        .filter((row) => row.symbol === symbol)
        .map(({ section, text }) => {
          return { sections: [{ name: section, document: { sha256: sha256Hex(text) } }] } as Filing;
        }),
    fundamentals: (symbol: string) =>
      figures.filter((one) => 'symbol' in one && one.symbol === symbol) as Fundamentals[],
    document: (sha256: string) => texts.get(sha256),
  };
}

it.each([
  ['a file of a user', handMade],
  ['a synthetic store', syntheticFundamentals({ seed: 1, companies: 2, years: 2 })],
])('%s comes back as it was', (_, data) => {
  const { read } = viewFundamentals(viewOf(data, Infinity));
  const byId = (items: readonly { id: string }[]) =>
    [...items].sort((one, other) => (one.id < other.id ? -1 : 1));
  const back = read();
  const used = new Set(data.points.map(({ seriesId }) => seriesId));
  expect(byId(back.points)).toEqual(byId(data.points));
  expect(byId(back.series)).toEqual(byId(data.series.filter(({ id }) => used.has(id))));
  expect(byId(back.companies)).toEqual(byId(data.companies));
});

it('shows at each time what a store shows then', () => {
  const open = fundamentalsStores(handMade);
  for (const day of ['2022-08-02', '2023-05-11', '2024-06-01']) {
    const { read } = viewFundamentals(viewOf(handMade, noon(day)));
    const now = fundamentalsStores(read())(noon(day));
    expect(now.companies()).toEqual(open(noon(day)).companies());
    for (const { id } of handMade.series) {
      expect(now.points(id)).toEqual(open(noon(day)).points(id));
    }
  }
});

it('lets a company say what the figures of its filings do not', () => {
  const figures = {
    kind: 'fundamentals',
    symbol: 'GEAR',
    form: '10-Q',
    fiscalYear: 2024,
    fiscalPeriod: 'Q1',
    periodStart: 19539,
    periodEnd: 19630,
    filedDate: 19660,
    acceptedAt: null,
    accession: 'a-1',
    statements: { income_statement: { revenues: figure(5e6) } },
  };
  const { read } = viewFundamentals(viewOf(handMade, Infinity, [figures]));
  const { companies, series } = read();
  expect(companies.filter(({ ticker }) => ticker === 'GEAR')).toMatchObject([
    { id: 'k2', name: 'Gearbox Holdings' },
  ]);
  expect(series.filter(({ companyId }) => companyId === 'k2').map(({ path }) => path)).toEqual([
    'Income Statement | Revenues',
    'Operational KPIs | Gross margin',
  ]);
});

function figure(value: number) {
  return { value, unit: 'USD', label: 'Revenues' };
}
