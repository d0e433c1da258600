/** A made-up store for what real data sets lack. Every name and id says that it is synthetic. */

import {
  microsPerDay,
  microsPerHour,
  seededRandom,
  startOfUtcDay,
  type SeededRandom,
} from '#values';
import { datesOf, labelledSpan } from './fiscal-period.js';
import {
  categoryOf,
  isAdditive,
  type Company,
  type FundamentalsData,
  type Point,
  type Series,
} from './fundamentals-model.js';
import { syntheticSeries, type SyntheticSeries } from './synthetic-series.js';

export interface SyntheticOptions {
  readonly seed: number | string;
  /** How many companies; every second one is of the US. */
  readonly companies?: number;
  /** Calendar year that names the first fiscal year. */
  readonly firstYear?: number;
  readonly years?: number;
}

/** Country, currency, month in which the fiscal year ends, which year names it, quarterly or half-yearly. */
type Home = readonly [string, string, number, Company['yearLabel'], Company['reporting']];
const usHomes: readonly Home[] = [
  ['US', 'USD', 12, 'end', 'quarterly'],
  ['US', 'USD', 6, 'end', 'quarterly'],
  ['US', 'USD', 9, 'end', 'quarterly'],
  ['US', 'USD', 1, 'start', 'quarterly'],
];
const otherHomes: readonly Home[] = [
  ['JP', 'JPY', 3, 'start', 'quarterly'],
  ['GB', 'GBP', 12, 'end', 'half-yearly'],
  ['IN', 'INR', 3, 'end', 'quarterly'],
  ['AU', 'AUD', 6, 'end', 'half-yearly'],
  ['DE', 'EUR', 9, 'start', 'quarterly'],
  ['BR', 'BRL', 12, 'end', 'quarterly'],
];
const firstWords = ['Amber', 'Birch', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite'];
const lastWords = ['Foods', 'Instruments', 'Logistics', 'Materials', 'Systems'];

/** One value in twenty is restated a year later; one in thirty was tagged by a machine. */
const [restatedIn, taggedIn] = [20, 30];

/** The same options give the same store. 12 companies, fiscal years 2019 to 2023 unless said otherwise. */
export function syntheticFundamentals({
  seed,
  companies: count = 12,
  firstYear = 2019,
  years = 5,
}: SyntheticOptions): FundamentalsData {
  const companies = Array.from({ length: count }, (_, index) => syntheticCompany(index));
  const series: Series[] = [];
  const points: Point[] = [];
  for (const company of companies) {
    // Apart for each company, so that one more changes none of the others.
    const random = seededRandom(`${seed} ${company.id}`);
    const revenue = 10 ** (8 + 2 * random.next());
    for (const [index, kind] of syntheticSeries.entries()) {
      const one = seriesOf(company, kind, index);
      const values = Array.from({ length: years }, (_, year) =>
        yearOf({ company, series: one, kind, random, revenue, year: firstYear + year }),
      ).flat();
      series.push(one);
      points.push(...values, ...values.flatMap((point) => restated(point, one, random)));
    }
  }
  return { companies, series, points };
}

function syntheticCompany(index: number): Company {
  const homes = index % 2 === 0 ? usHomes : otherHomes;
  const [country, currency, fiscalYearEndMonth, yearLabel, reporting] = homes[
    Math.floor(index / 2) % homes.length
  ] as Home;
  const number = String(index + 1).padStart(2, '0');
  const words = [firstWords[index % 7], lastWords[index % 5], number].join(' ');
  return {
    ...{ id: `synthetic-${number}`, ticker: `SYN${number}`, name: `Synthetic ${words}` },
    ...{ country, region: country === 'US' ? 'US' : 'non-US', currency, isSynthetic: true },
    ...{ fiscalYearEndMonth, yearLabel, reporting },
  };
}

function seriesOf(
  company: Company,
  { path, unit, size, spread }: SyntheticSeries,
  index: number,
): Series {
  return {
    id: `${company.id}-series-${String(index + 1).padStart(2, '0')}`,
    companyId: company.id,
    path,
    category: categoryOf(path),
    unit: unitOf(unit, company.currency),
    scale: unit === 'currency' ? 1e6 : 1,
    sign: size < 0 || spread >= 0.8 ? 'signed' : 'unsigned',
  };
}

function unitOf(unit: SyntheticSeries['unit'], currency: string): string {
  if (unit === 'currency') return currency;
  return unit === 'per-share' ? `${currency} / shares` : unit;
}

interface Year {
  readonly company: Company;
  readonly series: Series;
  readonly kind: SyntheticSeries;
  readonly random: SeededRandom;
  /** Of a typical quarter, in the company's currency. */
  readonly revenue: number;
  readonly year: number;
}

/** The values of a fiscal year. What adds up does so exactly: digits are cut before sums are taken. */
function yearOf(context: Year): Point[] {
  const { series, company, kind, year } = context;
  const isHalfYearly = company.reporting === 'half-yearly';
  const quarters = [1, 2, 3, 4].map(() => drawn(context));
  const total = (first: number, last: number): number => {
    const part = quarters.slice(first, last);
    const sum = part.reduce((left, value) => left + value, 0);
    const isSum = isAdditive(series.unit) || series.unit.includes('/');
    return rounded(isSum ? sum : sum / part.length, precisionOf(series) ?? 1);
  };
  const at = (period: string, value: number, changes: Partial<Point> = {}): Point =>
    pointOf(context, `${year}${period}`, { value, ...changes });
  const wholeYear = at('FY', total(0, 4));
  const steps = isHalfYearly ? ['H1', 'FY'] : ['Q1', 'Q2', 'Q3', 'FY'];
  const lastOf = (step: number): number => (isHalfYearly ? step * 2 + 1 : step);
  switch (kind.reported) {
    case 'at-day':
      return steps.map((step, index) => at(step, quarters[lastOf(index)] ?? 0, { start: null }));
    case 'once-a-year':
      return [isHalfYearly ? wholeYear : at('Q4', wholeYear.value, { start: wholeYear.start })];
    case 'ahead':
      return steps.map((step, index) =>
        at(step, quarters[lastOf(index)] ?? 0, { targetPeriod: `${year + 1}FY` }),
      );
    case 'year-to-date':
      if (isHalfYearly) return [at('H1', total(0, 2)), wholeYear];
      return [at('Q1', total(0, 1)), at('Q2YTD', total(0, 2)), at('Q3YTD', total(0, 3)), wholeYear];
    case 'by-quarter': {
      const last = isHalfYearly ? at('H2', total(2, 4)) : at('Q4', total(3, 4));
      const parts = isHalfYearly
        ? [at('H1', total(0, 2))]
        : [0, 1, 2].map((n) => at(`Q${n + 1}`, total(n, n + 1)));
      return [...parts, wholeYear, { ...last, accession: null, lineItem: null, isComputed: true }];
    }
  }
}

/** A value of one quarter, cut to the digits that are reported. */
function drawn({ kind, series, random, revenue }: Year): number {
  const { size, spread, zeros = 0, unit } = kind;
  const isZero = random.below(100) < zeros;
  const value = size * (unit === 'currency' ? revenue : 1) * (1 + spread * random.normal());
  const kept = series.sign === 'signed' ? value : Math.abs(value);
  return isZero ? 0 : rounded(kept, precisionOf(series) ?? 1);
}

function precisionOf({ unit, scale }: Series): number | null {
  if (unit === 'units') return null;
  if (unit === 'shares') return 1e5;
  return unit === 'ratio' ? 0.001 : unit.includes('/') ? 0.01 : scale / 10;
}

/** To a multiple of `step`, without a negative zero and without digits that binary fractions leave behind. */
const rounded = (value: number, step: number): number =>
  Number((Math.round(value / step) * step).toPrecision(12)) + 0;

function pointOf(
  { company, series, random }: Year,
  period: string,
  changes: Partial<Point>,
): Point {
  const { start, end } = datesOf(labelledSpan(period, company) ?? { first: 0, last: 0 });
  const days = period.endsWith('FY') || period.endsWith('4') || period.endsWith('H2') ? 60 : 35;
  return {
    ...{
      id: `${series.id}-${period}`,
      seriesId: series.id,
      period,
      targetPeriod: null,
      start,
      end,
    },
    ...{ value: 0, precision: precisionOf(series), restates: null },
    knownAt: startOfUtcDay(end) + days * microsPerDay + 21 * microsPerHour,
    accession: `synthetic-filing-${company.ticker}-${period}`,
    lineItem: series.path.split(' | ').at(-1) ?? series.path,
    ...{ isComputed: false, isTagged: random.below(taggedIn) === 0 },
    ...changes,
  };
}

/** A later version of a reported value, from a filing a year on. */
function restated(point: Point, series: Series, random: SeededRandom): Point[] {
  const isKept = point.isComputed || point.targetPeriod !== null || random.below(restatedIn) > 0;
  if (isKept) return [];
  const step = precisionOf(series) ?? 1;
  const value = rounded(point.value + step * (1 + random.below(9)), step);
  return [
    {
      ...point,
      ...{ id: `${point.id}-restated`, value, restates: point.id, isTagged: false },
      ...{ knownAt: point.knownAt + 365 * microsPerDay, accession: `${point.accession}-next-year` },
    },
  ];
}
