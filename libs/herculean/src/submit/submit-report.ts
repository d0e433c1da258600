/** A weekly report and its evaluation, put into result files by agents that work by shell. */

import { join } from 'node:path';
import { excerpt, invalidInput, withoutEnd } from '#values';
import {
  parseReportRecords,
  reportFileName,
  reportRunName,
  type ReportName,
} from '#agents/script/herculean-report-result';
import {
  modelPart,
  namePart,
  resultJson,
  resultText,
  spanOf,
  withRecord,
} from '#agents/script/herculean-result';
import { writeWhole } from '#backtest';
import { insideFolder } from '#market-data/rows/inside-folder';
import { evaluationPage } from './evaluation-page.js';
import { alone, readResultIn, requireOwnResult } from './result-file.js';

interface ReportSubmission extends ReportName {
  /** 0 if the agent gave none. */
  readonly price: number;
  /** The rating. */
  readonly action: string;
  readonly body: string;
}

/**
 * Writes the report of a date and its record, replacing earlier ones; a file that is a list of
 * records becomes an object. Returns the summary that HERCULEAN's script prints. `InvalidInput`
 * if the report is empty or the file of records broken; `Conflict` if that file belongs to
 * another symbol or model.
 */
export async function submitReport(submission: ReportSubmission, outputRoot: string) {
  const { symbol, model, date, price, action } = submission;
  const text = unfenced(submission.body);
  if (text === '') {
    const expected = 'a report in Markdown';
    throw invalidInput('the report is empty', { where: 'standard input', expected });
  }
  const run = reportRunName(submission);
  const name = `${run}.json`;
  const file = join(outputRoot, name);
  const report_path = `${run}/${reportFileName(submission)}`;
  return alone(outputRoot, name, () => {
    const value = resultJson(readResultIn(outputRoot, name) ?? '[]', file);
    const before = parseReportRecords(value, file);
    for (const owner of [before, ...before.recommendations])
      requireOwnResult(owner, submission, file);
    const record = { date, price, recommended_action: action, report_path };
    const records = withRecord(before.recommendations, record);
    const { status = 'in_progress', ...others } = before;
    const span = spanOf(records);
    const whole = { status, ...others, symbol, model, ...span, recommendations: records };
    // A run's folder that is a link would have the report written elsewhere.
    insideFolder(outputRoot, run);
    const report = join(outputRoot, report_path);
    writeWhole(report, `${text}\n`);
    writeWhole(file, resultText(whole));
    return {
      path: file,
      report_path: report,
      action_recorded: action,
      date_recorded: date,
      total_records: records.length,
      ...span,
    };
  });
}

/** Without surrounding white space, and without a code fence around the whole. */
function unfenced(body: string): string {
  const lines = body.trim().split(/\r?\n/);
  const [, mark, language] =
    /^(`{3,}|~{3,}) *(markdown|md|)$/i.exec(withoutEnd(lines[0]!, ' ')) ?? [];
  if (mark === undefined) return lines.join('\n');
  const isClosed = lines.length > 1 && lines.at(-1)!.trim() === mark;
  // A fence without a language may open code with which the report starts.
  if (!isClosed && language === '') return lines.join('\n');
  return lines
    .slice(1, isClosed ? -1 : undefined)
    .join('\n')
    .trim();
}

interface EvaluationSubmission extends Pick<ReportSubmission, 'symbol' | 'model' | 'body'> {
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/**
 * Writes the evaluation of the reports of a symbol and model whole, and a page in Markdown beside
 * it, replacing earlier ones; returns the summary that HERCULEAN's script prints. `body` is a JSON
 * object; `status`, `symbol`, `ticker`, `model`, `evaluation_date` and `reports_evaluated` are
 * added if it lacks them. `InvalidInput` if it is not an object; `Conflict` if it, or the file,
 * belongs to another symbol.
 */
export async function submitEvaluation(
  { symbol, model, body, today }: EvaluationSubmission,
  outputRoot: string,
) {
  const report = objectIn(body, 'standard input');
  const subject = { symbol, model };
  for (const stated of [report['symbol'], report['ticker']])
    requireOwnResult({ symbol: stated }, subject, 'standard input');
  const reports = report['per_report'];
  const record = {
    status: 'completed',
    symbol,
    ticker: symbol,
    model,
    evaluation_date: today,
    reports_evaluated: Array.isArray(reports) ? reports.length : 0,
    ...report,
  };
  const stem = `report_evaluation_${namePart(symbol)}_${modelPart(model)}`;
  const name = `${stem}.json`;
  const file = join(outputRoot, name);
  const page = join(outputRoot, `${stem}.md`);
  return alone(outputRoot, name, () => {
    const before = readResultIn(outputRoot, name);
    if (before !== undefined)
      requireOwnResult({ symbol: objectIn(before, file)['symbol'] }, subject, file);
    writeWhole(file, resultText(record));
    writeWhole(page, evaluationPage(record));
    const { status, reports_evaluated } = record;
    return { path: file, markdown_path: page, ...subject, status, reports_evaluated };
  });
}

/** `InvalidInput` if it is not an object. */
function objectIn(text: string, where: string): Readonly<Record<string, unknown>> {
  const value = resultJson(text, where);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  const expected = 'a JSON object';
  throw invalidInput('not an evaluation', { where, expected, found: excerpt(text) });
}
