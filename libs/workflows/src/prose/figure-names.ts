/** Names of figures in their words: what is called revenue, and what is another kind of it. */

import { Phrases } from './phrases.js';
import type { Token } from './tokens.js';

/**
 * Each line: what it is called here, a colon, and how it is written. A name may be of several
 * words: those before the last tell it from others with the same last one.
 */
const names = `
turnover: turnover
revenue: revenue|revenues|sales|top line|net sales|net revenue|net revenues|total net sales
revenue: total revenues|sales revenue|sales revenues
cost revenue: cost of revenue|cost of revenues|cost of sales|cost of goods sold|cogs
cost revenue: costs of revenue|cost of goods
gross income: gross profit|gross income|gross earnings|gross result
gross margin: gross margin|gross profit margin
operating income: operating profit|operating income|operating earnings|ebit|income from operations
operating income: profit from operations|operating result|operating profits
pretax income: pre-tax income|pretax income|pre tax income|income before tax|income before taxes
pretax income: income before income taxes|profit before tax|earnings before tax
pretax income: earnings before taxes|pre-tax profit|pre tax profit|pretax profit|pretax earnings
pretax income: pre tax earnings
net income: net income|net profit|net earnings|net profits|profit after tax|net result
net income: net income attributable|profit for the year
net income #loss: net loss|net losses
operating income #loss: operating loss|operating losses
pretax income #loss: pre tax loss|pretax loss|loss before tax|loss before taxes
gross income #loss: gross loss
income #both: income loss|income ( loss )|profit ( loss )|earnings ( loss )|profit / loss
income #both: income / loss|profit or loss|gain ( loss )|earnings loss
net income #both: net income ( loss )|net profit ( loss )|net income / loss|net earnings ( loss )
net income #both: net ( loss ) income|net loss ( income )
operating income #both: operating income ( loss )|operating profit ( loss )
operating income #both: operating ( loss ) income|income ( loss ) from operations
income: income|profit|profits|earnings|net
comprehensive income: comprehensive income|other comprehensive income|oci
interest income net: net interest income
operating margin: operating margin|operating profit margin|operating income margin|ebit margin
net margin: net margin|net profit margin|net income margin
ebitda: ebitda
margin: margin|margins
operating cashflow: operating cash flow|operating cash flows|cash flow from operating activities
operating cashflow: cash flows from operating activities|cash from operations
operating cashflow: cash flow from operations|net cash provided by operating activities
operating cashflow: cash provided by operating activities|cash generated from operations|ocf
investing cashflow: investing cash flow|investing cash flows|cash flow from investing activities
investing cashflow: cash flows from investing activities|cash from investing
financing cashflow: financing cash flow|financing cash flows|cash flow from financing activities
financing cashflow: cash flows from financing activities|cash from financing
free cashflow: free cash flow|free cash flows|fcf
cashflow: cash flow|cash flows|net cash flow
operating cashflow #loss: net cash used in operating activities|cash used in operating activities
operating cashflow #loss: net cash used by operating activities
investing cashflow #loss: net cash used in investing activities|cash used in investing activities
investing cashflow #loss: net cash used by investing activities
financing cashflow #loss: net cash used in financing activities|cash used in financing activities
financing cashflow #loss: net cash used by financing activities
operating cashflow: operating activities
investing cashflow: investing activities
financing cashflow: financing activities
#loss: cash outflow|cash outflows|net cash outflow|outflow|outflows|net outflow
#gain: cash inflow|cash inflows|net cash inflow|inflow|inflows|net inflow
capex: capital expenditure|capital expenditures|capital spending|capex|capital expenses
capex: capital outlays|purchases of property and equipment
capex: purchases of property , plant and equipment
expense: expenditure|expenditures|spending|spend
r&d: r & d|research and development|research & development
sg&a: sg & a|selling , general and administrative|selling general and administrative
general administrative: general and administrative|g & a
expense: expense|expenses|cost|costs|charge|charges
asset: asset|assets
liability: liability|liabilities
equity: equity|shareholders equity|stockholders equity|shareholders' equity|stockholders' equity
equity: shareholder equity|book equity
debt: debt|debts|borrowings|indebtedness
long-term: long term|longterm|non current|noncurrent
short-term: short term|shortterm
current: current
fixed: fixed
asset-turnover: asset turnover|assets turnover|asset turnover ratio
inventory: inventory|inventories|stock on hand
receivable: receivable|receivables|accounts receivable
payable: payable|payables|accounts payable
goodwill: goodwill
cash: cash|cash and cash equivalents|cash & cash equivalents|cash equivalents|cash and equivalents
securities: marketable securities|securities|investments|investment
ppe: property , plant and equipment|property plant and equipment|pp & e|ppe|property and equipment
eps: earnings per share|eps|income per share|profit per share
eps #loss: loss per share
dividend: dividend|dividends|dividends per share|dividend per share|dps
share: shares outstanding|share count|shares in issue|common shares|number of shares|shares
buyback: repurchase|repurchases|repurchased|buyback|buybacks|bought back
issue: issuance|issuances|issued|issue|issues
tax: tax|taxes|income tax|income taxes
tax rate: tax rate|rate of tax
rate: rate|rates
interest: interest
depreciation: depreciation|depreciation and amortization|d & a
amortization: amortization|amortisation
impairment: impairment|impairments|write down|write downs|write off|write offs
restructuring: restructuring|restructuring charges|restructuring costs
lease: lease|leases|leasing|rental|rent|rents
credit: credit|credits
provision: provision|provisions|allowance|allowances|reserve|reserves
deposit: deposit|deposits
loan: loan|loans|lending
premium: premium|premiums
employee: employee|employees|headcount|staff|workers|workforce|people|full time employees|ftes|fte
store: store|stores|shops|outlets|branches|restaurants|locations|dealerships
clinic: clinic|clinics|hospitals|centers|centres
customer: customer|customers|clients
subscriber: subscriber|subscribers|subs
user: user|users|maus|daus|active users
vehicle: vehicle|vehicles|cars|trucks|automobiles
plant: plant|plants|factories|factory|facilities
country: country|countries
order: order|orders|bookings|order intake
backlog: backlog|order backlog|order book|remaining performance obligations|rpo
payment: payment|payments|paid
settlement: settlement|settlements
payout: payout|pay out
price: price|prices|share price|stock price
market: market capitalization|market cap|market value|capitalization
book: book value|carrying value|carrying amount|net book value
fair: fair value
enterprise: enterprise value
working capital: working capital
value-added: value added
gmv: gross merchandise volume|gmv|gross merchandise value|gross bookings|total payment volume|tpv
asset management: assets under management|aum
volume: volume|volumes
deferred: deferred|unearned|prepaid
accrued: accrued
contract: contract|contracted
adjusted: adjusted|non gaap|nongaap|underlying|normalized|normalised|core|headline|recurring
adjusted: ex items|cash basis
proforma: pro forma|proforma
segment: segment|segments|division|divisional|unit sales|product line|business unit
product: product|products|hardware|device|devices|equipment
service: service|services|software|cloud|maintenance|consulting
subscription: subscription|subscriptions|recurring revenue|licensing|license|licenses|licence
subscription: royalty|royalties|franchise|franchising
advertising: advertising|ads|ad|marketing|advertisement
region: international|domestic|foreign|overseas|u.s|us|north american|north america|european
region: europe|asian|asia|americas|emea|apac|china|chinese|japan|export|exports|regional
channel: online|e commerce|ecommerce|digital|retail|wholesale|direct|indirect|third party
channel: intercompany|external|internal
kind-of: other|interest and other|non operating|nonoperating|operating lease|gross|organic
kind-of: comparable|same store|like for like|constant currency|passenger|commercial|government
kind-of: consumer|enterprise segment|industrial|energy
operating: operating|operational
investing: investing
financing: financing
comprehensive: comprehensive
free: free
pretax: pre tax|pretax|before tax|before taxes|pre - tax
after-tax: after tax|after taxes|post tax
intangible: intangible|intangibles|intangible assets
tangible: tangible
held: held for sale|held for investment|held for trading|restricted|pledged|unrestricted
total: total
average: average|avg|mean|weighted average|median|weighted
maximum: maximum|max|peak|highest|minimum|min|lowest
discontinued: discontinued operations|discontinued
continuing: continuing operations|continuing
minority: minority|minority interest|noncontrolling|non controlling|minority interests
minority: noncontrolling interests|non controlling interests
basic: basic
diluted: diluted|fully diluted
effective: effective
statutory: statutory
net-of: excluding|ex|net of
growth: growth|growth rate|change|increase in|decrease in|yoy growth
per: per employee|per unit|per user|per store|per customer|per share|per country|per day
per: per subscriber|per vehicle|per head|per capita|per square foot|per location|per shop
per: per plant|per order|per transaction|per room|per passenger|per ton|per barrel|per ounce
per: per mile|per hour|per seat|per person|per worker|per account|per household|per outlet
per: per restaurant|per member|per client|per branch|per site|per product|per week
gross: gross
net: net
unbilled: unbilled
implied: implied
nominal: nominal
real: real
surplus: surplus
gain: gains|gain
billing: billing|billings
commission: commission|commissions|fee|fees
collected: collected|collections
inter: intersegment|inter segment
pension: pension|pensions
retained: retained|retained earnings
capital: capital
stock: stock|stock based compensation|share based compensation|stock compensation
compensation: compensation|salary|salaries|wages|payroll
r-and-d-credit: tax credit|tax credits
benefit: benefit|benefits
ratio: ratio|multiple
coverage: coverage|cover
return: return on equity|roe|return on assets|roa|return on capital|roic|return
book-to-bill: book to bill
purchase: purchase|purchases|acquisition|acquisitions|acquired
sale-of: sale of|disposal|disposals|divestiture|proceeds
unit: units sold|unit volume
hour: hours
production: production|output|produced
`;

