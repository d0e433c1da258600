/**
 * What tools answer, word for word and number for number, to what is asked well and badly: an
 * answer that changes has to be seen. `npx vitest run libs/tools/src/tool-answers.spec.ts --update`
 * writes the files again.
 */

import { expect, it } from 'vitest';
import { z } from 'zod';
import { invalidInput, sha256Hex } from '#values';
import { smallDesk } from '../test/small-desk.js';
import { answer, closeOf, outcomeOf, smallMarket } from './trading/small-market.fixture.js';
import { wideMarket } from '../test/wide-market.js';
import { fileTools } from './files/file-tools.js';
import { webTools } from './files/web-tools.js';
import { hedgingTools } from './hedging/hedging-tools.js';
import { checkNewsLeakage, getForwardReturns, searchReportNews } from './insights/report-checks.js';
import { reportGenerationTools } from './insights/report-generation-tools.js';
import { marketTools } from './tapefold/market-tools.js';
import { taskTools } from './tasks/task-tools.js';
import { tradingTools } from './trading/trading-tools.js';
import type { RunDesk, TaskDesk, ToolSet } from './tool/tool.js';

const friday = '2026-03-06';
const thursday = '2026-03-05';
const week = { date_start: '2026-03-02', date_end: friday };
const aaa = { symbol: 'AAA' };

/** A call: its tool, its arguments, and as of which day; within a run where it has a desk. */
type Call = readonly [name: string, args: object, asOf?: string, desk?: RunDesk];

const lineOf = (value: unknown): string =>
  Array.isArray(value) && value.length > 0
    ? `[\n${value.map((one) => `  ${JSON.stringify(one)}`).join('\n')}\n]`
    : JSON.stringify(value);

/** Every answer has to match its published schema. */
function transcriptOf(set: ToolSet, calls: readonly Call[]): string {
  const told = calls.map(([name, args, asOf = friday, desk]) => {
    const context = { view: wideMarket(asOf), ...(desk === undefined ? {} : { desk }) };
    const { error } = outcomeOf(set, context, [name, args]);
    const said = error === null ? lineOf(answer(set, context, [name, args])) : `! ${error}`;
    const place = [asOf, ...(desk === undefined ? [] : ['in a run'])].join(', ');
    return `> ${name} ${JSON.stringify(args)} (${place})\n${said}\n`;
  });
  return told.join('\n');
}

const first = '2024-09-03';
const last = '2026-03-06';
const indicator = { ...aaa, date_start: '2026-03-04', date_end: friday };
const desk = () => smallDesk(['AAA', 'BBB']);
const decision = { ...aaa, target_date: friday, price: 61.5, action: 'BUY' };

