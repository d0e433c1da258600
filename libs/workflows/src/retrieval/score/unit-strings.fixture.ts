/**
 * More answers in words, of other units: ratios, shares, units, per share, minor units,
 * currencies and nothing.
 */

import { rowsOf } from './answer-strings.fixture.js';

export const unitRows = rowsOf([
  [
    "What was Acme's gross margin in Q1 2024?",
    [0.231, 'ratio', '2024Q1', 0.001],
    `
+ 23.1%
+ 23.1 percent
+ 23.1 per cent
+ 23.1 pct
+ 0.231
+ 23.1
+ .231
+ 2,310 basis points
+ 2310bps
+ 23,1 %
+ 23.14%
+ 23.1 percentage points
+ The gross margin was 23.1% (up 120 basis points).
+ Gross margin rose from 22.0% to 23.1%.
+ Gross margin fell from 24.0% to 23.1% in Q1 2024.
+ Gross margin was 23.1% in Q1 2024, compared with 22.5% in Q1 2023.
+ Gross margin: 23.1% (0.231)
+ Gross profit was $231 million on revenue of $1,000 million, a margin of 23.1%.
+ Gross margin was 23.1%, up 1.1 percentage points year over year.
- 23%
- 23.2%
- 0.23
- 0.231%
- 2.31%
- 231
- 231 bps
- 23.1 bps
- -23.1%
- (23.1%)
- a decline of 23.1%
- $23.1
- 23.1 million
- 23.1% in Q1 2023
- 23.1% in FY2024
- 23.0% to 23.5%
- 23-24%
- between 23.0% and 23.2%
- 23.1% or 24.1%
- 23.1 or 24.1%
- more than 23.1%
- Gross margin was 24.1% and operating margin was 23.1%.
`,
  ],
  [
    'How much did comparable sales change in the quarter?',
    [-0.032, 'ratio', null, 0.001],
    `
+ decreased by 3.2%
+ -3.2%
+ −3.2%
+ (3.2)%
+ (3.2%)
+ down 3.2%
+ a 3.2% decline
+ 3.2% lower
+ Comparable sales fell 3.2 percent.
+ a decline of 3.2%
+ a drop of about 3.2%
+ down 320 basis points
+ decreased by -3.2%
+ -0.032
+ negative 3.2%
+ Comparable sales decreased by 3.2% to $410 million.
- 3.2%
- up 3.2%
- grew 3.2%
- a 3.2% increase
- declined to 3.2%
- down 32%
- down 0.032%
- down 3.5%
- down 3.2% to 3.5%
`,
  ],
  [
    'What was the ratio of debt to equity?',
    [1.5, 'ratio', null, null],
    `
+ 1.5
+ 1.5x
+ 1.5 times
+ 150%
+ 1.50
+ 150
- 15x
- 1.5%
- 15%
- 1.51x
- $1.5
- 1.5 billion
`,
  ],
  [
    "What were Acme's diluted earnings per share in FY2024?",
    [6.11, 'USD / shares', '2024FY', 0.01],
    `
+ $6.11
+ $6.11 per share
+ $6.11 a share
+ $6.11/share
+ 6.11
+ USD 6.11 per diluted share
+ 611 cents
+ 611¢ per share
+ Diluted EPS was $6.11 in fiscal 2024.
+ Net income was $93.7 billion, or $6.11 per diluted share.
+ EPS: 6.11 (FY2024)
+ Diluted EPS was $6.11, versus $6.13 in FY2023.
- $6.1
- $6.13
- $6.11 billion
- 6.11%
- 6.11 cents
- €6.11
- 6.11 shares
- -$6.11
- ($6.11)
- a loss of $6.11 per share
- $6.11 in FY2023
- $6.11 in Q4 2024
- Basic EPS was $6.12 and diluted EPS was $6.11, or $6.13 adjusted.
`,
  ],
  [
    'What was the dividend per share?',
    [0.452, 'GBP / shares', null, null],
    `
+ 45.2p
+ 45.2 pence
+ £0.452
+ 45.2 pence per share
+ 0.452
- 45.2
- £45.2
- 45.2 cents
- 45p
- $0.452
`,
  ],
  [
    "What was the company's fee per transaction?",
    [0.53, 'USD', null, 0.01],
    `
+ 53 cents
+ 53¢
+ $0.53
+ $.53
+ 0.53 USD
- 53
- 53 pence
- 5.3 cents
- 53 dollars
`,
  ],
  [
    'How many shares were outstanding at the end of Q2 2024?',
    [15_343_783_000, 'shares', '2024Q2', 1000],
    `
+ 15,343,783 thousand shares
+ 15,343,783,000
+ 15.343783 billion shares
+ 15,343.783 million
+ 15,343,783,000 common shares as of Q2 2024
+ 15,343,783,000 shares outstanding, at a price of $190.50
+ Shares outstanding (in thousands): 15,343,783
- 15.3 billion shares
- 15,343,783 shares
- $15,343,783,000
- 15,343,783,000 shares as of Q1 2024
- 15,343,783 thousand dollars
- 15,343,783,000%
`,
  ],
  [
    "In fiscal year 2018, how many theatre systems were in Imax's new backlog?",
    [10, 'units', '2018FY', null],
    `
+ 10
+ 10 units
+ 10 systems
+ Ten is written as 10 systems in FY2018.
+ The backlog had 10 IMAX Digital GT Laser 3D theatre systems at December 31, 2018.
+ There were 10 theatre systems in 5 countries.
+ Based on the 2018 10-K (page 34), the answer is 10.
- 10 million
- 11
- 10%
- $10
- 10 systems in FY2017
- 10 or 11
- 10-12 systems
- 10 systems out of 150 systems
- 10-K
- Page 10
- [10]
+ 10.
- 10.5
`,
  ],
  [
    'How many stores did the company operate?',
    [2010, 'units', null, null],
    `
+ 2,010 stores
+ 2010
+ 2,010
+ 2010 stores
- In 2010 there were many stores.
- 2011 stores
- 2.010 million
`,
  ],
  [
    'How many units were delivered, in thousands?',
    [1_234_567, 'units', '2024H1', 1],
    `
+ 1,234,567
+ 12,34,567 units
+ 1.234.567 units
+ 1 234 567 units
+ 1'234'567 units
+ 1,234.567 thousand
+ 1,234.567
+ 1,234,567 in H1 2024
+ 1,234,567 in the first half of 2024
+ 1H24: 1,234,567
- 1,234,567 in H2 2024
- 1,234,567 in Q1 2024
- 1,234,567 in 2024
- 1,23,45,67
- 1,234.5
- 1234
- 1,234,568
`,
  ],
  [
    'What was revenue, in INR crore, in Q2 FY2023?',
    [12_500_000_000, 'INR', '2022Q2', 10_000_000],
    `
+ ₹1,250 crore
+ Rs. 1,250 crore
+ Rs 1,250 Cr
+ INR 12,500 million
+ INR 12.5 billion
+ ₹12,50,00,00,000
+ 1,250
+ 1250 crores in Q2 FY2023
+ 1,25,000 lakh rupees
+ 0.0125 lakh crore
- ₹1,250 lakh
- $1,250 crore
- ₹1,260 crore
- ₹1,250 million
- ₹1,250 crore in Q2 FY2024
- ₹1,250 crore in Q3 FY2023
`,
  ],
  [
    'What ordinary income did Socionext forecast for the fiscal year ending March 31, 2025, in ' +
      'JPY millions?',
    [27_000_000_000, 'JPY', '2024Q1', 1_000_000],
    `
+ ¥27,000 million
+ ¥27 billion
+ JPY 27,000 million
+ 27,000
+ 27 billion yen
+ ¥27,000 million for the fiscal year ending March 31, 2025
+ ¥27,000 million, as announced in Q1 2024
- ¥27,500 million
- ¥27,000
- $27,000 million
- CNY 27,000 million
- ¥26,000 million to ¥27,000 million
- ¥27,000 million for the fiscal year ending March 31, 2024
`,
  ],
  [
    'What was cash flow from the equity forward transaction in fiscal 2018, in CAD millions?',
    [68_400_000, 'CAD', '2018FY', 100_000],
    `
+ CAD 68.4 million
+ C$68.4 million
+ $68.4 million
+ 68.4 million Canadian dollars
+ CA$68.4m
+ $68.4 million CAD
+ 68.4
- US$68.4 million
- USD 68.4 million
- A$68.4 million
- €68.4 million
- CAD 68 million
- CAD 68.4 million in 2017
`,
  ],
  [
    'How much did the company pay in dividends?',
    [0, 'USD', null, null],
    `
+ zero
+ Zero.
+ nil
+ Nil
+ $0
+ 0
+ 0.0 million
+ The company paid zero dividends.
+ Dividends were nil in the period.
+ $0 million
- —
- -
- –
- none reported
- None
- n/a
- $1
- There is zero information about it.
- net zero
- I could not find any dividends.
`,
  ],
  [
    'What was the low end of revenue guidance for Q1 fiscal 2022, announced as of March 11, 2021?',
    [56_500_000, 'USD', '2020FY', 100_000],
    `
+ $56.5 million
+ The low end was $56.5 million.
+ $56.5 million for Q1 FY2022
- $60 million
- $56.5 million to $57.5 million
- $56.5-57.5 million
- $56.5 million for Q2 FY2022
`,
  ],
  [
    'What is the sum?',
    [0.3, 'USD', null, null],
    `
+ $0.3
+ $0.30
+ 30 cents
+ 0.3000000
- $0.30000000000000004
- $0.29999999999999998
- $0.31
`,
  ],
  [
    'What is the total?',
    [13_359_000, 'USD', null, null],
    `
+ 13.359 million
+ 13,359 thousand
+ $13,359K
+ $13.359M
+ $13.359 mm
+ 13359000
- 13.359 thousand
- 13,359
- 13.36 million
- 13.3590001 million
`,
  ],
  [
    "What was Foo's revenue in Q3 2024?",
    [1_230_000_000, 'USD', '2024Q3', 10_000_000],
    `
+ Foo Inc. (ticker FOO, company_id 4821) had revenue of $1.23 billion, consisting of $1 billion and $0.23 billion.
+ Revenue was $1.23 billion, with a gross margin of 45% and 12,000 employees.
- It is unclear whether revenue was $1.23 billion.
- If revenue was $1.23 billion, the margin would be 10%.
- Net income was $1.23 billion.
- Revenue not found. Net income: $1.23 billion
- I was unable to retrieve the number. Analysts expected $1.23 billion.
- Value: $1.23 billion⏎Currency: EUR
`,
  ],
]);
