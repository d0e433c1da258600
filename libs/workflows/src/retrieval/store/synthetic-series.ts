/** The series that a synthetic company may have, and how each is reported. */

/** How values of a series come about from quarter to quarter. */
export type Reported =
  /** Each quarter by itself, and the year. */
  | 'by-quarter'
  /** From the start of the fiscal year. */
  | 'year-to-date'
  /** At the last day of a quarter. */
  | 'at-day'
  /** Once a year, under the label of the fourth quarter. */
  | 'once-a-year'
  /** For the next fiscal year, with each set of results. */
  | 'ahead';

export interface SyntheticSeries {
  readonly path: string;
  readonly unit: 'currency' | 'per-share' | 'ratio' | 'units' | 'shares';
  readonly reported: Reported;
  /** Typical size: a share of a quarter's revenue for amounts, else a value of its own. Negative for outflows. */
  readonly size: number;
  /** Standard deviation of a value, as a share of its size. Above 1, values change their sign. */
  readonly spread: number;
  /** How many values in a hundred are exactly zero. */
  readonly zeros?: number;
}

const of = (
  reported: Reported,
  unit: SyntheticSeries['unit'],
  rows: readonly (readonly [path: string, size: number, spread: number, zeros?: number])[],
): SyntheticSeries[] =>
  rows.map(([path, size, spread, zeros = 0]) => ({ path, unit, reported, size, spread, zeros }));

const regions = ['Americas', 'Europe', 'Japan', 'Rest of Asia', 'Africa and Middle East'];
const sites = ['North Ridge', 'South Ridge', 'Lake', 'Harbor', 'Valley', 'Plateau'];

export const syntheticSeries: readonly SyntheticSeries[] = [
  ...of('by-quarter', 'currency', [
    ['Income Statement | Revenue | Total', 1, 0.04],
    ['Income Statement | Revenue | Products', 0.7, 0.05],
    ['Income Statement | Revenue | Services', 0.3, 0.05],
    ['Income Statement | Cost of revenue', 0.6, 0.05],
    ['Income Statement | Operating expenses | Research and development', 0.1, 0.1],
    ['Income Statement | Operating expenses | Selling, general and administrative', 0.2, 0.1],
    ['Income Statement | Net income | Attributable to parent', 0.06, 1.2],
    ['Income Statement | Net income | From discontinued operations', -0.01, 1, 60],
    ['EBITDA | Adjusted EBITDA', 0.16, 0.2],
    ['GAAP to Non-GAAP | Net income | Restructuring charges', 0.01, 0.8, 30],
    ...regions.map((name) => [`Geographic Information | Revenue | ${name}`, 0.2, 0.15] as const),
    ['Segmental Breakdown | Revenue | Consumer', 0.6, 0.08],
    ['Segmental Breakdown | Revenue | Industrial', 0.4, 0.08],
    ['Segmental Breakdown | Operating income | Consumer', 0.09, 0.4],
    ['Segmental Breakdown | Operating income | Industrial', 0.04, 1.1],
  ]),
  ...of('by-quarter', 'per-share', [
    ['Income Statement | Earnings per share | Basic', 0.9, 0.8],
    ['Income Statement | Earnings per share | Diluted', 0.88, 0.8],
    ['Income Statement | Dividends per share', 0.25, 0.1, 20],
  ]),
  ...of('by-quarter', 'shares', [['Income Statement | Shares | Diluted average', 4.1e8, 0.01]]),
  ...of('year-to-date', 'currency', [
    ['Cash Flow | Operating activities | Net cash from operating activities', 0.15, 0.3],
    ['Cash Flow | Operating activities | Share-based compensation', 0.02, 0.1],
    ['Cash Flow | Investing activities | Purchases of property, plant and equipment', -0.06, 0.2],
    ['Cash Flow | Investing activities | Acquisitions, net of cash', -0.03, 0.9, 40],
    ['Cash Flow | Financing activities | Repurchases of common stock', -0.04, 0.5, 20],
    ['Cash Flow | Financing activities | Net proceeds from debt', 0.01, 3],
  ]),
  ...of('at-day', 'currency', [
    ['Balance Sheet | Assets | Cash and cash equivalents', 0.8, 0.2],
    ['Balance Sheet | Assets | Inventories | Raw materials', 0.2, 0.1],
    ['Balance Sheet | Assets | Inventories | Finished goods', 0.3, 0.1],
    ['Balance Sheet | Assets | Total', 5, 0.03],
    ['Balance Sheet | Liabilities | Long-term debt', 1.5, 0.1, 5],
    ['Balance Sheet | Equity | Retained earnings', 0.9, 0.9],
    ['Balance Sheet | Equity | Accumulated other comprehensive loss', -0.1, 0.4],
  ]),
  ...of('at-day', 'units', [
    ['Operational KPIs | Headcount | Total employees', 21_000, 0.03],
    ['Operational KPIs | Stores | Open at end of period', 640, 0.03],
  ]),
  ...of('by-quarter', 'ratio', [
    ['Operational KPIs | Margins | Gross margin', 0.41, 0.05],
    ['Operational KPIs | Growth | Like-for-like sales growth', 0.02, 2, 5],
    ['Segmental Breakdown | Operating margin | Consumer', 0.15, 0.3],
  ]),
  ...of('by-quarter', 'units', [
    ['Operational KPIs | Orders | Net new orders', 5400, 0.2],
    ...sites.flatMap((site) => [
      [`Other breakdown | By site | ${site} | Units produced`, 900, 0.2, 10] as const,
      [`Other breakdown | By site | ${site} | Recordable incidents`, 2, 0.9, 30] as const,
    ]),
  ]),
  ...of('once-a-year', 'currency', [['Operational KPIs | Contract sales | Total', 1.2, 0.1]]),
  ...of('once-a-year', 'units', [['Operational KPIs | Backlog | Systems to deliver', 310, 0.2]]),
  ...of('ahead', 'currency', [
    ['Guidance | Revenue | Low', 4, 0.04],
    ['Guidance | Revenue | High', 4.2, 0.04],
    ['Guidance | Capital expenditures', 0.25, 0.1],
  ]),
  ...of('ahead', 'per-share', [['Guidance | Diluted earnings per share', 3.6, 0.3]]),
  ...of('ahead', 'ratio', [['Outlook | Effective tax rate', 0.21, 0.1]]),
];
