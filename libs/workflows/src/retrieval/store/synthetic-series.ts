/** The series of a synthetic company, and how each is reported. */

import { levelSeparator } from './fundamentals-model.js';

/**
 * How values are reported: each quarter alone, from the start of the fiscal year, at the last day, once a year under
 * the label of the fourth quarter, or as guidance for the next fiscal year.
 */
export type Reported = 'quarter' | 'year-to-date' | 'at-day' | 'once-a-year' | 'ahead';

export interface SyntheticSeries {
  readonly path: string;
  readonly reported: Reported;
  readonly unit: 'currency' | 'per-share' | 'ratio' | 'units' | 'shares';
  /** Of a quarter's value: a share of revenue for amounts, else as it is; negative for outflows. */
  readonly size: number;
  /** Standard deviation as a share of the size; from 0.8 on, signs change. */
  readonly spread: number;
  /** How many values in a hundred are zero. */
  readonly zeros: number;
}

/** Top level, how, unit; then names with size, spread and zeros. Braces stand for one series each. */
const rows = `
Income Statement, quarter, currency: Revenue | Total 1 0.04 0; Revenue | Products 0.7 0.05 0; Cost of revenue 0.6 0.05 0
Income Statement, quarter, currency: Net income | Attributable to parent 0.06 1.2 0
Income Statement, quarter, currency: Net income | From discontinued operations -0.01 1 60
Income Statement, quarter, per-share: Earnings per share | Diluted 0.88 0.8 0; Dividends per share 0.25 0.1 20
Income Statement, quarter, shares: Shares | Diluted average 410000000 0.01 0
EBITDA, quarter, currency: Adjusted EBITDA 0.16 0.2 0
Geographic Information, quarter, currency: Revenue | {Americas,Europe,Japan,Rest of Asia} 0.25 0.15 0
Segmental Breakdown, quarter, currency: Revenue | {Consumer,Industrial} 0.5 0.1 0
Segmental Breakdown, quarter, currency: Operating income | {Consumer,Industrial} 0.05 0.9 0
Segmental Breakdown, quarter, ratio: Operating margin | Consumer 0.15 0.3 0
Cash Flow, year-to-date, currency: Operating activities | Net cash from operating activities 0.15 0.3 0
Cash Flow, year-to-date, currency: Investing activities | Purchases of property, plant and equipment -0.06 0.2 0
Cash Flow, year-to-date, currency: Investing activities | Acquisitions, net of cash -0.03 0.9 40
Cash Flow, year-to-date, currency: Financing activities | Repurchases of common stock -0.04 0.5 20
Cash Flow, year-to-date, currency: Financing activities | Net proceeds from debt 0.01 3 0
Balance Sheet, at-day, currency: Assets | Cash and cash equivalents 0.8 0.2 0
Balance Sheet, at-day, currency: Assets | Inventories | {Raw materials,Finished goods} 0.2 0.1 0
Balance Sheet, at-day, currency: Liabilities | Long-term debt 1.5 0.1 5; Equity | Retained earnings 0.9 0.9 0
Operational KPIs, at-day, units: Headcount | Total employees 21000 0.03 0
Operational KPIs, quarter, units: Orders | Net new orders 5400 0.2 0
Operational KPIs, quarter, ratio: Margins | Gross margin 0.41 0.05 0; Growth | Like-for-like sales growth 0.02 2 5
Operational KPIs, once-a-year, currency: Contract sales | Total 1.2 0.1 0
Other breakdown, quarter, units: By site | {North Ridge,South Ridge,Lake,Harbor} | Units produced 900 0.2 10
Other breakdown, quarter, units: By site | {North Ridge,South Ridge,Lake,Harbor} | Recordable incidents 3 0.7 30
Guidance, ahead, currency: Revenue | {Low,High} 4 0.04 0
Guidance, ahead, per-share: Diluted earnings per share 3.6 0.3 0
Outlook, ahead, ratio: Effective tax rate 0.21 0.1 0`;

export const syntheticSeries: readonly SyntheticSeries[] = rows
  .trim()
  .split('\n')
  .flatMap((row) => {
    const [, top = '', reported, unit, listed = ''] = /^(.+?), (.+?), (.+?): (.+)$/.exec(row) ?? [];
    return listed.split('; ').flatMap((one) => {
      const [, name = '', size, spread, zeros] = /^(.+) (\S+) (\S+) (\S+)$/.exec(one) ?? [];
      const [before = '', choices = '', after = ''] = name.split(/[{}]/);
      return choices.split(',').map((choice) => ({
        path: top + levelSeparator + before + choice + after,
        ...{ reported: reported as Reported, unit: unit as SyntheticSeries['unit'] },
        ...{ size: Number(size), spread: Number(spread), zeros: Number(zeros) },
      }));
    });
  });
