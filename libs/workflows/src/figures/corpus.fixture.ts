/**
 * Texts with amounts, periods and names in every form that is read, and in forms close to
 * these that are not.
 */

const each = (words: string, form: (word: string) => string): string[] =>
  words.split('|').map((word) => form(word));

const currencies =
  'USD|EUR|GBP|JPY|CAD|AUD|CHF|CNY|HKD|INR|KRW|BRL|MXN|SEK|NOK|DKK|NZD|SGD|ZAR|' +
  'TWD|RUB|PLN|ILS|THB|IDR|MYR|PHP|AED|' +
  'SAR|CZK|HUF|CLP|RMB|US$|CA$|C$|A$|AU$|HK$|R$|S$|NZ$|NT$|MX$|$|€|£|¥|₹|₩|Rs|Rs.|X$|USDT';
const currencyWords =
  'dollars|dollar|us dollars|u.s. dollars|canadian dollars|australian dollars|' +
  'hong kong dollars|singapore dollars|' +
  'new zealand dollars|euro|euros|pound|pounds sterling|yen|japanese yen|rupee|' +
  'indian rupees|yuan|renminbi|' +
  'swiss franc|swiss francs|reais|brazilian reais|kronor|swedish kronor|marks';
const scales =
  'hundred|thousand|thousands|million|millions|billion|billions|trillion|' +
  'trillions|milliard|milliards|crore|crores|' +
  "lakh|lakhs|lac|lacs|mn|mm|mln|mio|bn|bln|mrd|tn|trn|cr|mn.|'000|'000s|000s|k|m" +
  '|b|t|hundred million|zillion';
const units =
  '%|percent|percentage points|percentage-point|per cent|pct|pp|ppts|bp|bps|basis' +
  ' points|basis-point|x|×|times|¢|' +
  'cents|cent|euro cents|us cents|c|pence|p|GBX|paise|shares|common shares|of its' +
  ' own shares|share|stores|-store|' +
  'new retail stores|growing|based on|revenues|‰|°|d|-d|a share|per share|per ' +
  'diluted share|each share|/ share|per ADS';
const numbers =
  "1'234|1'234'567.8|1'23|1.234|12.345.678|1.234,5|1.234.567,89|1,234|" +
  '1,234,567.89|12,34,567|1,23,456.5|1,2345|1,2|' +
  '1234,5|1234.5|.5|0.5|00.5|01|0|1e6|1E-3|1e123|2.5e+2|1.2.3.4|' +
  '12345678901234567890123456789012345678901|zero|nil|' +
  'zero data|net-zero|net zero|nil evidence|zero doubts|zero-based|1-2|1--2|(12)|' +
  '(12|12)|$(12)|$-12|-$12|- $12|+12|−12|12-|12- |' +
  '12-\n|12-|-12%|~12|≈12|#12|[12]|[1234]|p. 12|pp. 12|page 12|Note 12|note #12|' +
  'Item 1.01|Table 3-4|Exhibit 99.1|' +
  'step 4|rows 7|ASC 606|IFRS 16|CIK 0000320193|0000320193|S&P 500|Nasdaq 100|' +
  'Russell 2000|Fortune 500|version 2|no. 5|12:30|12:30:15 pm|' +
  '9:30am|1-800-555-0100|10-K|8-K|12-q|30 days|12-month|3 quarters|5th|21st|2nd|' +
  '3rd|4 th|May-5|a-5|C-5|5a|5B2';
const moved =
  'decreased|declined|falls|contracted|lowered|dropped|reduced|shrank|shrunk|' +
  'shrinking|fell|down|slid|slipped|lost|' +
  'plunged|tumbled|increased|rises|grows|climbed|jumped|expanded|improved|widened' +
  '|rose|grew|up|higher|added|opened|' +
  'closed|hired|fell by|rose by about|is down|was down|grew further|decreased by ' +
  'another|declined year-over-year|' +
  'went from|moved|swung from|narrowed from|changed|not|never|rather than|instead' +
  ' of|whether it was|if it were|' +
  "assuming costs of|isn't|more than|less than|fewer than|at least|at most|up to|" +
  'over|under|above|below|exceeding|<|>|≤|≥|' +
  '=>|-<|from|than|versus|vs|vs.|compared to|comparing with|against|relative to|' +
  'minus|negative|negative of|is -|was - |of -|: -|a -|' +
  ') -|% -|about|approximately|around|roughly|some|nearly|almost|only|just|the|an|a|~|to about';
