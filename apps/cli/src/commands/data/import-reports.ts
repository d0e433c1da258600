/** `tapefold import herculean-reports` and `herculean-audits`: files become the answers of a script agent. */

import { existsSync } from 'node:fs';
import { conflict } from '#values';
import { writeWhole } from '#backtest';
import { importedReports } from '#herculean/reports/import-reports';
import { importedAudits } from '#herculean/submit/import-audits';
import { exitCodes } from '../../program/exit-code.js';
import { type Options, textOf } from '../../program/option-value.js';
import { counted, print } from '../../program/print.js';

/** Writes the lines, and prints a one-line summary. `Conflict` if the file exists. */
export function importReportsCommand(folder: string, options: Options): number {
  const out = String(options['out']);
  if (existsSync(out)) throw conflict('the file already exists', { where: out });
  const reports = importedReports(folder, textOf(options['model']));
  writeWhole(out, reports.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const symbols = [...new Set(reports.map(({ symbol }) => symbol))].sort();
  const count = counted(reports.length, 'report');
  const dates = `${reports[0]?.date} to ${reports.at(-1)?.date}`;
  print(`${count} on ${symbols.join(', ')}, ${dates}`);
  return exitCodes.ok;
}

/** Writes the lines, and prints how many cases have one. `Conflict` if the file exists. */
export function importAuditsCommand(folder: string, options: Options): number {
  const out = String(options['out']);
  if (existsSync(out)) throw conflict('the file already exists', { where: out });
  const audits = importedAudits(folder, String(options['tasks']), textOf(options['model']));
  const { lines, cases, model, others } = audits;
  writeWhole(out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const rest = others.length === 0 ? '' : `; files of other cases: ${others.length}`;
  print(`${lines.length} of ${cases} cases have an audit of ${model}${rest}`);
  return exitCodes.ok;
}