export interface FigureWord {
  /** Words of the name, in the terms of this file. */
  readonly words: readonly string[];
  /** Whether the name makes the amount negative, or says that it may be. */
  readonly sign: 'loss' | 'both' | null;
}

function signOf(marks: readonly string[]): FigureWord['sign'] {
  if (marks.includes('#loss')) return 'loss';
  return marks.includes('#both') ? 'both' : null;
}

const table = new Phrases<FigureWord>();
for (const line of names.trim().split('\n')) {
  const [name = '', written = ''] = line.split(': ');
  const marks = name.split(' ').filter((word) => word.startsWith('#'));
  const sign = signOf(marks);
  const words = name.split(' ').filter((word) => !word.startsWith('#'));
  table.add({ words, sign }, written);
}

export const figureAt = (tokens: readonly Token[], at: number) => table.at(tokens, at);

/** Words of names that leave a figure what it is. */
const neutral = new Set(['total', 'ratio', 'rate', 'payment', 'per']);

/** `other`: another figure; `open`: a word that the question has is not stated. */
export type NameMatch = 'same' | 'other' | 'open';

/** Whether the words that name an amount name the figure of a question. */
/** Words of a question that an answer may leave out. */
const optional = new Set([...neutral, 'segment', 'settlement', 'unit', 'product']);