const parts =
  'consisting of|including|of which|the rest|the remainder|out of total|out of an' +
  ' overall|comprising|composed of|' +
  'made up of|broken down|after an impairment of|before special items of|' +
  'excluding a gain of|net of tax of|' +
  'including|of the|out of their|of its revenue,|above the|below the|over a|less|' +
  'minus|plus|divided by|+|-|*|/|×|÷|and|or|' +
  'to|through|~|..|...|±|+/-|plus or minus|respectively|while|but';
const tails =
  'loss|losses|net loss|cash outflow|outflows|operating deficit|negative|used|' +
  'profit|net gain|income|inflow|decrease|' +
  'sequential decline|annual drop|fall|reduction|contraction|lower|increase|' +
  'improvement|growth|rise|yoy higher|+|+ 3|' +
  '+ more|or more|or less|or so|or higher|below plan|above plan|short of plan|' +
  'ahead of plan|of total cash used|in net loss';
const leads =
  'A loss of|Losses were|Outflow was|A deficit of|Shortfall:|Cash used:|Used for ' +
  'tax:|Operating activities used|' +
  'A decrease in revenue of|Declines of the whole market to|A drop to|Reduction ' +
  'from|Income (loss) was|' +
  'Profit or loss:|Gains and losses were|Credit losses were|Loan loss was|Loss ' +
  'ratio:|Loss provision:|Income taxes:|' +
  'Provision for credit losses:|Allowance for expected loan losses was|Net loss ' +
  '(income in 2023) was|' +
  'Revenue was|Sales:|EPS of|Earned|Assets|Costs were|Provided by operations|' +
  'Backlog of|Margin|A drop in sales and income of';

export const amountTexts: readonly string[] = [
  ...each(currencies, (word) => `${word}5 and 6 ${word}, ${word} 7`),
  ...each(currencyWords, (word) => `5 ${word} or 6 million ${word}`),
  ...each(scales, (word) => `5 ${word}; $5 ${word} (5${word})`),
  ...each(units, (word) => `5 ${word}; $5${word}, 5 million ${word})`),
  ...each(numbers, (word) => `It was ${word}`),
  ...each(numbers, (word) => `${word} A, 2 million`),
  ...each(moved, (word) => `Revenue ${word} $5 million in all`),
  ...each(moved, (word) => `It ${word} 5% to 6% (3)`),
  ...each(parts, (word) => `Revenue was $5 million ${word} $3 million = $8 million`),
  ...each(parts, (word) => `Costs of 5 ${word} (6 million), Europe $2 million (net) and $1`),
  ...each(tails, (word) => `It was $5 million ${word}`),
  ...each(leads, (word) => `${word} $5 million.`),
  'between 5 and 6 million',
  'between $5 (or so) and $6',
  'in 5 and 6',
  '5 to 6%',
  '5% to 6',
  '1.234 Mio, $1234 million',
  '1.234mrd is $1234 bn',
  '1.234 m, $1234 million',
  '1.234,5 or 1.234',
  '$10 (10.0)',
  '$10 million (10,000,000)',
  '-$10 (10)',
  '$10 (11)',
  '$10 (USD 10)',
  '5 5 5',
  '$5 USD',
  '$5 million USD',
  'US$5 CAD',
  '¥5 CNY',
  '5 EUR million',
  'EUR 5 bn',
  'EUR5bn',
  '(Europe $4 million (net) and Asia $3 million) $2',
  '$9 (a: $4; b: $5)',
  '$9 (a) $4 (b $5',
  '5 shares at $6 per share',
  'EPS of 5',
  'EPS of 5 million',
  'per common share 5',
  'per a b c share 5',
  'Revenue less costs: $9 - $4 = $5',
  '9 × 2 = 18',
  '= 3 + 4',
  '9 minus 4 leaves 5',
  '9 - 4; = 5',
  '5 employees and 6 new hires',
  '5 - stores',
  '5 in stores',
  '5 opened stores',
  '5 ab',
  '5 a-b-c d',
  `${'long '.repeat(70)}loss of $5, then ${'more '.repeat(70)} $6`,
  Array.from({ length: 405 }, (_, at) => String(at + 1)).join(' '),
];

