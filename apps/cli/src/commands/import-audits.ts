/** `tapefold import herculean-audits`: audits on disk become the answers of a script agent. */

import { existsSync } from 'node:fs';
import { conflict } from '#values';
import { writeWhole } from '#backtest';
import { importedAudits } from '#backtest/submit/import-audits';
import { exitCodes } from '../exit-code.js';
import { textOf } from '../option-value.js';

/** Writes the lines, and prints how many cases have one. `Conflict` where the file exists. */
export function importAuditsCommand(folder: string, options: Record<string, unknown>): number {
  const out = String(options['out']);
  if (existsSync(out)) throw conflict('the file exists already', { where: out });
  const audits = importedAudits(folder, String(options['tasks']), textOf(options['model']));
  const { lines, cases, model, others } = audits;
  writeWhole(out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const rest = others.length === 0 ? '' : `; files of other cases: ${others.length}`;
  process.stdout.write(`${lines.length} of ${cases} cases have an audit of ${model}${rest}\n`);
  return exitCodes.ok;
}
