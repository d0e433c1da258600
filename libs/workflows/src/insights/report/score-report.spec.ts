/** Planted errors: each lowers the score that it belongs to, by the amount of its rule. */

import { expect, test } from 'vitest';
import { parseReport } from './parse-report.js';
import { metrics } from './report.fixture.js';
import { metadataAccuracy, quantitativeAlignment, structureAndFormat } from './score-report.js';
import { writeReport } from './write-report.js';

const file = { symbol: 'MSFT', date: '2026-01-30', model: 'gpt-5.4' };
const report = writeReport({ symbol: 'MSFT', model: 'GPT-5.4', rating: 'SELL', metrics });

/** Quantitative alignment, structure and format, metadata accuracy. */
function scoresOf(text: string, truth: typeof metrics | null = metrics): number[] {
  const parsed = parseReport(text);
  const scores = [
    quantitativeAlignment(parsed, truth),
    structureAndFormat(parsed),
    metadataAccuracy(parsed, file),
  ];
  return scores.map(({ score }) => score);
}

/** `from` stands in the report, so that each planted error is one. */
function planted(text: string, from: string | RegExp, to: string): string {
  expect(text).toMatch(from);
  return text.replace(from, to);
}

const row = (label: string): RegExp =>
  new RegExp(`\\| ${label.replace(/[()]/g, '\\$&')} \\| [^|\n]+ \\|\n`);
const section = (number: number): RegExp => new RegExp(`## ${number}\\. [^#]+(?=## |$)`);
const setTo = (label: string, value: string): [RegExp, string] => [
  row(label),
  `| ${label} | ${value} |\n`,
];
const filing = /No filing was read[^\n]+/;

test('the report of the writer has 5 in all three', () => {
  expect(scoresOf(report)).toEqual([5, 5, 5]);
  expect(parseReport(report).defects).toEqual([]);
});