const trading: readonly Call[] = [
  ['get_prices', { ...aaa, ...week }],
  ['get_prices', { ...aaa, ...week }, '2026-03-04'],
  ['get_prices', { ...aaa, date_start: '2026-02-28', date_end: '2026-03-01' }],
  ['get_prices', { ...aaa, date_start: '1990-01-01', date_end: first }],
  ['get_prices', { ...aaa, date_start: '2026-03-06', date_end: '2026-03-05' }],
  ['get_prices', { ...aaa, date_start: '2026-02-30', date_end: friday }],
  ['get_prices', { symbol: 'ZZZ', ...week }],
  ['get_prices', { ...aaa, ...week, more: 1, most: 2 }],
  ['get_prices', { symbol: 5, ...week }],
  ['get_prices', {}],
  ['get_price', {}],
  ...['2026-03-06', '2026-03-07', '2026-03-09', '2026-02-16', '2024-09-02', '2024-09-03'].map(
    (target_date): Call => ['is_trading_day', { ...aaa, target_date }],
  ),
  ['is_trading_day', { ...aaa, target_date: friday }, thursday],
  ['list_news', { ...aaa, ...week }],
  ['list_news', { ...aaa, ...week, preview_chars: 7 }, '2026-03-04'],
  ['list_news', { ...aaa, date_start: '2026-03-03', date_end: '2026-03-04', preview_chars: 0 }],
  ...[7, '7', '010', 10, 11, '123456789012345', '1234567890123456'].map((id): Call => [
    'get_news_by_id',
    { ...aaa, id },
  ]),
  ['get_news_by_id', { ...aaa, id: '010' }, '2026-03-03'],
  ['list_filings', { ...aaa, ...week }],
  ['list_filings', { ...aaa, ...week, document_type: '10-K' }],
  ['list_filings', { ...aaa, date_start: '2026-03-03', date_end: '2026-03-04' }],
  ['list_filings', { ...aaa, date_start: '2026-03-05', date_end: '2026-03-04' }],
  ...[{}, { offset: 3, limit: 4 }, { offset: 15 }, { offset: 16 }, { limit: 16 }].map(
    (page): Call => [
      'get_filing_section',
      { ...aaa, date: '2026-03-02', document_type: '10-K', section: 'mda', ...page },
    ],
  ),
  ...['risk', 'item'].map((section): Call => [
    'get_filing_section',
    { ...aaa, date: '2026-03-02', document_type: '10-K', section },
  ]),
  ...['2026-03-03', '2026-03-06', '2026-03-07'].map((date): Call => [
    'get_filing_section',
    { ...aaa, date, document_type: '10-Q', section: 'risk' },
  ]),
  ...['ma', 'rsi', 'bbands', 'macd'].flatMap((name): Call[] => [
    ['get_indicator', { ...indicator, indicator: name }],
    ['get_indicator', { ...indicator, indicator: name, length: 3 }, thursday],
    ['get_indicator', { ...indicator, indicator: name, length: 40 }],
  ]),
  ['get_indicator', { ...aaa, date_start: first, date_end: '2024-10-01', indicator: 'ma' }],
  ['get_indicator', { ...aaa, date_start: first, date_end: '2024-10-25', indicator: 'macd' }],
  ['get_indicator', { ...indicator, indicator: 'ma', length: 0 }],
  ['get_indicator', { ...indicator, indicator: 'ma', length: 1001 }],
  ['get_indicator', { ...indicator, indicator: 'sma' }],
  ['submit_decision', decision],
  ['submit_decision', decision, friday, desk()],
  ['submit_decision', { ...decision, rationale: 'cheap', model: 'm' }, friday, desk()],
  ['submit_decision', { ...decision, symbol: 'CCC' }, friday, desk()],
  ['submit_decision', { ...decision, target_date: thursday }, friday, desk()],
  ['submit_decision', { ...decision, price: 0 }, friday, desk()],
  ['submit_decision', { ...decision, action: 'buy' }, friday, desk()],
];

const pair = { left: 'AAA', right: 'BBB' };
const held = { ...pair, direction: 'LONG_SHORT' as const, entryPrices: { left: 50, right: 20 } };
const flat = { ...pair, direction: null, entryPrices: null };
const long = { direction: 'LONG_SHORT', shares: { AAA: 1 }, entry_prices: { AAA: 1 } };
const chosen = {
  ...pair,
  target_date: friday,
  left_price: 61,
  right_price: 21,
  action: 'LONG_SHORT',
  status: 'in_progress',
  rationale: 'apart',
};
const apply = (args: object, kept?: RunDesk): Call => {
  const asked = ['apply_pair_action', { ...pair, ...args }] as const;
  return kept === undefined ? asked : [...asked, friday, kept];
};
const prices = { AAA: 50.00004, BBB: 30 };

