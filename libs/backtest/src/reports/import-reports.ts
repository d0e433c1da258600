/** Weekly reports in HERCULEAN's layout as lines of a script of workflow insights. */

import { basename, dirname, join, resolve } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { modelPart, namePart, resultJson } from '#agents/script/herculean-result';
import {
  parseReportRecords,
  reportFileName,
  reportRunName,
  type ReportName,
} from '#agents/script/herculean-report-result';
import { expectedOf } from '#contracts/schema-issue';
import type { StoredReport } from '#workflows/insights/evaluation/report-evaluation-tools';
import { insightsAnswer, type InsightsAnswer } from '#workflows/insights/insights-answer';
import { parseReport } from '#workflows/insights/report/parse-report';
import { readResultFile } from '../submit/result-file.js';
import { readReportFiles } from './report-files.js';

/** A line of a script; `date` is `YYYY-MM-DD`. */
export type ImportedReport = Omit<ReportName, 'model'> & InsightsAnswer;

/**
 * The reports of one model, by date and symbol. `folder` is that of all runs or of one; `model` may be left out where
 * there is one. The rating is that of the report's record, or what the report states where it has none. `InvalidInput`
 * names the file: where there is no report or rating, where record and report differ, and where several models are.
 */
export function importedReports(folder: string, model?: string): ImportedReport[] {
  const reports = ofOneModel(readReportFiles(folder), folder, model);
  const path = resolve(folder);
  const root = basename(path).startsWith('report_generation_') ? dirname(path) : path;
  const records = new Map(
    [...new Set(reports.map(reportRunName))].map((run) => [run, recordsOf(root, run)]),
  );
  const before = (one: ImportedReport, other: ImportedReport) =>
    one.date < other.date || (one.date === other.date && one.symbol < other.symbol);
  return reports
    .map((report) => {
      const run = reportRunName(report);
      const record = records.get(run)?.find(({ date }) => date === report.date);
      return lineOf(report, record, join(root, run, reportFileName(report)));
    })
    .sort((one, other) => (before(one, other) ? -1 : 1));
}

function ofOneModel(reports: readonly StoredReport[], where: string, asked: string | undefined) {
  const models = [...new Set(reports.map(({ model }) => model))].sort();
  const wanted = asked === undefined ? models : [modelPart(asked)];
  const own = reports.filter(({ model }) => wanted.includes(model));
  if (wanted.length === 1 && own.length > 0) return own;
  const expected = asked === undefined ? '--model <name> with one of them' : excerpt(asked);
  const message =
    own.length > 0 ? 'the reports are of several models' : 'no report is of the model';
  throw invalidInput(message, { where, expected, found: excerpt(models.join(', ')) });
}

function recordsOf(root: string, run: string) {
  const file = join(root, `${run}.json`);
  const text = readResultFile(file);
  if (text === undefined) return [];
  const { symbol, recommendations } = parseReportRecords(resultJson(text, file), file);
  return recommendations.map((record) => ({ symbol, ...record }));
}

type ReportRecord = ReturnType<typeof recordsOf>[number];

function lineOf(
  { symbol: part, date, text }: StoredReport,
  record: ReportRecord | undefined,
  where: string,
): ImportedReport {
  const stated = parseReport(text);
  const rating = record?.recommended_action ?? stated.rating;
  if (stated.rating !== null && rating !== stated.rating) {
    const expected = `${excerpt(rating)}, the rating of its record`;
    const found = `${stated.rating} in the report`;
    throw invalidInput('record and report have different ratings', { where, expected, found });
  }
  if (rating === null) {
    const expected = 'a line such as **Rating:** BUY, or a record with recommended_action';
    throw invalidInput('the report has no rating', { where, expected, found: 'neither' });
  }
  const answer = insightsAnswer.safeParse({ rating, report: text });
  if (!answer.success) {
    const expected = expectedOf(answer.error.issues[0]!);
    const found =
      answer.error.issues[0]!.path[0] === 'rating' ? rating : `${text.length} characters`;
    throw invalidInput('not a report with a rating', { where, expected, found: excerpt(found) });
  }
  // Names of files have `_` where symbols have other characters.
  const symbols = [record?.symbol, stated.symbol?.value];
  const symbol = symbols.find((one) => one && namePart(one) === part) ?? part;
  return { date, symbol, ...answer.data };
}