type Edit = readonly [from: string | RegExp, to: string];
test.each<[string, number[], ...Edit[]]>([
  ['a price off by 0.06', [4.75, 5, 5], setTo('Week Close', '$1,430.35')],
  ['a price off by 0.04', [5, 5, 5], setTo('Week Close', '$1,430.33')],
  ['a percentage off by 0.03', [4.75, 5, 5], setTo('Weekly Return', '-7.68%')],
  ['a percentage off by 0.02', [5, 5, 5], setTo('Weekly Return', '-7.67%')],
  ['a turned sign', [4.75, 5, 5], setTo('4-Week Return', '11.03%')],
  ['a ratio off by 0.03', [4.75, 5, 5], setTo('Beta (60D)', '0.7655')],
  ['a wrong context number', [4.75, 5, 5], setTo('20-Day Support', '$1,400.00')],
  ['a context row left out', [5, 5, 5], [row('Volume Ratio (vs 20d avg)'), '']],
  ['a context number not given', [5, 5, 5], setTo('Chaikin Money Flow (20d)', 'N/A')],
  ['a required row left out', [4.5, 5, 5], [row('20-Day MA'), '']],
  ['a required number not given', [4.5, 5, 5], setTo('Correlation (60D)', 'N/A')],
  ['an unreadable number', [4.5, 5, 5], setTo('Weekly Volatility', 'high')],
  ['a wrong side of the average', [4.5, 5, 5], setTo('Price vs 20-Day MA', 'above')],
  ['a wrong momentum', [4.5, 5, 5], setTo('Short-term Momentum', 'up')],
  ['an unknown momentum', [4.5, 5, 5], setTo('Short-term Momentum', 'sideways')],
  ['a wrong MACD', [4.5, 5, 5], setTo('MACD Signal', 'bearish_weakening')],
  ['a wrong class of the RSI', [4.5, 5, 5], setTo('RSI (14)', '36.41 (oversold)')],
  ['a wrong RSI', [4.75, 5, 5], setTo('RSI (14)', '37.41 (neutral)')],
  ['no class of the RSI', [5, 5, 5], setTo('RSI (14)', '36.41')],
  [
    'two wrong numbers and a wrong category',
    [4, 5, 5],
    setTo('Week Open', '$1'),
    setTo('Beta (60D)', '9'),
    setTo('MACD Signal', 'neutral'),
  ],
  [
    'seven wrong numbers',
    [2, 5, 5],
    ...['Week Open', 'Week Close', 'Weekly Return', '4-Week Return'].map((label) =>
      setTo(label, '77'),
    ),
    ...['20-Day MA', 'Weekly Volatility', 'Beta (60D)'].map((label) => setTo(label, '77')),
  ],
  ['prose on the rating', [5, 5, 5], ['The rating rests', 'The case for the rating: it rests']],
  ['a missing section', [5, 4.25, 5], [section(5), '']],
  ['a rating in a heading', [5, 5, 5], ['Rating & Thesis', 'Rating & Thesis — SELL']],
  ['the last section missing', [5, 4.25, 5], [section(8), '']],
  ['an empty section', [5, 4.25, 5], [filing, '']],
  ['two missing sections', [5, 3.5, 5], [section(5), ''], [section(7), '']],
  ['sections out of order', [5, 4, 5], [/(## 4\. [^#]+)(## 5\. [^#]+)/, '$2$1']],
  ['a bold line for a heading', [5, 4.75, 5], ['## 7. Risk Factors', '**7. Risk Factors**']],
  ['a heading of another level', [5, 4.75, 5], ['## 7. Risk', '#### 7. Risk']],
  ['two headings of another level', [5, 4.75, 5], ['## 7. ', '### 7. '], ['## 1. ', '### 1. ']],
  ['a section twice', [5, 4.75, 5], ['## 8. ', '## Risk Factors\n\nNone.\n\n## 8. ']],
  ['bold left open', [5, 4.75, 5], ['The rating is SELL', 'The rating is **SELL']],
  ['a code fence left open', [5, 4.75, 5], [filing, '$&\n\n```']],
  ['a row with three cells', [5, 4.75, 5], setTo('Week Open', '$1,465.31 | first open')],
  ['a table without its rule', [5, 4.75, 5], ['| --- | --- |\n', '']],
  ['text cut in a sentence', [5, 2, 5], [/ is reviewed at the end of that week\.\n$/, ' is revi']],
  [
    'text cut in the table',
    [0.75, 1.25, 5],
    [/20-Day Support[^$]*\$1,42[^]*$/, '20-Day Support | $1,42'],
  ],
  ['an invalid rating', [5, 2, 5], [/\*\*Rating:\*\* SELL/, '**Rating:** UNDERPERFORM']],
  ['two ratings in one', [5, 2, 5], [/\*\*Rating:\*\* SELL/, '**Rating:** SELL / HOLD']],
  ['no table', [0, 2, 5], [/\| Metric[^#]+?\|\n\n/, '']],
  ['another symbol', [5, 5, 2], ['**Symbol:** MSFT', '**Symbol:** TSLA']],
  ['another model', [5, 5, 4.5], ['GPT-5.4', 'GPT-5.5']],
  ['no model', [5, 5, 4.5], ['**Model:** GPT-5.4 | ', '']],
  ['an earlier date', [5, 5, 4.5], ['2026-01-30', '2026-01-23']],
  ['no such date', [5, 5, 2], ['2026-01-30', '2026-01-32']],
  ['no date', [5, 5, 2], [' | **Week Ending:** 2026-01-30', '']],
  ['ratings that differ', [5, 5, 4], [/\*\*Rating:\*\* SELL/, '**Rating:** HOLD']],
  ['ratings and model', [5, 5, 3.5], [/\*\*Rating:\*\* SELL/, '**Rating:** BUY'], ['GPT', 'PPT']],
  ['a later date', [5, 5, 2], [filing, 'On February 3, 2026 it filed a 10-Q.']],
  ['a later ISO date', [5, 5, 2], [filing, 'It filed a 10-Q (2026-02-02).']],
])('%s', (_, expected, ...edits) => {
  const text = edits.reduce((before, [from, to]) => planted(before, from, to), report);
  expect(scoresOf(text)).toEqual(expected.map((score) => expect.closeTo(score, 9)));
});

test('says why, and in which line', () => {
  const text = planted(report, ...setTo('MACD Signal', 'neutral'));
  const line = text.split('\n').findIndex((other) => other.startsWith('| MACD')) + 1;
  const why = 'MACD Signal: expected bearish_strengthening, found neutral';
  expect(quantitativeAlignment(parseReport(text), metrics)).toEqual({
    ...{ score: 4.5, deductions: [{ by: 0.5, why, line }] },
  });
  const later = planted(report, filing, 'It reports on 2026-04-28.');
  const at = later.split('\n').findIndex((other) => other.includes('2026-04-28')) + 1;
  expect(metadataAccuracy(parseReport(later), file).cap).toEqual({
    ...{ to: 2, why: '2026-04-28 is after the report', line: at },
  });
});

test('null against null is right, a number against null is not; nothing to compare with is 0', () => {
  const alone = {
    ...metrics,
    sector_basket_return_1w_pct: null,
    relative_return_1w_pct: null,
    relative_return_4w_pct: null,
    correlation_60d: null,
    beta_60d: null,
    benchmark_basket: [],
  };
  const text = writeReport({ symbol: 'MSFT', model: 'GPT-5.4', rating: 'HOLD', metrics: alone });
  expect(scoresOf(text, alone)).toEqual([5, 5, 5]);
  expect(scoresOf(planted(text, ...setTo('Beta (60D)', '1.1')), alone)).toEqual([4.75, 5, 5]);
  expect(scoresOf(text, metrics)).toEqual([2.5, 5, 5]);
  expect(scoresOf(text, null)).toEqual([0, 5, 5]);
});