const days =
  'January 31|Feb. 28|March 1|apr 15|May 16|30 June|1st of July|August 31st|Sept ' +
  '30|September 2nd|Oct 3rd|NOVEMBER 30|dec 31|Jun 31';
const spans =
  'three months|six-month|nine months|twelve months|3 months|6 weeks|9 months|12 ' +
  'weeks|13 weeks|26 weeks|39 weeks|' +
  '52 weeks|53 weeks|quarter|half|year|quarterly|half-year|yearly|four months|three months period';
const labels =
  "FY2023|FY 2023|FY23|FY'23|FY '23|CY2023|fiscal 2023|fiscal year 2023|calendar " +
  '2023|financial year 2023-24|fiscal 2022/23|' +
  '2023FY|2023|1999|1899|2100|2023/24|2023-24|2023-24-25|2023.5|2023,5|2023%|2023' +
  ' million|2023 stores|€2023|USD 2023|' +
  "Q3 2023|Q 3 2023|3Q 2023|3Q23|3Q'23|Q3 '23|Q3'23|Q3 FY23|Q3 of FY23|Q3-23|2023" +
  " Q3|2023-Q3|FY2023 Q3|2023's Q3|2023, fiscal Q3|'23 Q3|" +
  'H1 2023|1H 2023|1H23|2023H1|quarter 2|quarter 2 of 2023|second quarter|2nd ' +
  'quarter of 2023|third-quarter 2023|third fiscal quarter 2023|' +
  'first half 2023|second half of fiscal 2023|4th half|Q5 2023|H3 2023|Q3, 2023|' +
  'Q3 (2023|Q3 for the year 2023|Q3 in the fiscal 2023|' +
  'full year|full-year 2023|full year, 2023|nine months|nine-months 2023|9M 2023|' +
  '9 M|YTD|YTD of 2023|LTM|TTM 2023|LTD|year to date|' +
  'year-to-date 2023|trailing twelve months|last 12 months|2023 Q3YTD|Q3 2023YTD|' +
  'a year ago|one year earlier|a quarter before|year-ago|year-ago period|' +
  'year-earlier|year earlier|prior year|previous quarter|preceding fiscal year|' +
  "last period|next year|following quarter|prior year's period|prior year’s|" +
  'same period last year|same quarter a year ago|same period a year earlier|June ' +
  '2023|June, 2023|2023-06-30|6/30/2023|13/45/2023|06-30-2023|' +
  'June 30, 2023 quarter|June 30 half|may|May|march 2023';
const before =
  'from|than|over|versus|vs|vs.|compared to|comparing with|against|since|from in|' +
  'than for the|over its|compared with their|' +
  'in|for|filed on|dated|announced in|published|released|reported on|issued|' +
  'accessed|retrieved|updated|compared to (';
const behind =
  "10-K|annual report|'s annual report|s 10-Q|quarterly filing|form 8-K|20-F|" +
  'press release|report|reporting|annual quarterly form 10-K|results';

export const periodTexts: readonly string[] = [
  ...each(days, (day) => `${day}, 2023 and ${day} 2023; ${day}`),
  ...each(
    spans,
    (span) => `${span} ended June 30, 2023, ${span} ending on 15 March 2023; ${span} to May 2023`,
  ),
  ...each(labels, (label) => `It was 5 in ${label}.`),
  ...each(labels, (label) => `${label}: 5, and 6 for Q1 (2021).`),
  ...each(before, (word) => `It was 5 ${word} Q3 2023`),
  ...each(before, (word) => `It was 5 ${word} June 30, 2023`),
  ...each(behind, (word) => `It was 5 in 2023 ${word}`),
  'Q1 and Q2 2023',
  'Q1. Q2 2023',
  'Q1; Q2 2023',
  'Q1 2022 and Q2, Q3 2024',
  'Q2 2023. Q3',
  'in 2023 the Q2',
  'Q2 (2023)',
  '2023. Q2',
  'H1, as in 2024, and H2',
  'Q1 than 2022',
  'vs 2022 in Q3 2024 and Q4',
];

