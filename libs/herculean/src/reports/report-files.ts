/**
 * Weekly reports from disk: those of a result of workflow insights, or a folder in
 * HERCULEAN's layout.
 */

import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { excerpt, invalidInput, jsonOf, requireCivilDate } from '#values';
import {
  reportFileName,
  reportNameIn,
  reportRunName,
} from '#agents/script/herculean-report-result';
import type { StoredReport } from '#workflows/insights/evaluation/report-evaluation-tools';
import { insightsAnswer } from '#workflows/insights/insights-answer';
import { insights } from '#workflows/insights/insights-workflow';
import { reportOf } from '#workflows/insights/report/week-measures';
import { readOwn, recordedRun } from '#backtest/run-folder/own-journal';
import { runFoldersAt } from '#backtest/rescore/journal-stream';
import { insideFolder } from '#market-data/rows/inside-folder';
import { namesIn, readResultFile, readResultIn } from '../submit/result-file.js';

const layout = 'report_generation_{symbol}_{model}';

/**
 * All reports of a result or run of workflow insights (those that a run has written so far; `model`
 * is the id of the agent, from the second repeat on with its number), or of a folder in HERCULEAN's
 * layout. `InvalidInput` names the file, also when there is no report, and a link that leads out of
 * the folder. `CorruptJournal` if a journal was altered.
 */
export const readReports = (path: string): StoredReport[] =>
  found(path, runFoldersAt(path)?.flatMap(reportsOfRun) ?? reportsInFolder(path), [
    'a result of workflow insights',
  ]);

/**
 * All reports of a folder in HERCULEAN's layout, or of one run in it. Fails as `readReports` does.
 */
export const readReportFiles = (path: string): StoredReport[] => found(path, reportsInFolder(path));

/**
 * Files of reports in a folder in HERCULEAN's layout or directly in it, whatever their names say;
 * texts are read when they are asked for. Empty where the folder is empty or missing.
 */
export function reportFilesAt(root: string): { readonly path: string; text(): string }[] {
  const fileOf = (path: string) => ({
    path,
    text: () => readResultFile(insideFolder(root, path), path) ?? '',
  });
  const start = 'report_generation_';
  const own = namesIn(root, start, '.md');
  if (own.length > 0) return own.map(fileOf);
  const folders = namesIn(root, start, '').filter((name) =>
    statSync(insideFolder(root, name)).isDirectory(),
  );
  return folders.flatMap((name) =>
    namesIn(join(root, name), start, '.md').map((file) => fileOf(`${name}/${file}`)),
  );
}

function found(path: string, reports: StoredReport[], others: readonly string[] = []) {
  if (reports.length > 0) return reports;
  const expected = [...others, `folders ${layout} with reports`].join(', or ');
  const none = existsSync(path) ? 'no report' : 'no such folder';
  throw invalidInput('no reports found', { where: path, expected, found: none });
}

function reportsOfRun(path: string): StoredReport[] {
  const run = recordedRun(path);
  const { folder, plan } = run;
  if (plan.workflow !== insights.name) {
    const expected = 'a run of workflow insights';
    throw invalidInput('the run has no reports', { where: path, expected, found: plan.workflow });
  }
  const { agent, repeat } = plan;
  const model = repeat === 0 ? agent.id : `${agent.id}-${repeat + 1}`;
  const reports: StoredReport[] = [];
  if (!existsSync(folder.journal)) return reports;
  readOwn(folder.journal, run, ({ event }) => {
    if (event.type !== 'AnswerGiven') return;
    const { report: text } = insightsAnswer.parse(jsonOf(event.answer));
    if (text !== undefined) reports.push({ ...reportOf(event.task), model, text });
  });
  return reports;
}

/** `model`, and `symbol` too, are as in names of files. A path may be the folder of one run. */
function reportsInFolder(path: string): StoredReport[] {
  const start = 'report_generation_';
  if (basename(resolve(path)).startsWith(start)) return reportsIn(resolve(path));
  return namesIn(path, start, '')
    .filter((name) => statSync(insideFolder(path, name)).isDirectory())
    .flatMap((name) => reportsIn(join(path, name)));
}

function reportsIn(folder: string): StoredReport[] {
  const run = basename(folder);
  return namesIn(folder, '', '.md').map((name) => {
    const where = join(folder, name);
    const parts = reportNameIn(name);
    if (parts === undefined || reportRunName(parts) !== run || reportFileName(parts) !== name) {
      const expected = `report_generation_{symbol}_{YYYYMMDD}_{model}.md, of ${run}`;
      throw invalidInput('not the name of a report', { where, expected, found: excerpt(name) });
    }
    requireCivilDate(parts.date, where);
    return { ...parts, text: readResultIn(folder, name) ?? '' };
  });
}
