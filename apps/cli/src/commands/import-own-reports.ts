/** `tapefold import reports`: reports that people wrote become the answers of a script agent. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { conflict, excerpt, invalidInput } from '#values';
import { writeWhole } from '#backtest';
import { readOwnReports } from '#backtest/reports/own-reports';
import { jsonLines } from '#contracts/json-lines';
import { openDataset } from '#market-data';
import { exitCodes } from '../exit-code.js';
import { counted } from '../feed/feed-words.js';

/** Writes lines of a script, each report by the id of its task in the data set. `Conflict` where the file exists. */
export async function importOwnReportsCommand(
  folder: string,
  { out, tasks }: { readonly out: string; readonly tasks: string },
): Promise<number> {
  const reports = readOwnReports(resolve(folder));
  if (existsSync(out)) throw conflict('the file exists already', { where: out });
  const dataset = await openDataset(tasks);
  const ids = new Set(dataset.tasks().map(({ task }) => task.id));
  await dataset.close();
  const lines = reports.map(({ name, topic, text }) => {
    if (ids.has(name)) return { task: name, answer: text, rationale: topic };
    const expected = 'the id of a task of the data set, and .md';
    const where = `${name}.md`;
    throw invalidInput('there is no task of this name', { where, expected, found: excerpt(name) });
  });
  writeWhole(out, jsonLines(lines));
  const said = `${counted(lines.length, 'report')} for ${counted(ids.size, 'task')}, in ${out}`;
  process.stdout.write(`${said}\n`);
  return exitCodes.ok;
}
