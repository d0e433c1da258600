/** The synthetic store: its contents, and the laws that it keeps. */

import { canonicalHash, formatCivilDate, utcDateOf } from '#values';
import { describe, expect, it } from 'vitest';
import { labeledMonths, monthsOf } from './fiscal-period.js';
import { isAdditive } from './fundamentals-model.js';
import { fundamentalsStores } from './fundamentals-store.js';
import { syntheticFundamentals } from './synthetic-source.js';

const data = syntheticFundamentals({ seed: 7 });
const { companies, series, points } = data;

describe('the synthetic store', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(canonicalHash(syntheticFundamentals({ seed: 7 }))).toBe(canonicalHash(data));
    expect(canonicalHash(syntheticFundamentals({ seed: 8 }))).not.toBe(canonicalHash(data));
  });

  it('does not change a company when there are more', () => {
    const first = (count: number) =>
      syntheticFundamentals({ seed: 7, companies: count }).points.filter(({ id }) =>
        id.startsWith('synthetic-01-'),
      );
    expect(first(1)).toEqual(first(3));
  });

  it('is called synthetic everywhere', () => {
    expect(
      companies.every(({ name, isSynthetic }) => isSynthetic && name.startsWith('Synthetic ')),
    ).toBe(true);
    const ids = [...companies, ...series, ...points].map(({ id }) => id);
    expect(ids.filter((id) => !id.startsWith('synthetic-'))).toEqual([]);
    expect(points.filter(({ accession }) => !accession?.startsWith('synthetic-'))).toEqual([]);
  });

  it('has what real data sets lack', () => {
    expect(companies.filter(({ region }) => region === 'US')).toHaveLength(6);
    expect(
      [...new Set(companies.map(({ fiscalYearEndMonth }) => fiscalYearEndMonth))].sort(),
    ).toEqual([1, 12, 3, 6, 9]);
    expect(new Set(companies.map(({ reporting }) => reporting)).size).toBe(2);
    expect(new Set(companies.map(({ yearLabel }) => yearLabel)).size).toBe(2);
    expect(new Set(series.map(({ category }) => category)).size).toBe(6);
    const kinds = new Set(series.map(({ unit }) => unit.replace(/[A-Z]{3}/, 'currency')));
    expect([...kinds].sort()).toEqual([
      'currency',
      'currency / shares',
      'ratio',
      'shares',
      'units',
    ]);
    const share = (is: (point: (typeof points)[number]) => boolean) =>
      points.filter(is).length / points.length;
    expect(share(({ value }) => value < 0)).toBeGreaterThan(0.08);
    expect(share(({ value }) => value === 0)).toBeGreaterThan(0.03);
    expect(share(({ restates }) => restates !== null)).toBeGreaterThan(0.02);
    expect(share(({ targetPeriod }) => targetPeriod !== null)).toBeGreaterThan(0.05);
    expect(share(({ isTagged }) => isTagged)).toBeGreaterThan(0.01);
    expect(share(({ isComputed }) => isComputed)).toBeGreaterThan(0.05);
  });

  it('shows nothing later than its as-of, and misses nothing known by then', () => {
    const open = fundamentalsStores(data);
    const times = [...new Set(points.map(({ knownAt }) => knownAt))].sort(
      (one, other) => one - other,
    );
    for (const asOf of times.filter((_, index) => index % 9 === 0)) {
      const store = open(asOf - 1);
      const shown = companies
        .flatMap(({ id }) => store.series(id))
        .flatMap(({ id }) => store.points(id));
      const known = points.filter(({ knownAt }) => knownAt < asOf);
      const replaced = new Set(known.map(({ restates }) => restates));
      expect(shown.map(({ id }) => id).sort(), formatCivilDate(utcDateOf(asOf))).toEqual(
        known
          .map(({ id }) => id)
          .filter((id) => !replaced.has(id))
          .sort(),
      );
    }
  });

  it('labels every value by its days, and makes it known after them', () => {
    const companyOf = new Map(
      series.map(({ id, companyId }) => [id, companies.find((one) => one.id === companyId)]),
    );
    for (const { id, seriesId, period, start, end, knownAt } of points) {
      const company = companyOf.get(seriesId);
      if (company === undefined) throw new Error(id);
      const months = labeledMonths(period, company);
      expect(monthsOf(null, end).last, id).toBe(months?.last);
      // Annual values are labeled with their last quarter.
      if (start !== null && !period.endsWith('Q4'))
        expect(monthsOf(start, end), id).toEqual(months);
      expect(utcDateOf(knownAt), id).toBeGreaterThan(end);
    }
  });

  it('has parts that add up, and no digits that are not reported', () => {
    const quarterly = series.filter(
      ({ path, unit }) => /^(Income|Segm|Geo)/.test(path) && isAdditive(unit),
    );
    let sums = 0;
    for (const { id, scale } of quarterly) {
      const value = (period: string) =>
        points.find(
          (point) => point.seriesId === id && point.period === period && point.restates === null,
        )?.value;
      const parts = ['Q1', 'Q2', 'Q3', 'Q4'].map((part) => value(`2020${part}`));
      const sum = parts.reduce<number>((left, part) => left + (part ?? NaN), 0);
      if (Number.isNaN(sum)) continue;
      sums++;
      expect(sum, id).toBe(value('2020FY'));
      expect(sum % (scale / 10), id).toBeCloseTo(0);
    }
    expect(sums).toBeGreaterThan(80);
  });
});
