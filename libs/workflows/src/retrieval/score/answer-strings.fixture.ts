/** Answers in words: `+` marks right ones, `-` marks wrong ones. */

import type { ExpectedAnswer, Question } from './schemas.js';

export interface AnswerRow {
  readonly question: Question;
  readonly text: string;
  readonly right: boolean;
}

type Terms = readonly [
  value: number,
  unit: string,
  period?: string | null,
  precision?: number | null,
];

const revenue = "What was Acme Corp's total revenue in Q3 2024?";

/** One answer per line; `⏎` is a line break. */
const sheets: readonly (readonly [question: string, terms: Terms, answers: string])[] = [
  [
    revenue,
    [1_500_000_000, 'USD', '2024Q3', 10_000_000],
    `
+ $1.5 billion
+ $1.5B
+ $1.50bn
+ USD 1,500 million
+ 1,500 million
+ 1500000 thousand
+ US$1,500m
+ 1,500,000,000
+ $1,500,000,000.00
+ 1.5 billion dollars
+ 1.5 billion U.S. dollars
+ 1.5 bn USD
+ $1,500 mn
+ $1.5-billion
+ 1.5e9
+ **$1.5 billion**
+ Revenue was **$1.5 billion** in \`Q3 2024\`.
+ The total revenue was $1,500 million ($1.5 billion).
+ $1.498 billion
+ $1,504.9 million
+ $1.505 billion
- $1.506 billion
- $1.49 billion
- $1.5 million
- $15 billion
- $1.5
- 1,500
- -$1.5 billion
- ($1.5 billion)
- €1.5 billion
- 1.5 billion euros
- GBP 1.5 billion
- ¥1.5 billion
- 1.5 billion yen
- Revenue (EUR millions): 1,500
+ Revenue (USD millions): 1,500
+ Revenue (in millions): 1,500
+ Revenue, in thousands of dollars: 1,500,000
+ Revenue ($M): 1,500
+ $ in millions⏎Revenue 1,500
- Revenue (in thousands): 1,500
- Revenue (in billions): 1,500
- 1.5 billion shares
- 1.5 billion customers
- 1.5%
- $1.5 billion per share
+ Revenue was $1.5 billion in Q3 2024, up 5% from $1.43 billion a year earlier.
+ Revenue was $1.5 billion in Q3 2024, compared with $1.43 billion in Q3 2023.
+ Revenue was $1.43 billion in Q3 2023 and $1.5 billion in Q3 2024.
- Revenue was $1.5 billion in Q3 2023 and $1.43 billion in Q3 2024.
- Revenue was $1.5 billion in Q3 2023.
- Revenue was $1.5 billion in Q2 2024.
- Revenue was $1.5 billion in FY2024.
- Revenue was $1.5 billion in 2024.
- For the nine months ended September 30, 2024, revenue was $1.5 billion.
+ For the three months ended September 30, 2024, revenue was $1.5 billion.
- For the three months ended September 30, 2023, revenue was $1.5 billion.
- For the year ended December 31, 2024, revenue was $1.5 billion.
+ For the quarter ended 28 September 2024, revenue was $1.5 billion.
+ 3Q24 revenue: $1.5bn
+ Q3'24 revenue: $1.5bn
+ Q3 FY24 revenue: $1.5bn
+ 2024Q3: $1.5bn
+ Third-quarter 2024 revenue came to $1.5bn.
+ In its fiscal 2024 third quarter, Acme had revenue of $1.5bn.
+ In 2024, third-quarter revenue was $1.5bn.
- In 2023, third-quarter revenue was $1.5bn.
- Third-quarter revenue was $1.5bn in 2023.
+ Third-quarter revenue was $1.5bn.
- Second-quarter revenue was $1.5bn.
- Q3 2023: $1.5 billion; Q3 2024: $1.6 billion
+ Q3 2024: $1.5 billion; Q3 2023: $1.6 billion
+ $1.5 billion (Q3 2024) against $1.6 billion (Q3 2023)
- $1.6 billion (Q3 2024) against $1.5 billion (Q3 2023)
+ Revenue in Q3 2024 and Q3 2023 was $1.5 billion and $1.4 billion, respectively.
- Revenue in Q3 2023 and Q3 2024 was $1.5 billion and $1.4 billion, respectively.
- Revenue for Q3 2023 and Q3 2024 was $1.5 billion.
- Last year, revenue was $1.5 billion.
- Revenue rose from $1.5 billion.
+ Revenue rose from $1.4 billion to $1.5 billion.
- Revenue rose from $1.5 billion to $1.6 billion.
- Revenue was between $1.4 billion and $1.5 billion.
- Revenue was $1.4 to $1.5 billion.
- $1.4–1.5 billion
- $1.5–$1.6 billion
- $1.5 billion ± 1%
- at least $1.5 billion
- more than $1.5 billion
- Revenue was >$1.5 billion
- up to $1.5 billion
- $1.5 billion+
- $1.5 billion or $1.6 billion
- either $1.5 billion or 1.6 billion
- Revenue could be $1.5 billion. It could also be $1.7 billion.
- $1.5 billion / $1.6 billion
- Revenue was not $1.5 billion.
- Revenue was $1.6 billion rather than $1.5 billion.
+ Revenue was $1.5 billion, not $1.6 billion.
+ about $1.5 billion
+ roughly 1.5 billion dollars
- Revenue increased by $1.5 billion.
- Revenue was up $1.5 billion.
- A loss of $1.5 billion.
+ Revenue was $1.5 billion and net income was $300 million.
- Revenue was $1.6 billion and gross profit was $1.5 billion.
- GAAP revenue was $1.5 billion, non-GAAP revenue $1.6 billion.
+ Net income was $300 million. Final answer: $1.5 billion
- Revenue was $1.5 billion. Final answer: $1.6 billion
- Answer: $1.5 billion or $1.6 billion
- I could not find the value.
- I found several references to Q3 2024 revenue but cannot verify the exact figure. I recommend checking its website.
- Snippets mention $1.5 billion, but I cannot verify the figure.
- I cannot verify the exact figure, but some sources mention $1.5 billion.
+ I could not find the 10-Q, but the press release gives revenue of $1.5 billion.
- Not available.
- N/A
- 
- —
- None reported.
- zero
+ See page 15 of the 10-Q filed on November 1, 2024: $1.5 billion.
+ Accession number 0000320193-24-000106, note 5: $1.5 billion
+ 1. Revenue: $1.5 billion⏎2. Source: https://example.com/2023/q2?x=77
+ Revenue [1] was $1.5 billion [2].
+ The company (CIK 0000320193) had revenue of $1.5 billion.
+ As shown in Table 3, item 7, revenue was $1.5 billion.
+ Across 24 stores in 5 countries, revenue was $1.5 billion.
+ At 10:30 am on October 31, 2024, Acme reported revenue of $1.5 billion.
+ Under ASC 606, the iPhone 15 maker had revenue of $1.5 billion.
+ ~~$1.6 billion~~ $1.5 billion
+ - Revenue: $1.5 billion⏎- Growth: 5%
+ | | Q3 2024 | Q3 2023 |⏎|---|---|---|⏎| Revenue | $1.5B | $1.4B |
- | | Q3 2023 | Q3 2024 |⏎|---|---|---|⏎| Revenue | $1.5B | $1.4B |
+ | Period | Revenue ($M) |⏎|---|---|⏎| Q2 2024 | 1,450 |⏎| Q3 2024 | 1,500 |
- | Period | Revenue ($M) |⏎|---|---|⏎| Q2 2024 | 1,500 |⏎| Q3 2024 | 1,450 |
+ | (in millions) | Q3 2024 | Q3 2023 |⏎|---|---|---|⏎| Total revenue | $1,500 | $1,400 |⏎| Net income | 300 | 200 |
- | (in millions) | Q3 2024 | Q3 2023 |⏎|---|---|---|⏎| Total revenue | $1,450 | $1,400 |⏎| Net income | 1,500 | 200 |
+ Metric	Q3 2024⏎Revenue	$1.5 billion
+ Q3 2024 results⏎⏎- Revenue: $1.5 billion
- Q3 2023 results⏎⏎- Revenue: $1.5 billion
- Revenue: $1.5 billion⏎Period: Q3 2023
+ {"value": 1500, "unit": "million", "currency": "USD", "period": "2024Q3"}
- {"value": 1500, "unit": "million", "currency": "EUR", "period": "2024Q3"}
+ 1.500.000.000 USD
+ 1.500.000.000,00 USD
+ 1 500 000 000 USD
+ 1 500 000 000 USD
+ 1'500'000'000 USD
+ 1,5 billion USD
+ 150 crore USD
+ $1,50,00,00,000
- 1.500.000,00 USD
+ <b>$1.5 billion</b>
+ \\boxed{1.5\\text{ billion}}
+ １,５００ million USD
+ $1.5¹ billion
`,
  ],
  [
    "What was Acme's net income in fiscal year 2023?",
    [-12_000_000, 'USD', '2023FY', 1_000_000],
    `
+ -$12 million
+ −$12 million
+ –$12 million
+ $-12 million
+ $(12) million
+ ($12 million)
+ (12) million dollars
+ (12.0) million
+ minus $12 million
+ negative $12 million
+ a loss of 12 million
+ Acme had a net loss of $12 million in 2023.
+ The net loss for fiscal year 2023 was $12.0 million.
+ Net loss: $12 million
+ Net loss: $(12) million
+ a loss of -$12 million
+ a $12 million loss
+ $12 million net loss
+ $12 million (loss)
+ Net income was -$12 million, from $5 million in FY2022.
+ Net income (loss): (12) million
+ The net loss narrowed to $12 million from $20 million in 2022.
+ Net loss of $12 million, or $0.45 per share, on revenue of $80 million
+ Net income - : -$12 million
+ | | FY2023 | FY2022 |⏎|---|---|---|⏎| Net income (in millions) | (12) | 5 |
+ Net income: - $12 million
- Net income - $12 million
- $12 million
- $12 million profit
- a profit of $12 million
- Net income was $12 million.
- Net income (loss) was $12 million.
- +$12 million
- Despite a loss in Europe, net income was $12 million.
- Net income fell to $12 million.
- Net income decreased by $12 million.
- Net income declined from $20 million to $12 million.
- Turned a loss of $20 million into net income of $12 million.
- a loss of 12 thousand
- a loss of $13 million
- (12)
- a loss of €12 million
- FY2022: a loss of $12 million
- a loss of $12 million to $13 million
- There was no loss; net income was $12 million.
`,
  ],
  [
    'What was the loss from discontinued operations in fiscal Q4 2015, in USD thousands?',
    [-53_000, 'USD', '2015Q1', 1000],
    `
+ -$53 thousand
+ ($53 thousand)
- $(53)
+ (53)
+ -53
+ -53,000
+ -$0.053 million
+ Smith & Wesson reported a loss of $53 thousand in fiscal Q4 2015.
+ A loss of $53 thousand in calendar Q1 2015.
- $53 thousand
- A loss of $53 thousand in calendar Q4 2014.
- A loss of $53 million
- -53 million
- -5.3
`,
  ],
  [
    'What was the effect of exchange rates on cash, in GBP millions?',
    [-13_500_000, 'GBP', null, 100_000],
    `
+ £13.5 million (cash outflow)
+ £13.5m outflow
+ -£13.5 million
+ a net cash outflow of £13.5 million
+ cash used in operating activities was £13.5m
+ (13.5)
+ a decrease of £13.5 million
+ decreased by £13.5 million
+ cash fell by £13.5 million
- £13.5 million
- £13.5 million (cash inflow)
- a cash inflow of £13.5 million
- (135)
- $13.5 million (cash outflow)
- an increase of £13.5 million
`,
  ],
  [
    "What was Acme's inventory balance at fiscal year-end March 31, 2023?",
    [158_528_000, 'EUR', '2022FY', 1000],
    `
+ €158,528 thousand
+ €158.528 million
+ 158,528 thousand euros
+ EUR 158.528m as of March 31, 2023
+ EUR 158.528m in FY2022
+ EUR 158.528m in FY2023
+ 158.528.000 €
+ 158,528 k€
+ 158,528,400
+ 158.528 Mio. EUR
+ For fiscal 2022/23: €158.528 million
- 158,528
- €158.5 million
- EUR 158.528m as of March 31, 2022
- EUR 158.528m as of December 31, 2023
- EUR 158.528m in FY2021
- EUR 158.528m in FY2024
- EUR 158.528m in Q4 2022
- $158,528 thousand
- CHF 158,528 thousand
- €158,528 million
`,
  ],
  [
    "What was Vasta's net revenue for the segment in fiscal year 2021, in thousands of " +
      'Brazilian reais?',
    [850_713_000, 'BRL', '2021FY', 1000],
    `
+ BRL 850,713 thousand
+ R$850.713 million
+ 850,713 thousand Brazilian reais
+ 850,713
- 850,713 million
- $850,713 thousand
`,
  ],
  [
    "What were Marriott Vacations' total timeshare contract sales for full fiscal year 2020, " +
      'in USD millions?',
    [656_000_000, 'USD', '2020Q4', 1_000_000],
    `
+ $656 million
+ Contract sales for fiscal 2020 were $656 million.
+ 656
- Contract sales for fiscal 2019 were $656 million.
- $656 thousand
- In FY2020, contract sales were $654 million; in FY2019, $656 million.
`,
  ],
];

const asQuestion = (
  question: string,
  [value, unit, period = null, precision = null]: Terms,
): Question => {
  const currency = /^[A-Z]{3}/.exec(unit)?.[0] ?? null;
  const expected: ExpectedAnswer = { value, unit, currency, period, precision };
  return { id: 'q', question, expected };
};

export const rowsOf = (all: typeof sheets): AnswerRow[] =>
  all.flatMap(([words, terms, answers]) => {
    const question = asQuestion(words, terms);
    const lines = answers.split('\n').filter((line) => /^[+-] /.test(line));
    return lines.map((line) => ({
      question,
      text: line.slice(2).replaceAll('⏎', '\n'),
      right: line.startsWith('+'),
    }));
  });

export const amountRows = rowsOf(sheets);
