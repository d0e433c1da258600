/** `report_evaluation_mcp` as HERCULEAN publishes it: its thirteen tools alone. */

import { posix } from 'node:path';
import { z } from 'zod';
import { excerpt, formatCivilDate, invalidInput } from '#values';
import { pricedRows } from '../market/daily-rows.js';
import { rounded } from '../market/fields.js';
import { dateOfAsOf, dateOfStamp } from '../market/trading-dates.js';
import { idOf, newsPreviews } from '../texts/news.js';
import { conventions, type Tool, type ToolContext, type ToolSet } from '../tool/tool.js';
import { hasLike } from './like-pattern.js';
import {
  date,
  isoDate,
  overRange,
  range,
  readDate,
  rows,
  someObject,
  symbol,
} from './published-fields.js';
import { metricsOfVerification, publishedMetrics } from './published-insights.js';
import { publishedReport } from './published-report.js';
import { publishedTool } from './published-tool.js';
import { publishedReaders } from './published-trading.js';

/** A file in the folder of reports, read when it is asked for. */
export interface ReportFile {
  /** With slashes, from the folder of reports. */
  readonly path: string;
  text(): string;
}

interface NamedReport extends ReportFile {
  readonly filename: string;
  /** The folder in which it lies, without those above it. */
  readonly folder: string;
  readonly ticker: string;
  readonly date: string;
  readonly model: string;
}

const reportName = /^report_generation_([A-Z]+)_(\d{4})(\d\d)(\d\d)_(.+)\.md$/;

function namedReport(file: ReportFile): NamedReport[] {
  const filename = posix.basename(file.path);
  const [, ticker, year, month, day, model] = reportName.exec(filename) ?? [];
  if (ticker === undefined || model === undefined) return [];
  const folder = posix.basename(posix.dirname(file.path));
  const { path, text } = file;
  return [{ path, text, filename, folder, ticker, date: `${year}-${month}-${day}`, model }];
}

/** The tools of the server; `files` lists the reports that are there when it is called. */
export function publishedEvaluation(files: () => readonly ReportFile[]): ToolSet {
  const known = ({ view }: ToolContext): NamedReport[] => {
    const last = formatCivilDate(dateOfAsOf(view));
    return files()
      .flatMap(namedReport)
      .filter((report) => report.date <= last);
  };
  return {
    name: 'report_evaluation_mcp',
    title: 'report_evaluation_mcp',
    instructions: conventions,
    tools: [
      ...readers,
      listReports(known),
      getReportContent(known),
      getReportMetrics(known),
      verifyWeeklyMetrics,
      getForwardReturns,
      checkNewsLeakage,
      searchNews,
    ],
  };
}

type Known = (context: ToolContext) => readonly NamedReport[];

const order = [
  'get_prices',
  'list_news',
  'get_news_by_id',
  'list_filings',
  'get_filing_section',
  'get_indicator',
];
const readers = publishedReaders(600)
  .filter(({ name }) => order.includes(name))
  .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));

const listReports = (known: Known): Tool =>
  publishedTool({
    name: 'list_reports',
    description: 'Reports: rows {filename, relative_path, ticker, report_date, model}.',
    input: { ticker: symbol, model: z.string().nullish() },
    output: rows,
    call: ({ ticker, model }, context) =>
      known(context)
        .filter((report) => report.ticker === ticker)
        .filter(({ folder }) => !model || folder === '.' || folder.endsWith(`_${model}`))
        .toSorted((one, other) => Number(one.date > other.date) - Number(one.date < other.date))
        .map(({ filename, path, date: report_date, model: own }) => {
          return { filename, relative_path: path, ticker, report_date, model: own };
        }),
  });

const reportPath = { relative_path: z.string().describe('From list_reports') };

function reportAt(known: readonly NamedReport[], path: string): NamedReport {
  const report = known.find((one) => one.path === posix.normalize(path));
  if (report !== undefined) return report;
  const expected = 'one that list_reports gives';
  throw invalidInput('no such report', { where: 'relative_path', expected, found: excerpt(path) });
}

const getReportContent = (known: Known): Tool =>
  publishedTool({
    name: 'get_report_content',
    description: 'A report: {relative_path, filename, content}.',
    input: reportPath,
    output: someObject,
    call: ({ relative_path }, context) => {
      const { filename, text } = reportAt(known(context), relative_path);
      return { relative_path, filename, content: text() };
    },
  });