const clauses =
  '$5 in 2023|$5 (2023)|$5 for the 2023|$5, in 2023|$5 and in 2023|$5 than in ' +
  '2023|$5: in 2023|$5 a year ago|$5 in a year ago|' +
  '$5 (the prior year)|$5 total the prior year|2023: $5|2023 was $5|2023 came to ' +
  '$5|in 2023 it was $5|in 2023, it was $5|in 2023 and it was $5|' +
  'up from 2022 of $5|up from 2022 was at: $5|up from 2022 sales of the firm were' +
  ' $5|compared to $5|$9 in 2023 vs 2022: $5|$9, 2023 versus the 2022, $5|' +
  '$5 and $6 in 2022 and 2023, respectively|$5, $6 and $7, respectively, in 2022 ' +
  'and 2023|$5 on June 30, 2023 (its fiscal Q2 2023)|' +
  '$5 on June 30, 2023, i.e. the Q2 2023|$5 on June 30, 2023 or Q2 2023|$5 on ' +
  'June 30, 2023 that is fiscal Q2 2023 more|$5 on June 30, 2023, Q2 2023.|' +
  '$5 in 2022 and 2023|$5 in 2022/2023|$5 in 2022 to the 2023|$5 in 2022 & in ' +
  '2023|$5 in 2022 - for 2023|$5 in 2022 rather 2023|' +
  '2023 less 2022 = $5|2023 minus 2022 = $5|2023 - 2022 = $5|2023 + Q2 2023 = $5|' +
  'Q3 2023 / Q2 2023 = $5|Q3 2023 - Q2 2023\n= $5|2023 = $5|' +
  'Q3 2023: $9 less Q2 2023: $4 = $5|all 2023.\nIt was $5|It was $5.\nAll 2023|It' +
  ' was $5. In 2022 it was $6|a year ago. It was $5|' +
  '$5, of which 5% in Q2 was foreign, in 2023|$5, costs $3, all in 2023|$3 of the' +
  ' $5 of revenue, 2023|$5 in Q2 2023. That quarter is its fiscal Q3 2024.|' +
  '$5 in Q2 2023. It was fine in 2024|$5 in Q2 2023; this corresponds to Q3 2024|' +
  '$5 in Q2 2023. That is, 7, Q3 2024|We had 2023 vs 2022: revenue of $5|' +
  'For 2023 versus the 2022, with $9 in between, $5 in all';

export const clauseTexts: readonly string[] = each(clauses, (clause) => `Revenue ${clause}`);

export const sentenceTexts: readonly string[] = [
  ...each(
    'approx|vs|rs|no|inc|corp|co|ltd|plc|e.g|i.e|est|incl|excl|mio|cr|mrd|a|firm',
    (word) => `It is ${word}. 5`,
  ),
  'One! Two? Three. Four',
  'One.Two',
  'One.)',
  'One;Two\nThree',
  'Inc.\n',
  'end.',
];

export const headTexts: readonly string[] = [
  ...each(scales, (scale) => `in ${scale} (${scale}), $ ${scale}; shares in ${scale}`),
  'units: million',
  'unit "thousand"',
  "in 'millions",
  'scale = million',
  'scale: millions',
  '(USD in billions)',
  '$ in millions, shares, in thousands',
  'in all',
  'within millions',
  'in €m',
  '(k)',
];