const hedging: readonly Call[] = [
  ['get_stock_pool', {}],
  ['get_stock_pool', {}, friday, smallDesk(['BBB', 'AAA'])],
  ['get_common_trading_dates', { ...week }],
  ['get_common_trading_dates', { ...week, symbols: ['AAA', 'CCC', 'AAA'] }],
  ['get_common_trading_dates', { ...week, symbols: ['AAA'] }, '2026-03-04', desk()],
  ['get_common_trading_dates', { ...week }, friday, desk()],
  ['get_prices', { ...aaa, date_start: '2026-03-03', date_end: '2026-03-05' }],
  ...['2026-03-06', '2026-03-07', '2026-02-16', '2026-02-05', '2026-03-09', '2024-09-03'].flatMap(
    (target_date): Call[] => [
      ['get_pair_prices', { ...pair, target_date }],
      ['is_pair_trading_day', { ...pair, target_date }],
    ],
  ),
  ['is_pair_trading_day', { ...pair, right: 'NEW', target_date: thursday }],
  ['is_pair_trading_day', { ...pair, right: 'NEW', target_date: friday }],
  ['is_pair_trading_day', { ...pair, target_date: '2026-02-30' }],
  ['is_pair_trading_day', { ...pair, right: 'AAA', target_date: friday }],
  ['get_pair_prices', { ...pair, right: 'AAA', target_date: friday }],
  apply({ action: 'LONG_SHORT', prices }),
  apply({ action: 'SHORT_LONG', prices }),
  apply({ action: 'SHORT_LONG', prices, current_position: long }),
  apply({ action: 'LONG_SHORT', prices, current_position: long }),
  apply({ action: 'HOLD', current_position: long }),
  apply({ action: 'HOLD' }),
  apply({ action: 'CLOSE', current_position: long }),
  apply({ action: 'LONG_SHORT' }),
  apply({ action: 'LONG_SHORT', prices: { AAA: 1, BBB: 0 } }),
  apply({ action: 'LONG_SHORT', prices: { AAA: -1, BBB: 1 } }),
  apply({ action: 'LONG_SHORT', prices: { AAA: 1e-320, BBB: 1 } }),
  apply({ action: 'HOLD', right: 'AAA' }),
  apply({ action: 'HOLD' }, smallDesk(['AAA', 'BBB'], held)),
  apply({ action: 'HOLD', current_position: null }, smallDesk(['AAA', 'BBB'], held)),
  apply({ action: 'HOLD', current_position: long }, smallDesk(['AAA', 'BBB'], held)),
  apply({ action: 'HOLD', current_position: long }, smallDesk(['AAA', 'BBB'], flat)),
  apply({ action: 'HOLD', current_position: null }, smallDesk(['AAA', 'BBB'], flat)),
  apply({ action: 'SHORT_LONG', prices }, smallDesk(['AAA', 'BBB'], held)),
  apply({ action: 'HOLD', left: 'BBB', right: 'AAA' }, smallDesk(['AAA', 'BBB'], held)),
  apply({ action: 'HOLD', right: 'CCC' }, smallDesk(['AAA', 'BBB'], held)),
  apply({ action: 'HOLD' }, smallDesk(['AAA', 'BBB'])),
  ['submit_hedging_decision', chosen, friday, desk()],
  ['submit_hedging_decision', chosen, friday, smallDesk(['AAA', 'BBB'], held)],
  ['submit_hedging_decision', { ...chosen, right: 'CCC' }, friday, smallDesk(['AAA', 'CCC'], flat)],
  ['submit_hedging_decision', { ...chosen, left: 'CCC' }, friday, desk()],
  ['submit_hedging_decision', { ...chosen, right: 'CCC' }, friday, desk()],
  ['submit_hedging_decision', { ...chosen, right: 'AAA' }, friday, desk()],
  ['submit_hedging_decision', { ...chosen, target_date: thursday }, friday, desk()],
  ['submit_hedging_decision', { ...chosen, action: 'BUY' }, friday, desk()],
];

const own: readonly Call[] = [
  ['get_calendar', {}],
  ['get_calendar', { date_start: '2025-12-22', date_end: '2025-12-29' }],
  ['get_calendar', { date_start: '2026-03-05' }, thursday],
  ['get_calendar', { date_end: '1962-01-10' }],
  ['get_calendar', { date_start: '2026-03-05', date_end: '2026-03-04' }],
  ['get_corporate_actions', { ...aaa }],
  ['get_corporate_actions', { ...aaa }, '2026-03-02'],
  ['get_corporate_actions', { ...aaa, date_start: '2026-03-04', date_end: '2026-03-10' }],
  ['get_corporate_actions', { ...aaa, date_start: '2026-03-11', date_end: '2026-03-20' }],
  ['get_corporate_actions', { symbol: 'BBB' }],
  ['get_fundamentals', { ...aaa }],
  ['get_fundamentals', { ...aaa, count: 2 }],
  ['get_fundamentals', { ...aaa, count: 40, form: '10-Q' }],
  ['get_fundamentals', { ...aaa, form: '10-K', statement: 'cash' }],
  ['get_fundamentals', { ...aaa, count: 41 }],
  ['get_account', {}, friday, desk()],
  ['get_account', {}, friday, smallDesk(['AAA', 'BBB'], held)],
  ['get_execution_policy', {}, friday, desk()],
  ['list_indicators', {}],
  ['list_indicators', { names: ['macd', 'none', 'atr'] }],
  ...['sma', 'ema', 'rsi', 'macd', 'bollinger', 'atr', 'obv'].map((name): Call => [
    'get_indicator_value',
    { ...aaa, name },
  ]),
  ['get_indicator_value', { ...aaa, name: 'bollinger', options: { length: 5, deviations: 1.5 } }],
  ['get_indicator_value', { ...aaa, name: 'macd', options: { fast: 3, slow: 5, signal: 2 } }],
  ['get_indicator_value', { symbol: 'NEW', name: 'sma' }],
  ['get_indicator_value', { symbol: 'NEW', name: 'sma' }, thursday],
  ['get_indicator_value', { symbol: 'NEW', name: 'atr' }, thursday],
  ['get_indicator_value', { ...aaa, name: 'magic' }],
  ['get_indicator_value', { ...aaa, name: 'sma', options: { length: 0 } }],
  ['get_indicator_value', { ...aaa, name: 'sma', options: { length: 1.5 } }],
  ['get_indicator_value', { ...aaa, name: 'sma', options: { size: 2 } }],
  ['get_indicator_value', { ...aaa, name: 'bollinger', options: { deviations: 100.5 } }],
  ['search_news', { ...aaa, keywords: ['gears'] }],
  ['search_news', { ...aaa, keywords: ['GEARS', 'china'], limit: 1, preview_chars: 5 }],
  ['search_news', { ...aaa, keywords: ['gears'], date_start: '2026-03-04', date_end: thursday }],
  ['search_news', { ...aaa, keywords: ['unheard'] }],
  ['search_news', { ...aaa, keywords: [] }],
];