const getReportMetrics = (known: Known): Tool =>
  publishedTool({
    name: 'get_report_metrics',
    description:
      'What a report states: {relative_path, filename, report_date, rating, rating_numeric, ' +
      'metrics, parse_warnings}, by the names of get_weekly_metrics.',
    input: reportPath,
    output: someObject,
    call: ({ relative_path }, context) => {
      const { filename, text } = reportAt(known(context), relative_path);
      // Published as null: its pattern for names of files expects something before them.
      return { relative_path, filename, report_date: null, ...publishedReport(text()) };
    },
  });

const verifyWeeklyMetrics = publishedTool({
  name: 'verify_weekly_metrics',
  description:
    'The metrics of the week that ends on report_date, computed again: the truth for a report.',
  input: { symbol, report_date: date },
  output: someObject,
  call: ({ symbol: asked, report_date: text }, { view }) =>
    publishedMetrics(view, asked, { text, where: 'report_date', order: metricsOfVerification }),
});

const getForwardReturns = publishedTool({
  name: 'get_forward_returns',
  description:
    'Returns from report_date to so many trading days later, in percent: {symbol, report_date, ' +
    'base_close, horizons: {"5d": {date, close, return_pct} or null}, available_horizons}.',
  input: {
    symbol,
    report_date: date,
    horizons: z.array(z.int().min(0)).min(1).max(1000).default([1, 5, 20]),
  },
  output: someObject,
  call: ({ symbol: asked, report_date, horizons }, { view }) => {
    const from = readDate(report_date, 'report_date', isoDate);
    const known = pricedRows(view, asked, { from, to: Infinity });
    const [base] = known;
    if (base?.date !== from) {
      const where = 'report_date';
      throw invalidInput('no price of this day is known', { where, found: report_date });
    }
    const found = horizons.map((days) => {
      const row = known[days];
      const name = `${days}d`;
      if (row === undefined) return [name, null] as const;
      const { adjClose: close } = row;
      const return_pct = rounded(((close - base.adjClose) / base.adjClose) * 100, 2);
      return [name, { date: formatCivilDate(row.date), close, return_pct }] as const;
    });
    return {
      symbol: asked,
      report_date,
      base_close: base.adjClose,
      horizons: Object.fromEntries(found),
      available_horizons: found.flatMap(([name, value]) => (value === null ? [] : [name])),
    };
  },
});

const checkNewsLeakage = publishedTool({
  name: 'check_news_leakage',
  description:
    'Whether news came after a report: rows {id, found, news_date, days_after_report, is_leak}.',
  input: { symbol, news_ids: z.array(z.int()).max(1000), report_date: date },
  output: rows,
  call: ({ symbol: asked, news_ids, report_date }, { view }) => {
    if (news_ids.length === 0) return [];
    const day = readDate(report_date, 'report_date', isoDate);
    const known = new Map(view.news(asked).map((news) => [idOf(news), news]));
    return news_ids.map((id) => {
      const news = known.get(id);
      if (news === undefined)
        return { id, found: false, news_date: null, days_after_report: null, is_leak: false };
      const on = dateOfStamp(view, news.publishedAt);
      const news_date = formatCivilDate(on);
      return { id, found: true, news_date, days_after_report: on - day, is_leak: on > day };
    });
  },
});

const searchNews = publishedTool({
  name: 'search_news',
  description:
    'News with any of the keywords, in any case: rows {id, date, highlights_chars, ' +
    'highlights_preview}.',
  input: {
    symbol,
    keywords: z.array(z.string().max(1000)).max(100),
    ...range,
    limit: z.int().min(1).default(50),
    preview_chars: z.int().min(0).max(2000).default(600).describe('0 to 2000'),
  },
  output: rows,
  call: ({ keywords, limit, ...asked }, context) => {
    if (keywords.length === 0) return [];
    const patterns = keywords.map((keyword) => keyword.toLowerCase());
    const has = (text: string): boolean => patterns.some((pattern) => hasLike(text, pattern));
    return overRange({
      call: (canonical, { view }) =>
        newsPreviews(view, { ...asked, ...canonical }, has)
          .slice(0, limit)
          .map(({ symbol: _symbol, date: day, id, ...text }) => ({ id, date: day, ...text })),
    })(asked, context);
  },
});
