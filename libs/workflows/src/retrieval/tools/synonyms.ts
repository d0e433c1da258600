/** Words that mean the same in statements, in company names and on earnings calls: lower case, no signs. */

const groups = `
revenue, revenues, sales, net sales, turnover; cost of revenue, cost of sales, cost of goods sold, cogs
net income, net profit, net earnings, profit after tax; operating income, operating profit, ebit
earnings per share, eps, income per share, profit per share; dividends, distributions, payouts
research and development, r d, r and d; selling general and administrative, sg a, sga
capital expenditures, capex, capital spending, purchases of property plant and equipment
property plant and equipment, pp e, fixed assets; depreciation and amortization, d a, depreciation and amortisation
repurchases, buybacks, share buybacks; share based compensation, stock based compensation, sbc
accounts receivable, receivables, debtors; accounts payable, payables, creditors; inventories, inventory
long term debt, borrowings, noncurrent borrowings; equity, shareholders equity, stockholders equity, net assets
tax, taxes, taxation; guidance, outlook, forecast, projection; orders, bookings
segmental breakdown, segment, segments, division; geographic information, geography, region
headcount, employees, staff, workforce; like for like, comparable, same store, organic
units produced, output, production; low, lower end, low end; high, upper end, high end
inc, incorporated, corp, corporation, co, company; ltd, limited, plc`
  .trim()
  .split(/; |\n/)
  .map((group) => group.split(', '));

/** `words` (lower case, single spaces), and each wording with one term replaced by another of its group. */
export function wordings(words: string): readonly string[] {
  const padded = ` ${words} `;
  const replaced = groups.flatMap((group) =>
    group
      .filter((term) => padded.includes(` ${term} `))
      .flatMap((term) => group.map((other) => padded.replace(` ${term} `, ` ${other} `).trim())),
  );
  return [...new Set([words, ...replaced])];
}