const files: readonly Call[] = [
  ['list_files', {}],
  ['list_files', { folder: 'news/AAA' }, '2026-03-04'],
  ['list_files', { folder: 'news/AAA', after: 'news/AAA/2026-03-04-010.txt' }],
  ['read_file', { path: 'filings/AAA/2026-03-02-10-K/mda.txt' }],
  ['read_file', { path: 'filings/AAA/2026-03-04-8-K-0001-26-7/item.txt' }, '2026-03-04'],
  ['read_file', { path: 'filings/AAA/2026-03-04-8-K-0001-26-7/item.txt' }],
  ['read_file', { path: 'news/AAA/2026-03-02-7.txt', line_start: 2, lines: 2 }],
  ['search_files', { keywords: ['gears'] }],
  ['search_files', { keywords: ['gears', 'china'], limit: 1 }],
  ['search_files', { keywords: ['gears'], folder: 'filings/', limit: 1 }],
];
const web: readonly Call[] = [
  ['search_web', { query: 'gears china' }],
  ['search_web', { query: 'Gears, of RUST', limit: 2 }],
  ['search_web', { query: 'unheard' }],
  ['search_web', { query: '' }],
];

const evaluation: ToolSet = {
  ...reportGenerationTools,
  tools: [...reportGenerationTools.tools, getForwardReturns, checkNewsLeakage, searchReportNews],
};

/**
 * The texts of a task are those of the market: the body of its first news, and a longer one
 * that it lacks.
 */
const texts = { kept: 'Gears sell well.\nMore.', lost: 'never known' };
const inputs = Object.entries(texts).map(([name, text]) => ({
  name,
  document: { sha256: sha256Hex(text), chars: text.length },
}));
const taskDesk = (given = inputs): TaskDesk => ({
  workflow: 'capitals',
  symbols: [],
  submit: refuseLong,
  task: { kind: 'task', id: 't1', instruction: 'Name the capital.', inputs: given },
});
function refuseLong(submitted: unknown): void {
  const { length } = JSON.stringify(submitted);
  if (length > 100) throw invalidInput('too long', { where: 'answer', found: `${length}` });
}
const tasks: readonly Call[] = [
  ['get_task', {}],
  ['get_task', {}, friday, taskDesk()],
  ['get_task', {}, friday, taskDesk([])],
  ...[{}, { from: null }, { from: 0 }, { from: 6 }, { from: 22 }, { from: -1 }].map(
    (more): Call => ['read_input', { name: 'kept', ...more }, friday, taskDesk()],
  ),
  ...['lost', 'none'].map((name): Call => ['read_input', { name }, friday, taskDesk()]),
  ['read_input', { name: 'kept' }, friday, taskDesk([])],
  ['submit_answer', { answer: 'Paris' }],
  ['submit_answer', { answer: 'Paris' }, friday, taskDesk()],
  ['submit_answer', { answer: 'Paris', rationale: 'known' }, friday, taskDesk()],
  ['submit_answer', { answer: 'Paris', rationale: null }, friday, taskDesk()],
  ['submit_answer', { answer: 5 }, friday, taskDesk()],
  ['submit_answer', { answer: 'P'.repeat(80) }, friday, taskDesk()],
];

