/**
 * Submitted reports, read from their folder and served to their graders, on the synthetic market.
 */

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { requireCivilDate } from '#values';
import { Capability } from '#tools';
import { metricsOfWeek } from '#tools/insights/report-generation-tools';
import { reportEvaluationTools } from '#workflows/insights/evaluation/report-evaluation-tools';
import { writeReport } from '#workflows/insights/report/write-report';
import { openMarket, parseAsOf, type Market } from '#backtest/tape/open-market';
import { submitReport } from '../submit/submit-report.js';
import { importedReports } from './import-reports.js';
import { readReports } from './report-files.js';

const first = '2023-06-23';
const second = '2023-06-30';
const base = { symbol: 'ALDR', model: 'Some.Model', price: 0, action: 'HOLD' };
let market: Market;
beforeAll(async () => {
  market = await openMarket('synthetic-market');
});
afterAll(() => market.close());

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tapefold-reports-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

const metricsOf = (date: string) =>
  metricsOfWeek(market.at('end').view, 'ALDR', requireCivilDate(date, 'test'));
const reportOn = (date: string): string =>
  writeReport({ symbol: 'ALDR', model: base.model, rating: 'SELL', metrics: metricsOf(date) });

/** Two weeks: a right report, and one with a wrong close, a wrong category and no RSI. */
async function twoReports(): Promise<string> {
  const root = folder();
  await submitReport({ ...base, date: first, body: reportOn(first) }, root);
  const { week_close, momentum_short } = metricsOf(second);
  const body = reportOn(second)
    .replace(/^\| Week Close \|.*$/m, `| Week Close | $${(week_close + 1).toFixed(2)} |`)
    .replace(`| ${momentum_short} |`, `| ${momentum_short === 'up' ? 'down' : 'up'} |`)
    .replace(/^\| RSI \(14\) \|.*\n/m, '')
    .replace(/^(\| 20-Day MA \|).*$/m, '$1 high |');
  await submitReport({ ...base, date: second, body }, root);
  return root;
}

function asker(root: string, asOf?: string) {
  const { view } = market.at(parseAsOf(asOf));
  const sets = [reportEvaluationTools(readReports(root))];
  const capability = new Capability({ sets, context: { view, desk: null }, now: () => 0 });
  return <T = Readonly<Record<string, unknown>>>(name: string, args: object): T => {
    const outcome = capability.call(name, args);
    const answer = outcome.error === null ? outcome.value : { error: outcome.error };
    const output = capability.tools.find((tool) => tool.name === name)?.output;
    if (outcome.error === null) output?.parse(answer);
    return answer as T;
  };
}

const run = 'report_generation_ALDR_some_model';
const fileOf = (date: string): string =>
  `report_generation_ALDR_${date.replaceAll('-', '')}_some_model.md`;
const placeOf = (date: string) => ({
  filename: fileOf(date),
  relative_path: `${run}/${fileOf(date)}`,
});

describe('reports in a folder', () => {
  it('are read as they were submitted, from the folder of all runs or of one', async () => {
    const root = await twoReports();
    const [report, ...others] = readReports(root);
    const own = { symbol: 'ALDR', model: 'some_model', date: first };
    expect(report).toEqual({ ...own, text: reportOn(first) });
    expect(others.map(({ date }) => date)).toEqual([second]);
    expect(readReports(join(root, run))).toEqual([report, ...others]);
  });

  it.each([
    ['no report', 'report_generation_ALDR_m/readme.txt', 'no reports found', ''],
    ['another name', `${run}/summary.md`, 'not the name of a report', `${run}/summary.md`],
    ['another model', `${run}_2/${fileOf(first)}`, 'not the name of', `${run}_2/${fileOf(first)}`],
    ['no such day', `${run}/${fileOf('2023-02-30')}`, 'not a date', fileOf('2023-02-30')],
  ])('with %s are refused by name', (_, path, message, named) => {
    const root = folder();
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), reportOn(first));
    const read = () => readReports(root);
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ where: expect.stringContaining(named) }));
  });

  it('are never read through a link that leads out of the folder', async () => {
    const root = await twoReports();
    const outside = folder();
    const secret = join(outside, 'secret.md');
    writeFileSync(secret, reportOn(first));
    const report = join(root, run, fileOf(second));
    rmSync(report);
    symlinkSync(secret, report);
    for (const [path, where] of [
      [root, fileOf(second)],
      [join(root, run), fileOf(second)],
    ] as const) {
      const refused = expect.objectContaining({ code: 'InvalidInput', where });
      expect(() => readReports(path)).toThrow(refused);
    }
    rmSync(report);
    symlinkSync(outside, join(root, 'report_generation_ALDR_other'));
    const where = 'report_generation_ALDR_other';
    expect(() => readReports(root)).toThrow(expect.objectContaining({ where }));
  });

  it('and their records are never read or written through such a link', async () => {
    const root = await twoReports();
    const outside = folder();
    const records = join(root, `${run}.json`);
    renameSync(records, join(outside, 'records.json'));
    symlinkSync(join(outside, 'records.json'), records);
    const where = `${run}.json`;
    const refused = expect.objectContaining({ code: 'InvalidInput', where });
    expect(() => importedReports(root)).toThrow(refused);
    const again = submitReport({ ...base, date: first, body: reportOn(first) }, root);
    await expect(again).rejects.toEqual(refused);
    rmSync(records);
    rmSync(join(root, run), { recursive: true });
    symlinkSync(outside, join(root, run));
    const elsewhere = submitReport({ ...base, date: first, body: reportOn(first) }, root);
    await expect(elsewhere).rejects.toMatchObject({ code: 'InvalidInput', where: run });
    expect(readdirSync(outside)).toEqual(['records.json']);
  });

  it('are missed when there is no folder', () => {
    const where = join(folder(), 'none');
    const error = expect.objectContaining({ where, found: 'no such folder' });
    expect(() => readReports(where)).toThrow(error);
  });
});

