/** Planted errors: each lowers the score that it belongs to, by the amount of its rule. */

import { expect, test } from 'vitest';
import { evidenceFidelity } from '../evidence/evidence-fidelity.js';
import { calendarOf } from '#market-data';
import { weeklyTasks } from '#market-data/tasks/weekly-reports';
import { metricRows } from './metric-rows.js';
import { parseReport } from './parse-report.js';
import { sectionTitles } from './section-titles.js';
import { metrics } from './report.fixture.js';
import { metadataAccuracy, quantitativeAlignment, structureAndFormat } from './score-report.js';
import { writeReport } from './write-report.js';
import { fridayAfter } from './week-measures.js';

const file = { symbol: 'MSFT', date: '2026-01-30', model: 'gpt-5.4' };
const report = writeReport({ symbol: 'MSFT', model: 'GPT-5.4', rating: 'SELL', metrics });

const call = (tool: string, result: unknown) => ({ tool, args: {}, result, error: null });
const launch =
  'Microsoft unveils a faster chip for its cloud; shares fell 3.1% on January 28, 2026.';
const symbol = 'MSFT';
/** What the tools of the run returned. */
const calls = [
  call('get_prices', [{ symbol, date: '2026-01-27', adj_close: 1477.08 }]),
  call('list_news', [
    { symbol, date: '2026-01-28', id: 17, highlights_chars: 84, highlights_preview: launch },
  ]),
  call('list_filings', [
    { symbol, date: '2026-01-28', document_type: '10-Q', mda_chars: 9, risk_chars: 9 },
    { symbol, date: '2025-07-30', document_type: '10-K', mda_chars: 9, risk_chars: 9 },
    { symbol: 'NVDA', date: '2025-11-19', document_type: '10-Q', mda_chars: 9, risk_chars: 9 },
  ]),
  call('get_filing_section', null),
];

/** Quantitative alignment, structure and format, metadata accuracy, evidence fidelity. */
function scoresOf(text: string, truth: typeof metrics | null = metrics): (number | null)[] {
  const parsed = parseReport(text);
  const scores = [
    quantitativeAlignment(parsed, truth),
    structureAndFormat(parsed),
    metadataAccuracy(parsed, file),
    evidenceFidelity(text, { ...file, calls: [call('get_weekly_metrics', truth), ...calls] }),
  ];
  return scores.map(({ score }) => score);
}

/** Checks that `from` occurs in the report, so that each planted error takes effect. */
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
const noSymbol: [string, string] = ['**Symbol:** MSFT | ', ''];
const titled = (name: string): [RegExp, string] => [
  /^# .+/,
  `# Weekly Equity Research Report: ${name}`,
];
const news = /No news was read[^\n]+/;

test('the report of the writer has 5 in all four', () => {
  expect(scoresOf(report)).toEqual([5, 5, 5, 5]);
  expect(parseReport(report).defects).toEqual([]);
});

