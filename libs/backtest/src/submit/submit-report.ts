/** A weekly report and its evaluation, put into result files by agents that work by shell. */

import { join } from 'node:path';
import { conflict, excerpt, invalidInput } from '#values';
import {
  parseReportRecords,
  reportFileName,
  reportRunName,
  withReportRecord,
  type ReportName,
} from '#agents/script/herculean-report-result';
import { modelPart, namePart, resultJson, resultText } from '#agents/script/herculean-result';
import { writeWhole } from '../run-folder.js';
import { alone, readResultFile } from './result-file.js';
import { isOfModel } from './submit-trading.js';

export interface ReportSubmission extends ReportName {
  /** 0 where the agent gave none. */
  readonly price: number;
  /** The rating. */
  readonly action: string;
  /** Markdown. */
  readonly body: string;
}

/**
 * Writes the report of a date and its record, and with them replaces earlier ones. `InvalidInput` where the report is
 * empty or the file of records broken; `Conflict` where that is of another symbol or model.
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
    const found = readResultFile(file);
    const before =
      found === undefined ? undefined : parseReportRecords(resultJson(found, file), file);
    for (const owner of before === undefined ? [] : [before, ...before.recommendations])
      requireOwn(owner, submission, file);
    const record = { symbol, date, price, recommended_action: action, model, report_path };
    const written = withReportRecord(before, record);
    writeWhole(join(outputRoot, report_path), `${text}\n`);
    writeWhole(file, resultText(written.text));
    const replaced = before?.recommendations.some((other) => other.date === date) ?? false;
    return { file, record, records: written.recommendations.length, replaced };
  });
}

/** Without white space around it, and without a code fence around the whole. */
function unfenced(body: string): string {
  const lines = body.trim().split(/\r?\n/);
  const [, mark, language] = /^(`{3,}|~{3,}) *(markdown|md|) *$/i.exec(lines[0]!) ?? [];
  if (mark === undefined) return lines.join('\n');
  const isClosed = lines.length > 1 && lines.at(-1)!.trim() === mark;
  // A fence without a language may open code with which the report starts.
  if (!isClosed && language === '') return lines.join('\n');
  return lines
    .slice(1, isClosed ? -1 : undefined)
    .join('\n')
    .trim();
}

interface Owner {
  readonly symbol?: string | undefined;
  readonly model?: string | undefined;
}

/** Two names can become one where characters are replaced. */
function requireOwn(found: Owner, { symbol, model }: Omit<ReportName, 'date'>, file: string): void {
  if ((found.symbol ?? symbol) === symbol && isOfModel(found.model, model)) return;
  throw conflict('the file holds the result of another symbol or model', {
    where: file,
    expected: excerpt(`${symbol}, ${model}`),
    found: excerpt(`${found.symbol ?? symbol}, ${found.model ?? model}`),
  });
}

/**
 * Writes the evaluation of the reports of a symbol and model whole, in place of an earlier one. `body` is an object of
 * JSON; `status`, `symbol`, `ticker`, `model` and `reports_evaluated` are added where it does not have them.
 * `InvalidInput` where it is none or names another symbol; `Conflict` as with reports.
 */
export async function submitEvaluation(
  {
    symbol,
    model,
    body,
  }: { readonly symbol: string; readonly model: string; readonly body: string },
  outputRoot: string,
) {
  const given = objectIn(body, 'standard input');
  for (const member of ['symbol', 'ticker']) {
    const said = given[member] ?? symbol;
    if (said === symbol) continue;
    const where = `standard input: ${member}`;
    throw invalidInput('another symbol', { where, expected: symbol, found: excerpt(said) });
  }
  const reports = given['per_report'];
  const record = {
    ...{ status: 'completed', symbol, ticker: symbol, model },
    reports_evaluated: Array.isArray(reports) ? reports.length : 0,
    ...given,
  };
  const name = `report_evaluation_${namePart(symbol)}_${modelPart(model)}.json`;
  const file = join(outputRoot, name);
  return alone(outputRoot, name, () => {
    const found = readResultFile(file);
    if (found !== undefined) {
      const { symbol: other } = objectIn(found, file);
      requireOwn({ symbol: typeof other === 'string' ? other : symbol }, { symbol, model }, file);
    }
    writeWhole(file, resultText(record));
    const { status, reports_evaluated } = record;
    return { file, symbol, model, status, reports_evaluated, replaced: found !== undefined };
  });
}

function objectIn(text: string, where: string): Readonly<Record<string, unknown>> {
  const value = resultJson(text, where);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalidInput('not an evaluation', {
    where,
    expected: 'an object of JSON',
    found: excerpt(text),
  });
}
