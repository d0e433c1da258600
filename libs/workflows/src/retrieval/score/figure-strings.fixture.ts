/**
 * Answers of a fourth set, labeled before they were scored: other figures, countries and units, and
 * answers that name a part, another figure or another kind of it along with the value.
 */

import { rowsOf } from './answer-strings.fixture.js';

export const figureRows = rowsOf([
  [
    'What was the free cash flow of Harbor Lines plc in H1 2024, in GBP millions?',
    [84_300_000, 'GBP', '2024H1', 100_000],
    `
+ Free cash flow in H1 2024 was £84.3m.
+ For the six months ended 30 June 2024, Harbor Lines reported free cash flow of £84.3 million (H1 2023: £71.0 million).
+ 84.3
+ £84,300,000
+ 84.3 (GBP millions)
+ H1 2024 free cash flow: GBP 84.3m, a £13.3m improvement on the prior year.
+ Free cash flow came in at £84.3m, against £71.0m a year earlier.
+ The figure is £84.3 million for the half year to June 2024.
- £84.3bn
- -£84.3m
- Free cash outflow in H1 2024 was £84.3m.
- Free cash flow for FY 2024 was £84.3 million.
- H1 2023 free cash flow was £84.3m; H1 2024 was £71.0m.
- €84.3 million
- Around £84m.
- Between £80m and £90m.
- It is either £84.3m or £71.0m.
- Operating cash flow was £84.3m in H1 2024.
- I was unable to locate this figure.
- £84.3m in the second half of 2024.
`,
  ],
  [
    'What was the operating margin of Delta Optics in Q3 2023?',
    [-0.042, 'ratio', '2023Q3', 0.001],
    `
+ -4.2%
+ (4.2)%
+ The operating margin was negative 4.2 percent in Q3 2023.
+ Operating margin: -0.042
+ Delta Optics had an operating margin of minus 4.2% for the quarter ended September 30, 2023.
+ -420 bps
+ It was −4.2 %, down from 1.3 % in Q3 2022.
- 4.2%
- The operating margin was 4.2% in Q3 2023.
- -42%
- -4%
- -4.2% in Q2 2023
- Net margin was -4.2% in Q3 2023.
- Operating loss was $4.2 million.
`,
  ],
  [
    'How many vehicles did Ember Motors deliver in Q4 2022?',
    [405_278, 'units', '2022Q4', 1],
    `
+ 405,278
+ Ember delivered 405,278 vehicles in Q4 2022.
+ Deliveries totaled 405,278 units in the fourth quarter of 2022, versus 308,650 in Q4 2021.
+ **405 278 vehicles**
+ Q4 2022 deliveries were 405,278 (388,131 Model A and 17,147 Model B).
- 405,000
- 405.3 thousand
- 405,278 vehicles in Q3 2022
- 308,650 in Q4 2022 and 405,278 in Q4 2021
- 405,728
`,
  ],
  [
    'What was diluted EPS of Cobalt Foods in fiscal 2023?',
    [2.47, 'USD / shares', '2023FY', 0.01],
    `
+ $2.47
+ $2.47 per diluted share
+ Diluted EPS was $2.47 in fiscal 2023 (basic EPS: $2.51).
+ Cobalt earned $2.47 a share (diluted) for fiscal year 2023, up 8% from $2.29.
+ 2.47 USD per share
- $2.5
- $2.51
- $2.47 million
- Basic EPS was $2.47 and diluted EPS was $2.44 in fiscal 2023.
- £2.47
- $2.47 in fiscal 2022
`,
  ],
  [
    'What was the net loss attributable to shareholders of Nimbus in Q1 2024, in USD thousands?',
    [-12_845_000, 'USD', '2024Q1', 1000],
    `
+ Net loss attributable to shareholders was $12,845 thousand in Q1 2024.
+ $(12,845) thousand
+ -12,845
+ A net loss of $12.845 million
+ Nimbus lost $12.845 million in the first quarter of 2024.
+ The net result was -$12,845K.
- $12,845 thousand
- Net income was $12.845 million in Q1 2024.
- A net loss of $12.8 million
- A net loss of $12,845
- A net loss of $12.845 million in Q1 2023.
- The operating loss was $12,845 thousand in Q1 2024.
`,
  ],
  [
    'What long-term debt did Granite Systems have at December 31, 2023, in EUR millions?',
    [1_250_000_000, 'EUR', '2023FY', 1_000_000],
    `
+ €1,250 million
+ EUR 1.25 billion
+ Long-term debt stood at €1.250 billion as of December 31, 2023.
+ 1,250
+ As of year-end 2023, long-term debt was €1,250m (2022: €1,410m).
- €1.25 million
- €1,410m
- €1.3 billion
- Long-term debt was €1,250m at December 31, 2022.
- $1,250 million
- Total debt was €1,250 million, of which long-term debt €990 million.
`,
  ],
  [
    'What was the revenue of the Services segment of Orchard Tech in fiscal Q2 2024, in USD ' +
      'millions?',
    [23_867_000_000, 'USD', '2024Q2', 1_000_000],
    `
+ Services revenue was $23,867 million in fiscal Q2 2024.
+ Orchard's Services segment generated $23.867 billion in fiscal Q2 2024, out of total revenue of $90.753 billion.
+ Based on the data, the value is **23867** USD millions.
+ { "answer": 23867, "unit": "USD millions", "period": "fiscal Q2 2024" }
+ Services: $23,867M; Products: $66,886M (fiscal Q2 2024)
+ According to get_company_fundamentals, revenue for the Services segment in 2024Q2 was 23,867,000,000 USD.
+ Q2 FY24 Services net sales: $23,867 million, up 14% year over year from $20,907 million.
+ The Services segment reported net sales of $23,867 million for the quarter, 26% of the total.
- Services revenue was $23.9 billion.
- Services revenue was $20,907 million in fiscal Q2 2024.
- Total revenue was $90,753 million; Services contributed 26%.
- Products revenue was $23,867 million and Services revenue was $66,886 million.
- Services revenue was $23,867 thousand.
- Services revenue in fiscal Q1 2024 was $23,867 million.
- I could not find the Services revenue, but it should be near $23,867 million.
- Services gross profit was $23,867 million in fiscal Q2 2024.
`,
  ],
  [
    'What revenue did Juniper Rail guide to for fiscal 2025, at the low end, in CAD millions?',
    [1_150_000_000, 'CAD', '2025FY', 10_000_000],
    `
+ CAD 1,150 million
+ The low end of the guidance is C$1.15 billion.
+ Juniper guided to fiscal 2025 revenue of C$1.15 billion at the low end.
+ Low end: C$1,150 million (high end: C$1,200 million)
+ It expects revenue between C$1.15 billion and C$1.20 billion in fiscal 2025, so the low end is C$1.15 billion.
- C$1.15 billion to C$1.20 billion
- C$1.20 billion
- The guidance was US$1.15 billion at the low end.
- At least C$1.2 billion
`,
  ],
  [
    'By how much did like-for-like sales grow at Foss Retail in Q3 2023?',
    [0.037, 'ratio', '2023Q3', 0.001],
    `
+ Like-for-like sales grew 3.7% in Q3 2023.
+ +3.7%
+ Like-for-like sales growth was 3.7% (Q3 2022: 1.2%).
+ LFL sales increased by 3.7 per cent in the third quarter of 2023.
+ 3.7% growth
+ Sales were up 3.7% on a like-for-like basis.
- Like-for-like sales fell 3.7% in Q3 2023.
- -3.7%
- 3.7 percent in Q4 2023
- Total sales grew 5.2% in Q3 2023.
- Like-for-like sales growth was 1.2% in Q3 2023, against 3.7% in Q3 2022.
`,
  ],
  [
    'What dividend per share did Castle Mills declare for 2023, in pence?',
    [0.185, 'GBP / shares', '2023FY', 0.001],
    `
+ 18.5 pence per share
+ 18.5p
+ £0.185 per share
+ The board declared a total dividend of 18.5p per share for 2023 (2022: 17.0p).
+ A dividend of 18.5 pence
- 185p
- £18.5 per share
- 17.0p
- 18.5 cents per share
- An interim dividend of 6.5p and a final dividend of 12.0p.
`,
  ],
  [
    'What was net cash used in investing activities at Pylon Energy in H1 2023, in USD millions?',
    [-312_000_000, 'USD', '2023H1', 1_000_000],
    `
+ Net cash used in investing activities was $312 million in H1 2023.
+ $(312) million
+ -$312 million
+ Investing activities used $312 million of cash in the first half of 2023.
+ An outflow of $312 million
+ -312
- $312 million was provided by investing activities in H1 2023.
- Net cash used in financing activities was $312 million in H1 2023.
- Net cash used in investing activities was $312 million in Q1 2023.
- -$312 billion
- $415 million was used, against $312 million in H1 2022.
`,
  ],
  [
    'How many employees did Quarry Bank have at the end of 2022?',
    [48_950, 'units', '2022FY', 50],
    `
+ 48,950 employees
+ At the end of 2022 the bank employed 48,950 people.
+ Headcount: 48,950 (2021: 47,200)
+ It had 48,950 full-time equivalent employees as of December 31, 2022.
+ 48,950
+ Quarry Bank had 48.95 thousand employees.
- 47,200
- 49,000 employees
- 48,950 branches
- It had 48,950 employees at the end of 2021.
- Between 48,000 and 49,000 employees
`,
  ],
  [
    'What was income from discontinued operations at Rowan Group in Q2 2023?',
    [0, 'USD', '2023Q2', 100_000],
    `
+ $0
+ It was zero.
+ Income from discontinued operations was nil in Q2 2023.
+ $0.0 million
- None reported
- —
- $0.4 million
- Not available
- Income from continuing operations was $0 in Q2 2023 and from discontinued operations $1.2 million.
`,
  ],
  [
    'What was capital expenditure at Tern Logistics in fiscal 2022, in EUR millions?',
    [412_600_000, 'EUR', '2022FY', 100_000],
    `
+ Capital expenditure in fiscal 2022 was €412.6 million.
+ Capex totaled EUR 412.6m in FY22.
+ Tern spent €412.6 million on capital expenditure in fiscal 2022, including €98.0 million for vehicles.
+ In FY2022, Tern's capex amounted to 412.6 million euros (3.9% of sales).
+ From the 2022 report: capex was €412.6 million, compared to €388.1 million in 2021 and €350.2 million in 2020.
+ €0.4126 billion
+ The answer is 412.6.
- €412.6 billion
- Capex was €388.1 million in fiscal 2022.
- FY2021 capex: €412.6 million
- Capex will be about €412.6 million in fiscal 2023.
- Depreciation was €412.6 million in fiscal 2022.
- $412.6 million
- €413 million
- In FY2022 sales were €412.6 million and capex was €98.0 million.
- Capex rose by €412.6 million in fiscal 2022.
`,
  ],
  [
    'What was the gross profit of Lumen Works in Q4 FY2023, in JPY millions?',
    [18_942_000_000, 'JPY', '2023Q4', 1_000_000],
    `
+ ¥18,942 million
+ JPY 18.942 billion
+ Gross profit for the fourth quarter of FY2023 was ¥18,942 million.
+ Q4 FY2023 gross profit was 18,942 million yen, after 17,105 million yen in Q3.
+ Gross profit in Q4 FY2023: 18,942
+ FY2023 gross profit was ¥71,300 million, nine months ¥52,358 million, so Q4 FY2023 gross profit was ¥18,942 million.
- ¥71,300 million
- ¥18.9 billion
- CN¥18,942 million
- Gross profit was ¥18,942 million in Q4 FY2022.
- The full-year gross profit was ¥18,942 million.
- Gross profit for FY2023 was ¥18,942 million.
- ¥18,942
- Gross margin was 18,942 million.
`,
  ],
  [
    'What share of revenue came from subscriptions at Kite Software in 2024?',
    [0.915, 'ratio', '2024FY', 0.001],
    `
+ 91.5%
+ Subscriptions made up 91.5% of revenue in 2024.
+ 91.5 percent of 2024 revenue came from subscriptions, the rest (8.5%) from services.
+ 0.915
+ Subscription revenue of $915 million divided by total revenue of $1,000 million is 91.5%.
+ It was 91.5%, compared with 90.1% in 2023.
- 8.5%
- 90.1%
- 92%
- 915%
- 91.5% in 2023
- Subscriptions made up less than 91.5% of revenue in 2024.
- Roughly nine tenths.
`,
  ],
  [
    'How many shares did Aster Pharma repurchase in Q1 2025, in millions?',
    [3_400_000, 'shares', '2025Q1', 100_000],
    `
+ 3.4 million shares
+ Aster repurchased 3.4 million shares in Q1 2025 for $210 million.
+ 3.4 million
+ 3,400,000 shares
+ In the first quarter of 2025 the company bought back 3.4 million of its own shares.
- $3.4 million
- 3.4 billion shares
- 3 million shares
- 3.4 shares
- Aster issued 3.4 million shares in Q1 2025.
- 3.4 million shares in Q1 2024
`,
  ],
  [
    'What was adjusted EBITDA of Moss Media in Q2 2024, in USD millions?',
    [129_700_000, 'USD', '2024Q2', 100_000],
    `
+ Adjusted EBITDA was $129.7 million in Q2 2024.
+ $129.7M
+ Adjusted EBITDA of $129.7 million (margin 31.2%) in Q2 2024
+ Net income was $41.0 million and adjusted EBITDA $129.7 million for Q2 2024.
+ | Metric | Q2 2024 | Q2 2023 |⏎|---|---|---|⏎| Revenue | $415.7M | $390.2M |⏎| Adjusted EBITDA | $129.7M | $118.4M |
- | Metric | Q2 2024 | Q2 2023 |⏎|---|---|---|⏎| Revenue | $415.7M | $390.2M |⏎| Adjusted EBITDA | $118.4M | $129.7M |
- EBITDA was $118.4 million and adjusted EBITDA was $131.7 million in Q2 2024.
- Net income was $129.7 million in Q2 2024.
- Adjusted EBITDA was $129.7 million in the first half of 2024.
- Adjusted EBITDA decreased by $129.7 million in Q2 2024.
- N/A
`,
  ],
  [
    'What was total equity of Onyx Bank as of March 31, 2024, in INR crore?',
    [25_347_000_000, 'INR', '2024Q1', 10_000_000],
    `
+ ₹2,534.7 crore
+ Rs. 2,534.7 crore
+ INR 25.347 billion
+ Total equity stood at ₹2,534.7 crore as of March 31, 2024.
- ₹2,534.7 lakh
- ₹2,534.7 million
- ₹2,534.7 crore as of March 31, 2023
- ₹2,800.1 crore
`,
  ],
]);