type Edit = readonly [from: string | RegExp, to: string];
/** Evidence fidelity is 5 where no fourth score is given. */
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
  ['the published title', [5, 5, 5], noSymbol, titled('MSFT')],
  ['another symbol in the title alone', [5, 5, 2], titled('TSLA')],
  ['another symbol in the published title', [5, 5, 2], noSymbol, titled('TSLA')],
  ['a company in the title', [5, 5, 4.5], noSymbol, titled('Microsoft Corp.')],
  ['a company in capitals in the title', [5, 5, 4.5], noSymbol, titled('MICROSOFT')],
  ['a rating in the title', [5, 5, 4.5], noSymbol, titled('HOLD')],
  ['another model', [5, 5, 4.5], ['GPT-5.4', 'GPT-5.5']],
  ['no model', [5, 5, 4.5], ['**Model:** GPT-5.4 | ', '']],
  ['an earlier date', [5, 5, 4.5], ['2026-01-30', '2026-01-23']],
  ['no such date', [5, 5, 2], ['2026-01-30', '2026-01-32']],
  ['no date', [5, 5, 2], [' | **Week Ending:** 2026-01-30', '']],
  ['ratings that differ', [5, 5, 4], [/\*\*Rating:\*\* SELL/, '**Rating:** HOLD']],
  ['ratings and model', [5, 5, 3.5], [/\*\*Rating:\*\* SELL/, '**Rating:** BUY'], ['GPT', 'PPT']],
  ['a later date', [5, 5, 2, 1], [filing, 'On February 3, 2026 it filed a 10-Q.']],
  ['a later ISO date', [5, 5, 2, 1], [filing, 'It filed a 10-Q (2026-02-02).']],
  ['what the run read', [5, 5, 5], [news, `[news 17] “${launch}” Shares fell 3.1%.`]],
  ['an unknown news id', [5, 5, 5, 4.25], [news, 'A launch [news 18].']],
  ['the same unknown id twice', [5, 5, 5, 4.25], [news, 'A launch [news 18]. It sold (id: 18).']],
  ['two unknown ids', [5, 5, 5, 3.5], [news, 'A launch [news 18]. A sale [news 19].']],
  ['an invented headline', [5, 5, 5, 4.25], [news, '“Microsoft unveils a slower chip for cars”.']],
  ['a filing', [5, 5, 5], [filing, 'It filed its 10-Q on January 28, 2026.']],
  ['a filing of a peer', [5, 5, 5], [filing, 'NVDA filed a 10-Q on 2025-11-19.']],
  ['a filing of another company', [5, 5, 5, 4], [filing, 'It filed a 10-Q on 2025-11-19.']],
  ['a period that ended', [5, 5, 5], [filing, 'The 10-Q is for the quarter ended 2025-12-31.']],
  ['a wrong filing date', [5, 5, 5, 4], [filing, 'It filed its 10-Q on January 27, 2026.']],
  ['a wrong filing type', [5, 5, 5, 4], [filing, 'It filed its 10-K on 2026-01-28.']],
  ['an old filing under news', [5, 5, 5, 4.5], [news, 'The 10-K of 2025-07-30 names risks.']],
  ['an old filing told as new', [5, 5, 5, 4.5], [filing, 'The new 10-K (2025-07-30) grew.']],
  ['an old filing as what it is', [5, 5, 5], [filing, 'The 10-K of 2025-07-30 is known.']],
  ['an old filing that is said to be old', [5, 5, 5], [news, 'Not new: the 10-K of 2025-07-30.']],
  ['an invented percentage', [5, 5, 5, 4.75], [news, 'Cloud revenue rose 31.7%.']],
  ['an invented price', [5, 5, 5, 4.75], [news, 'The target is $1,725.']],
  ['a turned direction', [5, 5, 5, 4.75], [news, 'Shares rose 3.1% on the launch.']],
  ['ten invented numbers', [5, 5, 5, 3], [news, '77.1% 77.2% 77.3% 77.4% 77.5% '.repeat(2)]],
  ['an invented merger', [5, 5, 5, 2], [news, 'On January 26, 2026 it announced a merger.']],
  ['a merger on a session', [5, 5, 5, 2], [news, 'A merger was announced on 2026-01-27.']],
  [
    'a merger and a date in two sentences',
    [5, 5, 5],
    [news, 'It is not about the merger. On January 26, 2026 trading was calm.'],
  ],
  [
    'a merger and a date in one sentence with an abbreviation',
    [5, 5, 5, 2],
    [news, 'The merger (approx. two years of work) was announced on January 26, 2026.'],
  ],
  [
    'a merger and a date in two sentences, the second in bold',
    [5, 5, 5],
    [news, 'It is not about the merger. **On January 26, 2026** trading was calm.'],
  ],
  ['an invented 8-K', [5, 5, 5, 2], [news, 'The 8-K of 2026-01-26 raised guidance.']],
  ['an invented 8-K on nothing', [5, 5, 5, 4], [filing, 'An 8-K of 2026-01-26 is short.']],
  ['a date that news has', [5, 5, 5], [news, 'Guidance was raised on January 28, 2026.']],
  ['numbers in code', [5, 5, 5], [filing, '$&\n\n```\n77.7%\n```\n\nNo more.']],
])('%s', (_, expected, ...edits) => {
  const text = edits.reduce((before, [from, to]) => planted(before, from, to), report);
  expect(scoresOf(text)).toEqual(
    [...expected, 5].slice(0, 4).map((score) => expect.closeTo(score, 9)),
  );
});

