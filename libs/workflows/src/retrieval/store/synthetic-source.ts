/** A made-up store for what real data sets lack. Every id and every name of a company says that it is synthetic. */

import { microsPerDay, seededRandom, startOfUtcDay, type SeededRandom } from '#values';
import { daysOf, labeledMonths, monthCount } from './fiscal-period.js';
import {
  categoryOf,
  levelSeparator,
  type Company,
  type FundamentalsData,
  type Point,
  type Series,
} from './fundamentals-model.js';
import { syntheticSeries, type Reported, type SyntheticSeries } from './synthetic-series.js';

export interface SyntheticOptions {
  readonly seed: number | string;
  /** Every second one is of the US; default 12. */
  readonly companies?: number;
  /** How many fiscal years from which one; default 5 from 2019. */
  readonly years?: number;
  readonly firstYear?: number;
}

/** Country, currency, last month of the fiscal year, which year names it, and how often is reported. */
const homes = {
  US: 'US USD 12 end quarterly, US USD 6 end quarterly, US USD 9 end quarterly, US USD 1 start quarterly',
  'non-US':
    'JP JPY 3 start quarterly, GB GBP 12 end half-yearly, IN INR 3 end quarterly, AU AUD 6 end half-yearly, ' +
    'DE EUR 9 start quarterly',
};
const firstWords = ['Amber', 'Birch', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite'];
const lastWords = ['Foods', 'Instruments', 'Logistics', 'Materials', 'Systems'];

/** What of a fiscal year is reported, quarterly and half-yearly. */
const labels: Record<Reported, Record<Company['reporting'], string>> = {
  quarter: { quarterly: 'Q1 Q2 Q3 Q4 FY', 'half-yearly': 'H1 H2 FY' },
  'year-to-date': { quarterly: 'Q1 Q2YTD Q3YTD FY', 'half-yearly': 'H1 FY' },
  'at-day': { quarterly: 'Q1 Q2 Q3 FY', 'half-yearly': 'H1 FY' },
  ahead: { quarterly: 'Q1 Q2 Q3 FY', 'half-yearly': 'H1 FY' },
  'once-a-year': { quarterly: 'Q4', 'half-yearly': 'FY' },
};

/** One value in so many is restated a year later; one in so many was tagged by a machine. */
const [restatedIn, taggedIn] = [20, 30];

/** The same options give the same store, and more companies change none of the others. */
export function syntheticFundamentals(options: SyntheticOptions): FundamentalsData {
  const { seed, companies: count = 12, firstYear = 2019, years = 5 } = options;
  const companies = Array.from({ length: count }, (_, index) => companyOf(index));
  const series: Series[] = [];
  const points: Point[] = [];
  for (const company of companies) {
    const random = seededRandom(`${seed} ${company.id}`);
    const revenue = 10 ** (8 + 2 * random.next());
    for (const [index, kind] of syntheticSeries.entries()) {
      const one = seriesOf(company, kind, index + 1);
      series.push(one);
      for (let year = firstYear; year < firstYear + years; year++) {
        points.push(...yearOf(year, { company, series: one, kind, random, revenue }));
      }
    }
  }
  return { companies, series, points };
}

function companyOf(index: number): Company {
  const region = index % 2 === 0 ? 'US' : 'non-US';
  const all = homes[region].split(', ');
  const home = all[Math.floor(index / 2) % all.length] ?? '';
  const [country = '', currency = '', month, yearLabel, reporting] = home.split(' ');
  const number = String(index + 1).padStart(2, '0');
  const name = ['Synthetic', firstWords[index % 7], lastWords[index % 5], number].join(' ');
  return {
    ...{ id: `synthetic-${number}`, ticker: `SYN${number}`, name, country, region, currency },
    ...{ fiscalYearEndMonth: Number(month), yearLabel: yearLabel as Company['yearLabel'] },
    ...{ reporting: reporting as Company['reporting'], isSynthetic: true },
  };
}

function seriesOf(company: Company, kind: SyntheticSeries, number: number): Series {
  const { path, unit, size, spread } = kind;
  const { currency, id: companyId } = company;
  return {
    ...{ id: `${companyId}-series-${number}`, companyId, path, category: categoryOf(path) },
    unit: unit.replace('currency', currency).replace('per-share', `${currency} / shares`),
    scale: unit === 'currency' ? 1e6 : 1,
    sign: size < 0 || spread >= 0.8 ? 'signed' : 'unsigned',
  };
}

interface Drawing {
  readonly company: Company;
  readonly series: Series;
  readonly kind: SyntheticSeries;
  readonly random: SeededRandom;
  /** Of a typical quarter, in the company's currency. */
  readonly revenue: number;
}

/** The values of a fiscal year. Parts add up exactly: digits are cut before sums are taken. */
function yearOf(year: number, drawing: Drawing): Point[] {
  const { company, series, kind, random } = drawing;
  const { reported } = kind;
  const quarters = [0, 1, 2, 3].map(() => drawn(drawing));
  const whole = labeledMonths(`${year}FY`, company) ?? { first: 0, last: 11 };
  return labels[reported][company.reporting].split(' ').flatMap((part) => {
    const label = `${year}${part}`;
    const months = (reported !== 'once-a-year' && labeledMonths(label, company)) || whole;
    const last = (months.last + 1 - whole.first) / 3;
    const parts = quarters.slice(last - monthCount(months) / 3, last);
    const { start, end } = daysOf(months);
    const lag = months.last === whole.last ? 60 : 35;
    const point: Point = {
      ...{ id: `${series.id}-${label}`, seriesId: series.id, period: label },
      targetPeriod: reported === 'ahead' ? `${year + 1}FY` : null,
      ...{ start: reported === 'at-day' ? null : start, end, knownAt: startOfUtcDay(end + lag) },
      value: /at-day|ahead/.test(reported) ? (parts.at(-1) ?? 0) : total(parts, series),
      precision: precisionOf(series),
      accession: `synthetic-filing-${company.ticker}-${label}`,
      lineItem: series.path.split(levelSeparator).at(-1) ?? '',
      // Companies report the year and not its last part.
      isComputed: reported === 'quarter' && /Q4|H2/.test(part),
      ...{ isTagged: random.below(taggedIn) === 0, restates: null },
    };
    return [point, ...restatementOf(point, drawing)];
  });
}

function total(parts: readonly number[], series: Series): number {
  const isMean = series.unit === 'ratio' || series.unit === 'shares';
  return rounded(
    parts.reduce((sum, value) => sum + value, 0) / (isMean ? parts.length : 1),
    series,
  );
}

/** A value of one quarter, cut to the digits that are reported. */
function drawn({ kind, series, random, revenue }: Drawing): number {
  const { size, spread, zeros, unit } = kind;
  const isZero = random.below(100) < zeros;
  const value = size * (unit === 'currency' ? revenue : 1) * (1 + spread * random.normal());
  return isZero ? 0 : rounded(series.sign === 'signed' ? value : Math.abs(value), series);
}

function precisionOf({ unit, scale }: Series): number | null {
  if (unit === 'units') return null;
  if (unit === 'shares') return 1e5;
  return unit === 'ratio' ? 0.001 : unit.includes('/') ? 0.01 : scale / 10;
}

/** To the digits reported, without a negative zero and what binary fractions leave behind. */
function rounded(value: number, series: Series): number {
  const step = precisionOf(series) ?? 1;
  return Number((Math.round(value / step) * step).toPrecision(12)) + 0;
}

/** None for most; else a later version, from a filing a year on. */
function restatementOf(point: Point, { series, random }: Drawing): Point[] {
  const isKept = point.isComputed || point.targetPeriod !== null || random.below(restatedIn) > 0;
  if (isKept) return [];
  const value = rounded(point.value + (precisionOf(series) ?? 1) * (1 + random.below(9)), series);
  const [accession, knownAt] = [`${point.accession}-next-year`, point.knownAt + 365 * microsPerDay];
  return [{ ...point, id: `${point.id}-restated`, value, accession, knownAt, restates: point.id }];
}
