/**
 * Answers of sets that others wrote and labeled before they were scored: calculations, parts of a
 * whole, changes with their levels, corrections.
 */

import { rowsOf } from './answer-strings.fixture.js';

export const calculationRows = rowsOf([
  [
    "What was Alder Logistics' effective tax rate for fiscal 2022?",
    [0.213, 'ratio', '2022FY', 0.001],
    `
+ Alder's effective tax rate for fiscal 2022 was 21.3 percent, compared with the federal statutory rate of 21.0 percent.
- The statutory rate was 21.3% in fiscal 2022.
- The effective tax rate was 19.8%; the statutory rate was 21.3%.
`,
  ],
  [
    "What revenue did Quantum Ridge's Cloud segment report in fiscal 2023?",
    [13_870_000_000, 'USD', '2023FY', 10_000_000],
    `
+ The Cloud segment contributed $13.87 billion of the company's $52.31 billion in total revenue in fiscal 2023.
- The Cloud segment contributed $12.40 billion of the company's $13.87 billion in total revenue in fiscal 2023.
`,
  ],
  [
    'How much did Oakridge Bancorp spend on share repurchases in fiscal 2023?',
    [4_520_000_000, 'USD', '2023FY', 10_000_000],
    `
+ Oakridge bought back 28.1 million shares in fiscal 2023 at an average price of $160.85, for $4.52 billion.
- Oakridge bought back 28.1 million shares at an average price of $4.52 billion.
`,
  ],
  [
    "What was Delmont's free cash flow (operating cash flow less capital expenditures) in " +
      'fiscal 2024?',
    [1_846_000_000, 'USD', '2024FY', 1_000_000],
    `
+ Free cash flow = $2,963 million − $1,117 million = $1,846 million
+ Free cash flow: 2,963 − 1,117 = $1,846 million
+ There is no line for free cash flow: operating cash flow of $2,963 million less $1,117 million leaves $1,846 million.
- Free cash flow = $1,846 million − $1,117 million = $729 million
- Operating cash flow was $1,846 million in fiscal 2024.
`,
  ],
  [
    'What was the goodwill of Säntis Pharma AG as of 31 December 2023?',
    [2_108_000_000, 'CHF', '2023-12-31', 1_000_000],
    `
+ Goodwill was CHF 2.108bn at 31 December 2023, after an impairment of CHF 35 million during the year.
- Goodwill was CHF 2.143bn at 31 December 2023, before an impairment of CHF 2.108bn.
`,
  ],
  [
    "By how much did Fairmont's operating income change from fiscal 2022 to fiscal 2023, in " +
      'dollars?',
    [-63_000_000, 'USD', '2023FY', 1_000_000],
    `
+ Operating income decreased by $63 million, from $542 million in fiscal 2022 to $479 million in fiscal 2023.
- Operating income increased by $63 million, from $416 million in fiscal 2022 to $479 million in fiscal 2023.
- Operating income fell by $479 million in fiscal 2023.
`,
  ],
  [
    "By how much did Corvus Retail's operating margin change in fiscal 2023 versus fiscal 2022?",
    [-0.012, 'ratio', '2023FY', 0.001],
    `
+ The operating margin went from 9.8% in fiscal 2022 to 8.6% in fiscal 2023, a decline of 1.2 percentage points.
- The operating margin went from 7.4% in fiscal 2022 to 8.6% in fiscal 2023, an increase of 1.2 percentage points.
- The operating margin fell 1.2% to 1.5%.
`,
  ],
  [
    "By what percentage did Lumen Apparel's net sales grow in fiscal 2024 compared with fiscal " +
      '2023?',
    [0.084, 'ratio', '2024FY', 0.001],
    `
+ (3,484 − 3,214) / 3,214 = 0.084. Growth: 8.4%
+ Net sales rose 8.4%, to $3,484 million.
- (3,484 − 3,214) / 3,484 = 0.077. Growth: 7.7%
`,
  ],
  [
    "What was Wolfram's net income attributable to shareholders in fiscal 2023?",
    [1_294_000_000, 'EUR', '2023FY', 1_000_000],
    `
+ Net income was €1,371 million. Net income attributable to shareholders was therefore €1,294 million.
+ I first wrote €1,371 million. Correction: net income attributable to shareholders was €1,294 million.
- I first wrote €1,294 million. Correction: net income attributable to shareholders was €1,371 million.
- Net income attributable to non-controlling interests was €1,294 million.
`,
  ],
  [
    'How many stores did Bramble Foods operate at the end of Q3 2024?',
    [1_287, 'units', '2024Q3', 1],
    `
+ The company opened 18 and closed 2 stores in the quarter, ending with 1,287 stores.
- The company opened 1,287 stores in the quarter.
`,
  ],
  [
    'What was net income (loss) of Grove Foods in fiscal 2024?',
    [-412_300_000, 'USD', '2024FY', 100_000],
    `
+ USD 412,300,000-
- USD 412,300,000
`,
  ],
  [
    'What combined ratio did Alder Casualty report for FY2024?',
    [0.958, 'ratio', '2024FY', 0.001],
    `
+ Loss ratio 64.3% + expense ratio 31.5% = combined ratio 95.8%
- Loss ratio 64.3% + expense ratio 33.5% = combined ratio 97.8%
`,
  ],
  [
    "By how much did Meridian Air's aircraft fuel expense change from FY2022 to FY2023, in US " +
      'dollars?',
    [-318_000_000, 'USD', '2023FY', 1_000_000],
    `
+ Fuel expense change, FY2023 vs FY2022: $(318) million
- Fuel expense change, FY2022 vs FY2021: $(318) million
`,
  ],
  [
    'What was the comparable sales change at Cobblestone Stores in fiscal 2024?',
    [-0.017, 'ratio', '2024FY', 0.001],
    `
+ Comparable sales decreased 1.7% in fiscal 2024.
- Comparable sales increased 1.7% in fiscal 2024.
`,
  ],
  [
    'How many stores did Wickfield Home operate at January 31, 2025?',
    [1_046, 'units', '2025-01-31', null],
    `
+ 1,030 stores at the start of the year + 24 opened - 8 closed = 1,046 stores
- 1,046 stores at the start of the year + 24 opened - 8 closed = 1,062 stores
`,
  ],
  [
    "What were Cirrus Ledger's total remaining performance obligations at the end of January 2025?",
    [4_870_000_000, 'USD', '2025-01-31', 10_000_000],
    `
+ Current RPO: $2,950 million; noncurrent RPO: $1,920 million; total RPO: $4,870 million
- Current RPO: $4,870 million; noncurrent RPO: $1,920 million; total RPO: $6,790 million
`,
  ],
  [
    "What was Ironvale Industries' total backlog at 2023-12-31?",
    [17_600_000_000, 'USD', '2023-12-31', 100_000_000],
    `
+ Ironvale closed 2023 with a backlog of $17,600 million, having taken orders of $9.8 billion during the year.
- Ironvale closed 2023 with a backlog of $9.8 billion, having taken orders of $17.6 billion during the year.
`,
  ],
  [
    "What was Brightwater Marine's free cash flow in FY2022?",
    [-146_000_000, 'USD', '2022FY', 1_000_000],
    `
+ Free cash flow = operating cash flow $212 million - capital expenditures $358 million = -$146 million
- Free cash flow = operating cash flow $358 million - capital expenditures $212 million = $146 million
`,
  ],
  [
    "What was Larchmont Residential's same-store physical occupancy in Q3 2023?",
    [0.957, 'ratio', '2023Q3', 0.001],
    `
+ In the third quarter of 2023 physical occupancy averaged 95.7%, 40 basis points below the 96.1% of Q3 2022.
- In the third quarter of 2023 physical occupancy averaged 96.1%, 40 basis points above the 95.7% of Q3 2022.
- Physical occupancy was above the 95.7% of Q3 2022.
`,
  ],
  [
    "What was Rosedale Consumer Brands' basic EPS for FY2024?",
    [4.19, 'USD / shares', '2024FY', 0.01],
    `
+ Basic EPS was $4.19 and diluted EPS was $4.12 for fiscal 2024.
- Basic EPS was $4.27 and diluted EPS was $4.19 for fiscal 2024.
`,
  ],
]);