it('tasks have pages of 16,000 characters, and answers with their rationale', () => {
  const long = 'x'.repeat(16_001);
  const input = { name: 'long', document: { sha256: sha256Hex(long), chars: long.length } };
  const submitted: unknown[] = [];
  const own: TaskDesk = { ...taskDesk([input]), submit: (one) => void submitted.push(one) };
  const market = smallMarket({
    prices: { AAA: { '2026-03-06': 1 } },
    texts: [long],
    facts: [{ time: closeOf(friday), payload: own.task }],
  });
  const set = taskTools(z.string());
  const ask = (name: string, args: object): unknown =>
    answer(set, { view: market(friday), desk: own }, [name, args]);
  expect(ask('read_input', { name: 'long' })).toEqual({
    text: long.slice(1),
    chars: 16_001,
    next: 16_000,
  });
  expect(ask('read_input', { name: 'long', from: 16_000 })).toEqual({
    text: 'x',
    chars: 16_001,
    next: null,
  });
  expect(ask('read_input', { name: 'long', from: 1 })).toMatchObject({ next: null });
  ask('submit_answer', { answer: 'Paris', rationale: 'known' });
  ask('submit_answer', { answer: 'Rome' });
  expect(submitted).toEqual([
    { kind: 'answer', answer: 'Paris', rationale: 'known' },
    { kind: 'answer', answer: 'Rome' },
  ]);
});

it.each<[string, ToolSet, readonly Call[]]>([
  ['tasks', taskTools(z.string()), tasks],
  ['trading', tradingTools, trading],
  ['hedging', hedgingTools, hedging],
  ['market', marketTools, own],
  ['files', fileTools, files],
  ['web', webTools(), web],
  ['web-of-whole-pages', webTools('whole'), web],
  ['reports', evaluation, reports()],
])('tools of %s answer these', async (name, set, calls) => {
  const file = `./golden-answers/${name}.txt`;
  await expect(transcriptOf(set, calls)).toMatchFileSnapshot(file);
});

/**
 * The weekly metrics at ends of weeks and of the data, and what the evaluation of a
 * report looks at.
 */
function reports(): Call[] {
  const report_date = '2026-03-03';
  return [
    ['list_news', { ...aaa, ...week }],
    ...['AAA', 'BBB', 'CCC', 'TSLA', 'MSFT', 'NVDA', 'META', 'GOOGL', 'AMZN', 'ADBE', 'AAPL'].map(
      (symbol): Call => ['list_peers', { symbol }],
    ),
    ...[last, thursday, '2026-03-08', '2026-03-01', '2026-02-17', '2025-03-14', '2024-09-06'].map(
      (target_date): Call => ['get_weekly_metrics', { ...aaa, target_date }],
    ),
    ['get_weekly_metrics', { symbol: 'BBB', target_date: last }],
    ['get_weekly_metrics', { symbol: 'CCC', target_date: last }],
    ['get_weekly_metrics', { symbol: 'NEW', target_date: last }],
    ['get_weekly_metrics', { symbol: 'NEW', target_date: thursday }],
    ['get_weekly_metrics', { ...aaa, target_date: '2026-03-09' }],
    ['get_forward_returns', { ...aaa, report_date }],
    ['get_forward_returns', { ...aaa, report_date, horizons: [1, 2, 3, 4] }],
    ['get_forward_returns', { ...aaa, report_date: '2026-03-01', horizons: [2] }, thursday],
    ['get_forward_returns', { symbol: 'NEW', report_date }],
    ['get_forward_returns', { symbol: 'BBB', report_date: '2026-02-04', horizons: [1] }],
    ['get_forward_returns', { ...aaa, report_date: '2026-03-09' }],
    ['check_news_leakage', { ...aaa, report_date, news_ids: [7, 8, '010', 11, 'none'] }],
    ['check_news_leakage', { ...aaa, report_date: '2026-03-01', news_ids: ['7'] }],
    ['check_news_leakage', { ...aaa, report_date: '2026-03-07', news_ids: ['7'] }],
    ['search_news', { ...aaa, ...week, keywords: ['rust', 'CHINA'] }],
    ['search_news', { ...aaa, ...week, keywords: ['gears'], limit: 2, preview_chars: 4 }],
    ['search_news', { ...aaa, ...week, keywords: [] }],
  ];
}