/** `open`: words of the question that may be parts of the name of its company. */
export interface AskedNames {
  readonly names: readonly string[];
  readonly open: ReadonlySet<string>;
}

export function compareNames(
  named: readonly string[],
  { names: wantedNames, open }: AskedNames,
): NameMatch {
  const turnover = wantedNames.includes('asset-turnover') ? 'asset-turnover' : 'revenue';
  const meant = (word: string): string => (word === 'turnover' ? turnover : word);
  const stated = named.map(meant);
  const asked = wantedNames.map(meant);
  if (stated.length === 0 || asked.length === 0) return 'same';
  const wanted = new Set(asked);
  const isCash = (word: string): boolean => word === 'cash' && wanted.has('cashflow');
  const isExtra = (word: string): boolean =>
    !wanted.has(word) && !neutral.has(word) && !isCash(word);
  if (stated.some(isExtra)) return 'other';
  if (stated.includes('per') && !wanted.has('per')) return 'other';
  const own = new Set(stated);
  const missing = asked.filter((word) => !own.has(word) && !optional.has(word) && !open.has(word));
  if (missing.length === 0 || stated.every((word) => neutral.has(word))) return 'same';
  // `Total debt` is another figure than long-term debt, and `debt` may be either.
  return own.has('total') && !wanted.has('total') ? 'other' : 'open';
}
