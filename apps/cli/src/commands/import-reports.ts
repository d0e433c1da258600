/** `tapefold import herculean-reports`: weekly reports on disk become the answers of a script agent. */

import { existsSync } from 'node:fs';
import { conflict } from '#values';
import { writeWhole } from '#backtest';
import { importedReports } from '#backtest/reports/import-reports';
import { exitCodes } from '../exit-code.js';
import { textOf } from '../option-value.js';

/** Writes the lines, and prints what they hold as one line. `Conflict` where the file exists. */
export function importReportsCommand(folder: string, options: Record<string, unknown>): number {
  const out = String(options['out']);
  if (existsSync(out)) throw conflict('the file exists already', { where: out });
  const reports = importedReports(folder, textOf(options['model']));
  writeWhole(out, reports.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const symbols = [...new Set(reports.map(({ symbol }) => symbol))].sort();
  const count = `${reports.length} report${reports.length === 1 ? '' : 's'}`;
  const dates = `${reports[0]?.date} to ${reports.at(-1)?.date}`;
  process.stdout.write(`${count} on ${symbols.join(', ')}, ${dates}\n`);
  return exitCodes.ok;
}