export const typesetTexts: readonly string[] = [
  '<br>a<br/>b',
  '<p>a</p>b',
  '<tr><td>a</td><th x="1">b</th></tr>',
  '<li>a</li>b',
  'a < b > c',
  '<B>a</B>',
  'a&nbsp;b',
  '~~gone~~ kept',
  '~~a\nb~~',
  'see https://a.b/c?d=e) now',
  'ab://x y',
  'abcdefg://x',
  '\\boxed{5}',
  '\\text{a}',
  '\\a{b}',
  '\\frac12',
  'a − 5',
  '5 − 3',
  '−5',
  '− €5',
  '−a',
  '%) − 5',
  'a‐b‑c‒d–e—f―g﹣h－i',
  '‘a’ ʼb',
  '**a** `b` __c__ _d_ {e}',
  'a\u200bb\u2060c\ufeffd',
  'a\tb\tc',
  'a \u00a0 b',
  '1 234 567',
  '1 234 56',
  '12 345',
  '1.5 234',
  '1 234 5678',
  '1234 567',
  'x1 234',
  '½',
  '5½',
  'x² y³ z¹ ⁴ⁿ',
  'ﬁve ５',
  '- a',
  '• a',
  '1. a\nb',
  '1) a\n(2) b\n10. c',
  '100. a\nb',
  '> # + a\nb',
  '| a | b |\n|---|:-:|\n| c | 5 |',
  'a | b | c\nd | 5 | 6\n7 | e | f',
  '| a | 2023 | 2022 |\n| b | 5 | nil |',
  'a | 5 | c',
  '| x | y | z |',
  '|-|-|-|\n| a | 1 | 2 |',
  'a | b | c\n\nd | 5 | 6',
  '|5|6|7|',
  'a | zero | c',
  ...each(
    'four point two million|a hundred thousand dollars|two hundred and five million' +
      '|forty-two percent|nine hundred bps|' +
      'eleven cents|twelve basis points|thirteen per cent|fourteen thousand|fourteen ' +
      'thousand shares|fifteen billion|' +
      'sixteen crore|seventeen lakhs|eighteen trillion|nineteen euros|twenty-one ' +
      'million|thirty or forty million|fifty to sixty billion|' +
      'seventy-eighty million|ninety point one two three four five percent|one ' +
      'million two hundred|zero dollars|half of two million|one in five million',
    (words) => `It was ${words}.`,
  ),
];

const names =
  'revenue|revenues|sales|turnover|income|profit|earnings|EBIT|EBITDA|loss|assets' +
  '|liabilities|equity|debt|borrowings|cash|inventory|' +
  'inventories|receivable|receivables|payables|costs|cost|expenses|margin|capex|' +
  'expenditures|dividends|backlog|tax|taxes|depreciation|' +
  'amortization|goodwill|headcount|employees|stores|subscribers|customers|order|' +
  'orders|bookings|premiums|deposits|loans|total revenue|' +
  'the revenue|its income|net income|operating profit|gross margin|comprehensive ' +
  'income|interest income|pre-tax earnings|pretax income|' +
  'free cash flow|operating cash flow|investing activities|financing cash|income ' +
  'from continuing operations|discontinued operations income|' +
  'effective tax|statutory tax|basic earnings|diluted earnings|FFO|funds from ' +
  'operations|EPS|earnings per share|income attributable to us|' +
  'income attributable to the noncontrolling interest|minority income|cash spent|' +
  'average price|shares repurchased|bought back|buyback|issued|' +
  'issuance|people|shops|restaurants|members|vehicles|adjusted income|non-GAAP ' +
  'income|pro forma income|ab-cd income|thing';

export const nameTexts: readonly string[] = names.split('|');

/** A question, and what is said to it. */
export const asked: readonly (readonly [question: string, text: string])[] = [
  ...[
    'revenue',
    'net income',
    'operating income',
    'total debt',
    'taxes',
    'cash',
    'employees',
    'orders',
  ].map(
    (name) =>
      [
        `What was the ${name}?`,
        names
          .split('|')
          .map((other, at) => `The ${other} was $${at + 1}.`)
          .join(' '),
      ] as const,
  ),
  ...nameTexts.map(
    (name) =>
      [
        `What was the ${name} (in all)?`,
        `The ${name} was $1. Income was $2. Costs: $3. It had $4.`,
      ] as const,
  ),
  ['What was revenue of services?', 'Products: $4\nServices: ($5)\nOther services: $6\nTotal: $9'],
  ['What was revenue?', 'Products of all kinds: €4\nServices and more : $5\nTotal revenue = $9'],
  ['What was it?', 'First: $4\nsecond $5\nIn total $9'],
  ['How much did it spend?', 'It spent $4 at an average price of $5. It cost $6 or income of $7.'],
];
