/** Words that mean the same in financial statements, company names and on earnings calls; lower case, no signs. */

const groups: readonly (readonly string[])[] = [
  ['revenue', 'revenues', 'sales', 'net sales', 'turnover', 'top line'],
  [
    'net income',
    'net profit',
    'net earnings',
    'bottom line',
    'profit after tax',
    'net income loss',
  ],
  [
    'operating income',
    'operating profit',
    'ebit',
    'income from operations',
    'operating income loss',
  ],
  ['cost of revenue', 'cost of sales', 'cost of goods sold', 'cogs'],
  ['gross profit', 'gross income'],
  ['earnings per share', 'eps', 'income per share', 'profit per share'],
  ['dividends', 'distributions', 'payouts'],
  ['research and development', 'r d', 'r and d', 'rnd'],
  ['selling general and administrative', 'sg a', 'sga', 'overhead'],
  [
    'capital expenditures',
    'capex',
    'purchases of property plant and equipment',
    'capital spending',
  ],
  ['property plant and equipment', 'pp e', 'ppe', 'fixed assets'],
  ['depreciation and amortization', 'd a', 'depreciation and amortisation'],
  ['share based compensation', 'stock based compensation', 'sbc', 'stock compensation'],
  ['repurchases', 'buybacks', 'buyback', 'repurchase'],
  ['operating activities', 'operations', 'cfo'],
  ['accounts receivable', 'receivables', 'trade receivables', 'debtors'],
  ['accounts payable', 'payables', 'trade payables', 'creditors'],
  ['inventories', 'inventory', 'stock on hand'],
  ['long term debt', 'borrowings', 'non current borrowings', 'noncurrent borrowings'],
  ['equity', 'shareholders equity', 'stockholders equity', 'net assets'],
  ['retained earnings', 'accumulated profits', 'accumulated deficit'],
  ['tax', 'taxes', 'taxation'],
  ['guidance', 'outlook', 'forecast', 'projection'],
  ['segmental breakdown', 'segment', 'segments', 'division', 'business unit'],
  ['geographic information', 'geography', 'region', 'by country'],
  ['headcount', 'employees', 'staff', 'workforce'],
  ['stores', 'shops', 'outlets', 'locations'],
  ['like for like', 'comparable', 'same store', 'organic'],
  ['orders', 'bookings'],
  ['output', 'production', 'units produced'],
  ['low', 'lower end', 'low end', 'bottom of range'],
  ['high', 'upper end', 'high end', 'top of range'],
  ['inc', 'incorporated', 'corp', 'corporation', 'co', 'company'],
  ['ltd', 'limited', 'plc'],
];

/** The longest first, so that `net sales` is taken before `sales`. */
const terms = groups
  .flatMap((group) => group.map((term) => ({ term, group })))
  .sort((one, other) => other.term.length - one.term.length);

/** `words` (lower case, single spaces) and every wording with one term replaced by another of its group. */
export function wordings(words: string): readonly string[] {
  const padded = ` ${words} `;
  const found = terms.filter(({ term }) => padded.includes(` ${term} `));
  const others = found.flatMap(({ term, group }) =>
    group.map((other) => padded.replace(` ${term} `, ` ${other} `).trim()),
  );
  return [...new Set([words, ...others])];
}
