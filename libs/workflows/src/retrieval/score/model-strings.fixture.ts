/**
 * Answers as models write them, to questions with a name, a period and a scale; labeled before
 * they were scored.
 */

import type { ExpectedAnswer } from './schemas.js';

type Row = readonly [text: string, right: boolean];

export const modelStrings: readonly (readonly [string, ExpectedAnswer, readonly Row[]])[] = [
  [
    "What was Apple Inc. (AAPL)'s net sales for fiscal year 2023, in USD millions?",
    { value: 383285000000, unit: 'USD', currency: 'USD', period: '2023FY', precision: 1000000 },
    [
      ["Apple's net sales for fiscal 2023 were **$383,285 million**.", true],
      [
        'Based on the 10-K filed November 3, 2023, total net sales were ' +
          '$383.285 billion for the fiscal year ended September 30, 2023, ' +
          'down 2.8% from $394.328 billion in fiscal 2022.',
        true,
      ],
      [
        '| Metric | FY2022 | FY2023 |\n|---|---|---|\n| Net sales (USD ' +
          'millions) | 394,328 | 383,285 |\n\nSo the answer is 383,285.',
        true,
      ],
      [
        '| Metric | FY2022 | FY2023 |\n|---|---|---|\n| Net sales (USD millions) | 394,328 | ' +
          '383,285 |',
        true,
      ],
      ['Apple reported $394,328 million in fiscal 2022.', false],
      ['Net sales: $383.3 billion', false],
      ['The value is 383285 (USD millions).', true],
      [
        "I found the following in the company's filings:\n\n- Products: " +
          '$298,085 million\n- Services: $85,200 million\n- **Total net sales: $383,285 million**',
        true,
      ],
      [
        "I'm sorry, I could not access the filing directly. However, according " +
          'to the press release, net sales were $383,285 million in fiscal 2023.',
        true,
      ],
      ['I could not find the exact figure. A rough estimate would be about $383 billion.', false],
      ['€383,285 million', false],
      ['383,285,000,000 USD', true],
      ['Net sales in FY2023 were $383,285,000 (in thousands).', true],
      ["Apple's FY23 net sales were $383,285M.", true],
      ['FY 2024: $383,285 million', false],
      ['Net sales were between $383 billion and $384 billion.', false],
    ],
  ],
  [
    "What was Intel's net loss attributable to Intel for Q3 2024, in USD millions?",
    { value: -16639000000, unit: 'USD', currency: 'USD', period: '2024Q3', precision: 1000000 },
    [
      ['Intel reported a net loss of $16,639 million in Q3 2024.', true],
      ['Net loss attributable to Intel: $(16,639) million.', true],
      ['-16,639', true],
      ['$16,639 million', false],
      [
        'Net income (loss) attributable to Intel was $(16.639) billion for the third quarter ' +
          'of 2024.',
        true,
      ],
      ['The net loss was $16.6 billion.', false],
      ["Intel's net income for Q3 2024 was $16,639 million.", false],
      ['Intel lost $16.639 billion in the quarter ended September 28, 2024.', true],
      ['Net loss of $1,654 million in Q2 2024; net loss of $16,639 million in Q3 2024.', true],
      ['Net loss of $16,639 million in Q2 2024.', false],
    ],
  ],
  [
    'What was the gross margin of Nvidia in fiscal 2024 Q4?',
    { value: 0.76, unit: 'ratio', currency: null, period: '2024Q4', precision: 0.001 },
    [
      ['76.0%', true],
      ['0.76', true],
      ['76%', true],
      [
        'GAAP gross margin was 76.0% in Q4 FY2024, up 12.7 percentage points from a year ago.',
        true,
      ],
      ['7.6%', false],
      ['Gross margin: 76.0 percent', true],
      ['about 75.5%', false],
      ['Gross margin expanded 200 basis points to 76.0%.', true],
      ['The gross margin was 0.760.', true],
      ['Non-GAAP gross margin was 76.7%, while GAAP gross margin was 76.0%.', true],
    ],
  ],
  [
    'What were diluted earnings per share of Target in Q2 2023?',
    { value: 1.8, unit: 'USD / shares', currency: 'USD', period: '2023Q2', precision: 0.01 },
    [
      ['$1.80', true],
      ['Diluted EPS was $1.80 for the second quarter of 2023, compared with $0.39 in 2022.', true],
      ['$1.8 per share', true],
      ['180 cents per share', true],
      ['$1.81', false],
      ['GAAP diluted EPS of $1.80', true],
      ['Basic EPS was $1.80 and diluted EPS was $1.80.', true],
      ['$-1.80', false],
      ['EPS: 1.80 USD/share in Q2 2022', false],
      ['$1.80 million', false],
    ],
  ],
  [
    'How many employees did Siemens have at the end of fiscal 2023?',
    { value: 320000, unit: 'units', currency: null, period: '2023FY', precision: 1000 },
    [
      ['320,000', true],
      ['About 320,000 people worldwide.', true],
      ['320 thousand employees', true],
      ['320k', true],
      ['311,000 employees at the end of fiscal 2022 and 320,000 at the end of fiscal 2023', true],
      ['0.32 million', true],
      ['32,000', false],
      ['none reported', false],
      ['—', false],
      ['more than 320,000', false],
    ],
  ],
  [
    'What restructuring charges did Acme report in 2022FY?',
    { value: 0, unit: 'USD', currency: 'USD', period: '2022FY', precision: null },
    [
      ['Acme reported zero restructuring charges in fiscal 2022.', true],
      ['$0', true],
      ['nil', true],
      ['-', false],
      ['None reported.', false],
      ['$0.0 million', true],
      ['0', true],
    ],
  ],
  [
    'What was free cash flow of Shell in the first half of 2023, in USD billions?',
    { value: 22000000000, unit: 'USD', currency: 'USD', period: '2023H1', precision: 100000000 },
    [
      ['$22.0 billion', true],
      ['H1 2023 free cash flow was $22.0bn ($9.9bn in Q1 and $12.1bn in Q2).', true],
      ['$22 billion', true],
      ['22.0', true],
      ['Free cash flow in the six months to June 30, 2023 was $22.0 billion.', true],
      ['Q2 2023 free cash flow: $22.0 billion', false],
    ],
  ],
  [
    "What was Toyota's operating income for the fiscal year ended March 31, 2024, in JPY billions?",
    { value: 5352900000000, unit: 'JPY', currency: 'JPY', period: '2024FY', precision: 100000000 },
    [
      ['¥5,352.9 billion', true],
      ['5.3529 trillion yen', true],
      ['JPY 5,352,934 million', true],
      ['5,352.9', true],
      ['Operating income was 5.35 trillion yen.', false],
      ['¥2,725.0 billion in fiscal 2023 and ¥5,352.9 billion in fiscal 2024', true],
      ['Operating income rose by ¥2,627.9 billion to ¥5,352.9 billion.', true],
      ['¥5,352.9 billion for the year ended March 31, 2023', false],
      ['$5,352.9 billion', false],
      ['Operating income: ¥5,352.9 billion; net income: ¥4,944.9 billion', true],
      ['Net income: ¥5,352.9 billion', false],
      ['The operating loss was ¥5,352.9 billion.', false],
      [
        'For the fiscal year ending March 2024 (FY2024), operating income was ¥5,352.9bn, an ' +
          'increase of 96.4%.',
        true,
      ],
    ],
  ],
  [
    "What was Vodafone's total revenue in H1 FY2024, in EUR millions?",
    { value: 21937000000, unit: 'EUR', currency: 'EUR', period: '2024H1', precision: 1000000 },
    [
      ['€21,937 million', true],
      ['Total revenue decreased by 4.3% to €21.937 billion in H1 FY24.', true],
      ['EUR 21,937m', true],
      ['€21.9 billion', false],
      ['21 937 million euros', true],
      ['H2 FY2024: €21,937 million', false],
      ['Service revenue was €18,624 million; total revenue was €21,937 million.', true],
      ['£21,937 million', false],
      ['Total revenue of €21,937m (H1 FY23: €22,930m)', true],
      ['€22,930m', false],
      ['Revenue in the full year FY2024 was €21,937 million.', false],
    ],
  ],
  [
    'What guidance for capital expenditures for fiscal 2025 did Meta give ' +
      'with its Q4 2024 results, low end, in USD billions?',
    { value: 60000000000, unit: 'USD', currency: 'USD', period: '2025FY', precision: 100000000 },
    [
      ['The low end of the guidance was $60 billion.', true],
      ['$60-65 billion', false],
      ['$60 billion to $65 billion, so the low end is $60 billion.', true],
      ['60', true],
      ['$65 billion', false],
      ['Meta expects capex of $60.0 billion at the low end for full-year 2025.', true],
      ['at least $60 billion', false],
    ],
  ],
  [
    'What was the change in inventories of Nike in cash flow from operating activities in ' +
      'fiscal 2023?',
    { value: -133000000, unit: 'USD', currency: 'USD', period: '2023FY', precision: 1000000 },
    [
      ['$(133) million', true],
      ['-$133 million', true],
      ['Inventories used $133 million of cash.', true],
      ['$133 million', false],
      ['negative 133 million USD', true],
      ['(133)', false],
      ['A cash outflow of $133 million in fiscal 2023.', true],
      ['minus $133M', true],
      ['$ -133,000,000', true],
      ['The change was a decrease of $133 million.', true],
    ],
  ],
  [
    'What was the effective tax rate of Microsoft in FY2023?',
    { value: 0.19, unit: 'ratio', currency: null, period: '2023FY', precision: 0.01 },
    [
      ['19%', true],
      ['approximately 19%', true],
      ['0.19', true],
      ['19.0%', true],
      ['18.98%', true],
      ['1900 bps', true],
      ['20%', false],
      ['0.19%', false],
      ['19', true],
      ['13% in fiscal 2022 and 19% in fiscal 2023', true],
      ['The effective tax rate was 19% in FY2022.', false],
      ['19x', false],
    ],
  ],
  [
    'How many shares did Alphabet repurchase in Q1 2024?',
    { value: 107000000, unit: 'shares', currency: null, period: '2024Q1', precision: 1000000 },
    [
      ['107 million shares', true],
      ['107,000,000', true],
      ['Alphabet repurchased 107 million shares for $15.7 billion in Q1 2024.', true],
      ['$107 million', false],
      ['107 thousand shares', false],
      ['106.6 million shares', true],
      ['107M', true],
      ['107.3 million shares', true],
    ],
  ],
  [
    "What were Unilever's dividends per share for 2022?",
    { value: 1.7, unit: 'EUR / shares', currency: 'EUR', period: '2022FY', precision: 0.0001 },
    [
      ['€1.70', true],
      ['1.7000 EUR per share', true],
      ['170 euro cents', true],
      ['£1.70', false],
      ['170 cents', true],
      ['€1.7056', false],
      ['I do not have this information.', false],
      ['Dividends per share were €1.70 in 2022, against €1.71 in 2021.', true],
    ],
  ],
];
