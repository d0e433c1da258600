/**
 * A made-up store for what real data sets lack. Every id and every company name is
 * marked as synthetic.
 */

import { microsPerDay, seededRandom, startOfUtcDay, type SeededRandom } from '#values';
import { daysOf, labeledMonths, monthCount } from './fiscal-period.js';
import { categoryOf, levelSeparator } from './fundamentals-model.js';
import type { Company, FundamentalsData, Point, Series } from './fundamentals-model.js';

/**
 * Country, currency, last month of the fiscal year, which year names it; some report half-yearly.
 */
const homes = {
  US: 'US USD 12 end, US USD 6 end, US USD 9 end, US USD 1 start',
  'non-US':
    'JP JPY 3 start, GB GBP 12 end half-yearly, IN INR 3 end, AU AUD 6 end half-yearly, DE EUR 9 ' +
    'start',
};
const firstWords = ['Amber', 'Birch', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite'];
const lastWords = ['Foods', 'Instruments', 'Logistics', 'Materials', 'Systems'];

/**
 * The periods reported by quarterly and by half-yearly companies. `ahead` is guidance for the
 * next fiscal year.
 */
const labels = {
  quarter: ['Q1 Q2 Q3 Q4 FY', 'H1 H2 FY'],
  'year-to-date': ['Q1 Q2YTD Q3YTD FY', 'H1 FY'],
  'at-day': ['Q1 Q2 Q3 FY', 'H1 FY'],
  ahead: ['Q1 Q2 Q3 FY', 'H1 FY'],
  'once-a-year': ['Q4', 'FY'],
} as const;

/** Size of the last digit that is reported; null where values are exact. */
const precisions = { currency: 1e5, 'per-share': 0.01, ratio: 0.001, units: null, shares: 1e5 };

/**
 * Top level and what is reported of it: names, units other than a currency, and of a quarter's
 * value the size (of amounts a share of revenue; negative for outflows), the standard deviation as
 * a share of it (from 0.8 on, signs change) and how many in a hundred are zero. Braces stand for
 * one series each.
 */
const table = `
Income Statement, quarter: Revenue | Total 1 0.04; Revenue | Products 0.7 0.05; Cost of revenue 0.6 0.05; \
Net income | Attributable to parent 0.06 1.2; Net income | From discontinued operations -0.01 1 60; \
Earnings per share | Diluted [per-share] 0.88 0.8; Dividends per share [per-share] 0.25 0.1 20; \
Shares | Diluted average [shares] 410000000 0.01
EBITDA, quarter: Adjusted EBITDA 0.16 0.2
Geographic Information, quarter: Revenue | {Americas,Europe,Japan,Rest of Asia} 0.25 0.15
Segmental Breakdown, quarter: Revenue | {Consumer,Industrial} 0.5 0.1; \
Operating income | {Consumer,Industrial} 0.05 0.9; Operating margin | Consumer [ratio] 0.15 0.3
Cash Flow, year-to-date: Operating activities | Net cash from operating activities 0.15 0.3; Investing activities | \
Purchases of property, plant and equipment -0.06 0.2; Investing activities | Acquisitions, net of cash -0.03 0.9 40; \
Financing activities | Repurchases of common stock -0.04 0.5 20; Financing activities | Net proceeds from debt 0.01 3
Balance Sheet, at-day: Assets | Cash and cash equivalents 0.8 0.2; Assets | Inventories | \
{Raw materials,Finished goods} 0.2 0.1; Liabilities | Long-term debt 1.5 0.1 5; Equity | Retained earnings 0.9 0.9
Operational KPIs, at-day: Headcount | Total employees [units] 21000 0.03
Operational KPIs, quarter: Orders | Net new orders [units] 5400 0.2; Margins | Gross margin [ratio] 0.41 0.05; \
Growth | Like-for-like sales growth [ratio] 0.02 2 5
Operational KPIs, once-a-year: Contract sales | Total 1.2 0.1
Other breakdown, quarter: By site | {North Ridge,South Ridge,Lake,Harbor} | Units produced [units] 900 0.2 10; \
By site | {North Ridge,South Ridge,Lake,Harbor} | Recordable incidents [units] 3 0.7 30
Guidance, ahead: Revenue | {Low,High} 4 0.04; Diluted earnings per share [per-share] 3.6 0.3
Outlook, ahead: Effective tax rate [ratio] 0.21 0.1`;

const kinds = [...table.matchAll(/^(.+?), (.+?): (.+)$/gm)].flatMap(([, top, how, listed = '']) =>
  listed.split('; ').flatMap((entry) => {
    const [, name = '', unit = 'currency', size, spread, zeros = '0'] =
      /^(.+?)(?: \[(.+)\])? (-?[\d.]+) ([\d.]+)(?: (\d+))?$/.exec(entry) ?? [];
    const [before = '', choices = '', after = ''] = name.split(/[{}]/);
    return choices.split(',').map((choice) => ({
      path: top + levelSeparator + before + choice + after,
      reported: how as keyof typeof labels,
      unit: unit as keyof typeof precisions,
      size: Number(size),
      spread: Number(spread),
      zeros: Number(zeros),
    }));
  }),
);

type Kind = (typeof kinds)[number];

/**
 * The same options give the same store, and more companies (every second of the US) change none
 * of the others.
 */
export function syntheticFundamentals(
  options: Readonly<{ seed: number; companies?: number; years?: number }>,
): FundamentalsData {
  const companies = Array.from({ length: options.companies ?? 12 }, (_, index) => companyOf(index));
  const years = Array.from({ length: options.years ?? 5 }, (_, index) => 2019 + index);
  const all = companies.flatMap((company) => {
    const random = seededRandom(`${options.seed} ${company.id}`);
    const revenue = 10 ** (8 + 2 * random.next());
    return kinds.map((kind, index) => {
      const series = seriesOf(company, kind, index + 1);
      const size = kind.unit === 'currency' ? kind.size * revenue : kind.size;
      const sized = { ...kind, size };
      const points = years.flatMap((year) => yearOf(year, company, series, sized, random));
      return { series, points };
    });
  });
  const series = all.map((one) => one.series);
  const points = all.flatMap((one) => one.points);
  return { companies, series, points };
}

function companyOf(index: number): Company {
  const region = index % 2 === 0 ? 'US' : 'non-US';
  const all = homes[region].split(', ');
  const home = all[Math.floor(index / 2) % all.length] ?? '';
  const [country = '', currency = '', month, yearLabel, half] = home.split(' ');
  const number = String(index + 1).padStart(2, '0');
  const name = ['Synthetic', firstWords[index % 7], lastWords[index % 5], number].join(' ');
  return {
    id: `synthetic-${number}`,
    ticker: `SYN${number}`,
    name,
    country,
    region,
    currency,
    fiscalYearEndMonth: Number(month),
    yearLabel: yearLabel as Company['yearLabel'],
    reporting: half ? 'half-yearly' : 'quarterly',
    isSynthetic: true,
  };
}

function seriesOf({ id: companyId, currency }: Company, kind: Kind, number: number): Series {
  const { path, unit, size, spread } = kind;
  return {
    id: `${companyId}-series-${number}`,
    companyId,
    path,
    category: categoryOf(path),
    unit: unit.replace('currency', currency).replace('per-share', `${currency} / shares`),
    scale: unit === 'currency' ? 1e6 : 1,
    sign: size < 0 || spread >= 0.8 ? 'signed' : 'unsigned',
  };
}

/**
 * The values of a fiscal year; one in 20 is restated a year later, and one in 30 tagged by a
 * machine. Parts add up exactly: digits are cut before sums are taken.
 */
function yearOf(year: number, company: Company, series: Series, kind: Kind, random: SeededRandom) {
  const { reported, unit, size, spread, zeros } = kind;
  const precision = precisions[unit];
  const isMean = unit === 'ratio' || unit === 'shares';
  const step = precision ?? 1;
  // Without negative zeros and the rounding errors of binary fractions.
  const rounded = (value: number) => Number((Math.round(value / step) * step).toPrecision(12)) + 0;
  const quarters = [0, 1, 2, 3].map(() => {
    const isZero = random.below(100) < zeros;
    const value = size * (1 + spread * random.normal());
    return isZero ? 0 : rounded(series.sign === 'signed' ? value : Math.abs(value));
  });
  const isAhead = reported === 'ahead';
  const isAtDay = reported === 'at-day';
  // A value at a day, and guidance, are those of the last quarter of their period.
  const valueOf = (ended: readonly number[]): number => {
    if (isAhead || isAtDay) return ended.at(-1) ?? 0;
    const total = ended.reduce((sum, value) => sum + value, 0);
    return rounded(total / (isMean ? ended.length : 1));
  };
  const whole = labeledMonths(`${year}FY`, company) ?? { first: 0, last: 11 };
  const parts = labels[reported][company.reporting === 'quarterly' ? 0 : 1].split(' ');
  return parts.flatMap((part) => {
    const label = `${year}${part}`;
    const months = (reported !== 'once-a-year' && labeledMonths(label, company)) || whole;
    const last = (months.last + 1 - whole.first) / 3;
    const { start, end } = daysOf(months);
    const point: Point = {
      id: `${series.id}-${label}`,
      seriesId: series.id,
      period: label,
      targetPeriod: isAhead ? `${year + 1}FY` : null,
      start: isAtDay ? null : start,
      end,
      knownAt: startOfUtcDay(end + (months.last === whole.last ? 60 : 35)),
      value: valueOf(quarters.slice(last - monthCount(months) / 3, last)),
      precision,
      accession: `synthetic-filing-${company.ticker}-${label}`,
      lineItem: series.path.split(levelSeparator).at(-1) ?? '',
      // Companies report the year and not its last part.
      isComputed: reported === 'quarter' && /Q4|H2/.test(part),
      isTagged: random.below(30) === 0,
      restates: null,
    };
    if (point.isComputed || isAhead || random.below(20) > 0) return point;
    const again = {
      id: `${point.id}-restated`,
      value: rounded(point.value + step * (1 + random.below(9))),
      accession: `${point.accession}-next-year`,
      restates: point.id,
    };
    return [point, { ...point, ...again, knownAt: point.knownAt + 365 * microsPerDay }];
  });
}
