/** Weekly reports in HERCULEAN's layout as lines of a script of workflow insights. */

import { basename, dirname, join, resolve } from 'node:path';
import type { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { modelPart, namePart, resultJson } from '#agents/script/herculean-result';
import {
  parseReportRecords,
  reportFileName,
  reportRunName,
  type ReportName,
} from '#agents/script/herculean-report-result';
import { expectedOf } from '#contracts/parsing/schema-issue';
import type { StoredReport } from '#workflows/insights/evaluation/report-evaluation-tools';
import { insightsAnswer, type InsightsAnswer } from '#workflows/insights/insights-answer';
import { parseReport, type ParsedReport } from '#workflows/insights/report/parse-report';
import { readResultIn } from '../submit/result-file.js';
import { readReportFiles } from './report-files.js';

/** A line of a script; `date` is `YYYY-MM-DD`. */
type ImportedReport = Omit<ReportName, 'model'> & InsightsAnswer;

interface ImportedReports {
  readonly lines: readonly ImportedReport[];
  /** Paths of reports that state another rating than their record. */
  readonly differing: readonly string[];
}

/**
 * The reports of one model, by date and symbol. `folder` is that of all runs or of one; `model` may
 * be left out if there is only one. The rating is that of the report's record, or the one in the
 * report if it has no record. `InvalidInput` names the file: without a report or rating, or if
 * there are several models.
 */
export function importedReports(folder: string, model?: string): ImportedReports {
  const reports = ofOneModel(readReportFiles(folder), folder, model);
  const path = resolve(folder);
  const root = basename(path).startsWith('report_generation_') ? dirname(path) : path;
  const runs = [...new Set(reports.map(reportRunName))];
  const records = new Map(runs.flatMap((run) => recordsOf(root, run)));
  const orderOf = ({ date, symbol }: ImportedReport) => `${date} ${symbol}`;
  const imported = reports.map((report) => {
    const run = join(root, reportRunName(report));
    const where = join(run, reportFileName(report));
    const stated = parseReport(report.text);
    const line = lineOf({ report, stated, record: records.get(`${run} ${report.date}`) }, where);
    const isDiffering = stated.rating !== null && stated.rating !== line.rating;
    return { line, where, isDiffering };
  });
  return {
    lines: imported
      .map(({ line }) => line)
      .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)),
    differing: imported.filter(({ isDiffering }) => isDiffering).map(({ where }) => where),
  };
}

function ofOneModel(reports: readonly StoredReport[], where: string, asked: string | undefined) {
  const models = [...new Set(reports.map(({ model }) => model))].sort();
  const wanted = asked === undefined ? models : [modelPart(asked)];
  const own = reports.filter(({ model }) => wanted.includes(model));
  if (wanted.length === 1 && own.length > 0) return own;
  const expected = asked === undefined ? '--model <name> with one of them' : excerpt(asked);
  const message =
    own.length > 0 ? 'the reports are from several models' : 'no report is from the model';
  throw invalidInput(message, { where, expected, found: excerpt(models.join(', ')) });
}

/** By the path of the run and the date. */
function recordsOf(root: string, run: string) {
  const file = join(root, `${run}.json`);
  const { symbol, recommendations } = parseReportRecords(
    resultJson(readResultIn(root, `${run}.json`) ?? '[]', file),
    file,
  );
  return recommendations.map(
    (record) => [`${join(root, run)} ${record.date}`, { symbol, ...record }] as const,
  );
}

interface FoundReport {
  readonly report: StoredReport;
  readonly stated: ParsedReport;
  readonly record: ReturnType<typeof recordsOf>[number][1] | undefined;
}

function lineOf({ report, stated, record }: FoundReport, where: string): ImportedReport {
  const { symbol: part, date, text } = report;
  const rating = record?.recommended_action ?? stated.rating;
  const { data, error } = insightsAnswer.safeParse({ rating, report: text });
  if (error) {
    const [issue] = error.issues as [z.core.$ZodIssue];
    const isRating = issue.path[0] === 'rating';
    const message = `the report has no ${isRating ? 'rating' : 'text that an answer can have'}`;
    const ratingText = rating === null ? 'none in the report, and no record' : excerpt(rating);
    const found = isRating ? ratingText : `${text.length} characters`;
    throw invalidInput(message, { where, expected: expectedOf(issue), found });
  }
  // Names of files have `_` where symbols have other characters.
  const symbols = [record?.symbol, stated.symbol?.value];
  const symbol = symbols.find((one) => one && namePart(one) === part) ?? part;
  return { date, symbol, ...data };
}