test('says why, and in which line', () => {
  const text = planted(report, ...setTo('MACD Signal', 'neutral'));
  const line = text.split('\n').findIndex((other) => other.startsWith('| MACD')) + 1;
  const why = 'MACD Signal: expected bearish_strengthening, found neutral';
  expect(quantitativeAlignment(parseReport(text), metrics)).toEqual({
    score: 4.5,
    deductions: [{ by: 0.5, why, line }],
  });
  const later = planted(report, filing, 'It reports on 2026-04-28.');
  const at = later.split('\n').findIndex((other) => other.includes('2026-04-28')) + 1;
  expect(metadataAccuracy(parseReport(later), file).cap).toEqual({
    to: 2,
    why: '2026-04-28 is after the report',
    line: at,
  });
});

test('null against null is right, a number or a word against null is not; nothing to compare with is 0', () => {
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
  expect(scoresOf(text, alone)).toEqual([5, 5, 5, 5]);
  expect(scoresOf(planted(text, ...setTo('Beta (60D)', '1.1')), alone)).toEqual([4.75, 5, 5, 5]);
  expect(scoresOf(planted(text, ...setTo('Beta (60D)', 'high')), alone)).toEqual([4.5, 5, 5, 5]);
  expect(scoresOf(text, metrics)).toEqual([2.5, 5, 5, 5]);
  expect(scoresOf(text, null).slice(0, 3)).toEqual([0, 5, 5]);
});

test('evidence: what has no result is null; numbers have their offset, line and source', () => {
  const none = { score: null, reason: 'the run recorded no tool results' };
  expect(evidenceFidelity(report, { ...file, calls: [] })).toEqual(none);
  const failed = { tool: 'list_news', args: {}, result: undefined, error: 'no such symbol' };
  expect(evidenceFidelity(report, { ...file, calls: [failed] })).toEqual(none);
  const text = planted(report, news, 'Cloud revenue rose 31.7%.').replaceAll('\n', '\r\n');
  const score = evidenceFidelity(text, { ...file, calls: [call('get_weekly_metrics', metrics)] });
  if (score.score === null) throw new Error('a score');
  const line = text.split('\r\n').findIndex((other) => other.startsWith('Cloud')) + 1;
  const deduction = { by: 0.25, why: 'no result holds 31.7%', line };
  expect(score).toMatchObject({ score: 4.75, deductions: [deduction] });
  expect(score.numbers[0]).toEqual({
    text: '$1,430.29',
    value: 1430.29,
    offset: text.indexOf('$1,430.29'),
    line: 9,
    source: { call: 0, path: '/week_close' },
  });
  for (const { text: number, offset } of score.numbers)
    expect(text.slice(offset, offset + number.length)).toBe(number);
});

test('evidence takes time that the length of a report bounds', () => {
  const pieces = [
    '[news 1] ',
    '"a b c d e" ',
    '10-Q 2026-01-05 ',
    'merger 2026-01-05. A ',
    'x. A ',
    '\n1.5%\n',
  ];
  for (const piece of ['a', '#', '| ', '“', ...pieces]) {
    const text = `## News & Catalysts\n\n${piece.repeat(200_000 / piece.length)}`;
    expect(evidenceFidelity(text, { ...file, calls })).toHaveProperty('numbers');
  }
});

test('agents are told the required sections and rows, in their order', () => {
  const window = { from: '2026-01-05', to: '2026-01-09' };
  const [first] = weeklyTasks(calendarOf('XNYS'), { window, symbols: ['MSFT'] });
  const told = first!.task.instruction.replace(/\s+/g, ' ');
  const names = [...sectionTitles.slice(0, 3), ...metricRows.map(({ label }) => label)];
  for (const name of [...sectionTitles, ...names]) expect(told).toContain(name);
  const places = metricRows.map(({ label }) => told.indexOf(label, told.indexOf('in the rows')));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test.each([
  ['2022-04-14', '2022-04-15'],
  ['2022-04-13', '2022-04-15'],
  ['2022-04-22', null],
  ['2022-04-23', null],
  ['2022-04-24', null],
])('takes after %s the Friday %s for the end of the week', (session, friday) => {
  expect(fridayAfter(session)).toBe(friday);
});