describe('report_evaluation_mcp', () => {
  it('has the names of HERCULEAN', () => {
    expect(reportEvaluationTools([]).tools.map(({ name }) => name)).toEqual([
      'list_reports',
      'get_report_metrics',
      'get_report_content',
      'verify_weekly_metrics',
      'get_forward_returns',
      'check_news_leakage',
      'search_news',
      'get_prices',
      'is_trading_day',
      'list_news',
      'get_news_by_id',
      'list_filings',
      'get_filing_section',
      'get_indicator',
      'list_peers',
      'get_weekly_metrics',
    ]);
  });

  it('lists reports by date, as far as the as-of goes', async () => {
    const root = await twoReports();
    const rowOf = (date: string) => ({
      ...placeOf(date),
      ticker: 'ALDR',
      report_date: date,
      model: 'some_model',
    });
    const ask = asker(root);
    expect(ask('list_reports', {})).toEqual([rowOf(first), rowOf(second)]);
    const own = { ticker: 'ALDR', model: 'Some.Model' };
    expect(ask('list_reports', own)).toHaveLength(2);
    expect(ask('list_reports', { ticker: 'BRKW' })).toEqual([]);
    const before = asker(root, '2023-06-29');
    expect(before('list_reports', {})).toEqual([rowOf(first)]);
    const { relative_path } = placeOf(second);
    expect(before('get_report_content', { relative_path })['error']).toContain('no such report');
  });

  it('reads rating and table of a report, and its text', async () => {
    const ask = asker(await twoReports());
    const { relative_path, filename } = placeOf(second);
    const { metrics, parse_warnings, ...rest } = ask('get_report_metrics', { relative_path });
    const stated = { relative_path, filename, report_date: second };
    expect(rest).toEqual({ ...stated, rating: 'SELL', rating_numeric: -1 });
    const truth = metricsOf(second);
    expect(metrics).toMatchObject({
      macd_signal: truth.macd_signal,
      ma_20day: 'high',
      beta_60d: null,
    });
    expect(metrics).toMatchObject({ week_close: expect.closeTo(truth.week_close + 1, 1) });
    expect(metrics).not.toHaveProperty('rsi_14');
    expect(parse_warnings).toEqual([]);
    const { content } = ask('get_report_content', { relative_path: placeOf(first).relative_path });
    expect(content).toBe(reportOn(first));
  });

  it('computes the week again, and names what a report has otherwise', async () => {
    const ask = asker(await twoReports());
    const right = ask('verify_weekly_metrics', { symbol: 'ALDR', report_date: first });
    const { comparisons, ...truth } = right;
    expect(truth).toEqual({ symbol: 'ALDR', report_date: first, ...metricsOf(first) });
    const none = { quantitative_alignment: 5, differences: [] };
    expect(comparisons).toEqual([{ ...placeOf(first), ...none }]);
    const wrong = ask('verify_weekly_metrics', { symbol: 'ALDR', report_date: second });
    // A number 0.25; a category, a missing row and one that is not a number 0.5 each.
    expect(wrong['comparisons']).toEqual([
      {
        ...placeOf(second),
        quantitative_alignment: 3.25,
        differences: [
          expect.stringMatching(/^Week Close: expected [\d.]+, found \$[\d.,]+$/),
          expect.stringMatching(/^20-Day MA: expected [\d.]+, found high$/),
          expect.stringMatching(/^Short-term Momentum: expected (up|down), found (up|down)$/),
          expect.stringMatching(/^RSI \(14\): expected [\d.]+, found no row$/),
        ],
      },
    ]);
  });

  it('refuses two reports that share a name', () => {
    const report = { symbol: 'A.B', date: first, model: 'm', text: 'x' };
    const twice = () => reportEvaluationTools([report, { ...report, symbol: 'A_B' }]);
    expect(twice).toThrow('two reports share a name');
  });
});

describe('a submitted report', () => {
  it.each([
    ['```markdown\n# A\n\ntext\n```', '# A\n\ntext\n'],
    ['\n~~~~ md\r\n# A\r\n~~~~\n\n', '# A\n'],
    ['```\n# A\n```', '# A\n'],
    ['```markdown\n# A', '# A\n'],
    ['```\ncode\n```\n# A', '```\ncode\n```\n# A\n'],
    ['```python\ncode\n```', '```python\ncode\n```\n'],
  ])('%j is kept as %j', async (body, kept) => {
    const root = folder();
    const { report_path } = await submitReport({ ...base, date: first, body }, root);
    expect(readFileSync(report_path, 'utf8')).toBe(kept);
  });
});
