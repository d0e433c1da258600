/**
 * Answers as chat models write them, a third set: labeled by the rules of scoring, before
 * they were scored.
 */

import { rowsOf } from './answer-strings.fixture.js';

export const chatRows = rowsOf([
  [
    "What was Northwind Inc.'s revenue in Q4 2023?",
    [6_000_000, 'USD', '2023Q4', 100_000],
    `
+ FY 2023 revenue of $30.0 million less nine months 2023 of $24.0 million = $6.0 million. Answer: $6.0 million
+ FY 2023: $30.0 million. 9M 2023: $24.0 million.⏎30.0 - 24.0 = 6.0⏎**Answer: $6.0 million**
+ Full-year 2023 revenue was $30.0 million, the first nine months of 2023 $24.0 million: FY minus 9M = $6.0 million.
- In Q3 2023 revenue was $6.0 million. Answer: $6.0 million
- Q3 2023 revenue = $6.0 million. Answer: $6.0 million
- H1 2023 of $10.0 million less Q1 2023 of $4.0 million = $6.0 million in Q2 2023. Answer: $6.0 million
`,
  ],
  [
    "What was Northwind Inc.'s net proceeds from debt in Q4 2023, in EUR millions?",
    [0, 'EUR', '2023Q4', 100_000],
    `
+ 0
+ EUR 0.0 million
+ 0.00
- 0.123456
- 0.12
- EUR 0.12 million
`,
  ],
  [
    "What was Northwind Inc.'s revenue in Q2 2024?",
    [2_340_000_000, 'USD', '2024Q2', 10_000_000],
    `
+ **Revenue (Q2 2024): $2.34 billion**
+ Northwind's Q2 2024 revenue was approximately **$2.34 billion**, up 6% from $2.21 billion in Q2 2023.
+ | Quarter | Revenue ($M) |⏎|---|---|⏎| Q1 2024 | 2,190 |⏎| Q2 2024 | 2,340 |
+ Half-year revenue was $4.53 billion and first-quarter revenue $2.19 billion, so the Q2 2024 revenue was $2.34 billion.
+ I apologize for the confusion earlier. Northwind's revenue in Q2 2024 was $2.34 billion.
+ Sorry, I don't have the filing at hand, but according to the press release, Q2 2024 revenue was $2.34 billion.
+ Revenue: $2,340 million [1]⏎⏎[1] Form 10-Q, page 4
+ Two billion three hundred forty million dollars is the figure: $2.34 billion.
+ Revenue in the second quarter of 2024 came to two point three four billion dollars.
+ The company generated revenue of USD 2.34bn in the three months ended June 30, 2024.
+ Q2 2024 revenue was $2,341.7 million (about $2.34 billion).
- | Quarter | Revenue ($M) |⏎|---|---|⏎| Q1 2024 | 2,340 |⏎| Q2 2024 | 2,190 |
- Northwind's Q2 2024 revenue was $2.21 billion, compared with $2.34 billion in Q1 2024.
- Revenue was $2.34 million in Q2 2024.
- Revenue was about $2.3 billion in Q2 2024.
- Northwind reported revenue of €2.34 billion in Q2 2024.
- I'm sorry, I could not find Northwind's Q2 2024 revenue. It might be around $2.34 billion.
- Q2 2023 revenue was $2.34 billion.
- Revenue for the first half of 2024 was $2.34 billion.
- Revenue in Q2 2024 was either $2.34 billion or $2.43 billion, depending on the source.
- Revenue in Q2 2024 was between $2.30 billion and $2.34 billion.
- Revenue in Q2 2024 was two point four three billion dollars.
- Net income in Q2 2024 was $2.34 billion.
`,
  ],
  [
    "What was Northwind Inc.'s net income in fiscal year 2023?",
    [-187_000_000, 'USD', '2023FY', 1_000_000],
    `
+ Northwind reported a **net loss of $187 million** in fiscal 2023.
+ Net income (loss): $(187) million for FY2023
+ (187) million USD
+ Net income for FY2023 was -$187 million, compared with $52 million in FY2022.
+ | | FY2023 | FY2022 |⏎|---|---|---|⏎| Net income (in millions) | (187) | 52 |
+ Net income was negative $187 million in fiscal 2023.
+ The company lost $187 million in fiscal 2023, after a profit of $52 million in fiscal 2022.
+ Net loss of one hundred eighty-seven million dollars (FY2023)
+ **Answer:** −$187 million
+ Net income fell from $52 million in FY2022 to a loss of $187 million in FY2023.
- Net income was $187 million in fiscal 2023.
- Northwind's net income in FY2023 was $187 million, up from a loss of $52 million.
- Net loss of $187 thousand in fiscal 2023
- Net loss of $187 million in fiscal 2022
- | | FY2023 | FY2022 |⏎|---|---|---|⏎| Net income (in millions) | 52 | (187) |
- Net loss of approximately $190 million in fiscal 2023
- A net loss between $180 million and $187 million in FY2023
- The net loss was more than $187 million in fiscal 2023.
- Net loss: €187 million
`,
  ],
  [
    "What was Northwind's operating margin in Q4 2023?",
    [0.184, 'ratio', '2023Q4', 0.001],
    `
+ The operating margin was **18.4%** in Q4 2023.
+ Operating margin: 0.184
+ Operating income of $460 million ÷ revenue of $2,500 million = 18.4%
+ 18.4% (up 150 bps from 16.9% in Q4 2022)
+ It expanded by 150 basis points to 18.4% in Q4 2023.
+ Operating margin was eighteen point four percent.
+ 18,4 %
+ 1,840 basis points
+ | Metric | Q4 2023 | Q4 2022 |⏎|---|---|---|⏎| Operating margin | 18.4% | 16.9% |
+ Roughly 18.4 percent, according to the Q4 2023 earnings release.
- The operating margin was 16.9% in Q4 2023, against 18.4% in Q3 2023.
- 184%
- 18%
- 18.4 bps
- -18.4%
- (18.4)%
- The gross margin was 18.4% in Q4 2023.
- Operating margin rose 18.4 percentage points to 36.8% in Q4 2023.
- Operating margin was 18.4% in Q4 2022.
- 18.4% to 18.9%
`,
  ],
  [
    "What were Northwind's diluted earnings per share in FY2022?",
    [3.07, 'USD / shares', '2022FY', 0.01],
    `
+ Diluted EPS was **$3.07** for FY2022.
+ $3.07 per diluted share
+ 307 cents per share
+ Basic EPS was $3.12 and diluted EPS was $3.07 in FY2022.
+ Diluted earnings per share: 3.07 (FY2022), 2.88 (FY2021)
+ Diluted EPS came in at $3.07, a 7% increase from $2.88 in 2021.
- Diluted EPS was $3.12 in FY2022.
- Diluted EPS was $(3.07) in FY2022.
- Diluted loss per share of $3.07
- $3.1 per share
- 3.07 cents per share
- Diluted EPS was €3.07.
- Diluted EPS rose by $3.07 in FY2022.
- In FY2021, diluted EPS was $3.07.
`,
  ],
  [
    'What was the revenue of Beispiel AG in fiscal year 2023?',
    [7_234_500_000, 'EUR', '2023FY', 100_000],
    `
+ 7.234,5 Mio. EUR
+ €7,234.5 million
+ 7 234,5 Mio. €
+ 7'234.5 Mio. EUR
+ EUR 7.2345 billion
+ Der Umsatz lag 2023 bei 7.234,5 Mio. EUR.
+ Revenue (in EUR millions): 7,234.5
+ 7.234.500.000 €
+ | in EUR thousands | FY2023 |⏎|---|---|⏎| Revenue | 7,234,500 |
- 7.234,5 Mrd. EUR
- $7,234.5 million
- 7,2345 Mio. EUR
- | in EUR thousands | FY2022 |⏎|---|---|⏎| Revenue | 7,234,500 |
- CHF 7,234.5 million
- €7.23 billion
- Revenue grew by €7,234.5 million in fiscal 2023.
`,
  ],
  [
    'How many stores did Northwind operate at the end of fiscal 2023?',
    [1_246, 'units', '2023FY', null],
    `
+ Northwind operated **1,246 stores** at the end of fiscal 2023.
+ 1,246
+ 1246 stores, up from 1,198 a year earlier
+ At year-end 2023, there were 1,246 stores: 1,003 in the US and 243 abroad.
+ After opening 60 and closing 12 stores, Northwind operated 1,246 stores at the end of fiscal 2023.
- 1,198 stores, down from 1,246 a year earlier
- About 1,250 stores
- More than 1,246 stores
- 1,246 million stores
- $1,246
- Northwind opened 1,246 stores and closed 12, for a total of 3,400 stores at the end of fiscal 2023.
`,
  ],
  [
    "What was Northwind's cash flow from operating activities in the first half of 2024?",
    [-45_600_000, 'GBP', '2024H1', 100_000],
    `
+ Net cash used in operating activities was £45.6 million in H1 2024.
+ An operating cash outflow of £45.6m for the six months ended 30 June 2024
+ £(45.6)m
+ (45.6) in £ millions
+ Operating cash flow (£m): (45.6)
+ Operating cash flow was -£45.6 million (H1 2023: £12.3 million).
- Operating cash flow was £45.6 million in H1 2024.
- An operating cash inflow of £45.6m
- Net cash used in operating activities was £45.6 million in H1 2023.
- Net cash used in operating activities was $45.6 million in H1 2024.
- Net cash used in operating activities was 45.6p.
- H1 2024: £12.3 million; H1 2023: £(45.6) million
`,
  ],
  [
    "What were Northwind's restructuring charges in Q1 2024?",
    [0, 'USD', '2024Q1', null],
    `
+ Restructuring charges were $0 in Q1 2024.
+ zero
+ Restructuring charges: nil
+ Restructuring charges were zero in Q1 2024, compared with $14 million in Q1 2023.
- none reported
- —
- Northwind did not report any restructuring charges.
- $14 million
- Restructuring charges were $14 million in Q1 2024 and zero in Q1 2023.
`,
  ],
]);
