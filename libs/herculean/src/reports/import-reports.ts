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
import { parseReport } from '#workflows/insights/report/parse-report';
import { readResultIn } from '../submit/result-file.js';
import { readReportFiles } from './report-files.js';

/** A line of a script; `date` is `YYYY-MM-DD`. */
type ImportedReport = Omit<ReportName, 'model'> & InsightsAnswer;

/**
 * The reports of one model, by date and symbol. `folder` is that of all runs or of one; `model` may
 * be left out if there is only one. The rating is that of the report's record, or the one in the
 * report if the record has none. `InvalidInput` names the file: without a report or rating, if
 * record and report differ, or if there are several models.
 */
export function importedReports(folder: string, model?: string): ImportedReport[] {
  const reports = ofOneModel(readReportFiles(folder), folder, model);
  const path = resolve(folder);
  const root = basename(path).startsWith('report_generation_') ? dirname(path) : path;
  const runs = [...new Set(reports.map(reportRunName))];
  const records = new Map(runs.flatMap((run) => recordsOf(root, run)));
  const orderOf = ({ date, symbol }: ImportedReport) => `${date} ${symbol}`;
  return reports
    .map((report) => {
      const run = join(root, reportRunName(report));
      return lineOf(
        report,
        records.get(`${run} ${report.date}`),
        join(run, reportFileName(report)),
      );
    })
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
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

function lineOf(
  { symbol: part, date, text }: StoredReport,
  record: ReturnType<typeof recordsOf>[number][1] | undefined,
  where: string,
): ImportedReport {
  const stated = parseReport(text);
  const rating = record?.recommended_action ?? stated.rating;
  if (stated.rating !== null && rating !== stated.rating) {
    const expected = `${excerpt(rating)}, the rating of its record`;
    const found = `${stated.rating} in the report`;
    throw invalidInput('record and report have different ratings', { where, expected, found });
  }
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
