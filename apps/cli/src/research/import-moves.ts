/** `tapefold moves import`: environments in the Harbor task format become a data set of tasks with documents. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { formatInstant } from '#values';
import { readEnvironments, type Environment } from '#backtest/harbor/environment-files';
import { jsonLines } from '#contracts/json-lines';
import { openDataset } from '#market-data';
import { timesFile } from '#market-data/tasks/task-documents';
import { exitCodes } from '../exit-code.js';
import { counted } from '../feed/feed-words.js';
import { newFolder } from '../retrieval/files.js';

/** Writes the folder whole, or not at all. `Conflict` where it exists. */
export async function importMovesCommand(
  folder: string,
  options: { readonly out: string },
): Promise<number> {
  const environments = readEnvironments(resolve(folder));
  const out = await newFolder(options.out, async (draft) => {
    for (const one of environments) writeDocuments(draft, one);
    writeTables(draft, environments, basename(resolve(options.out)));
    // What is written is a data set, or does not get its name.
    const dataset = await openDataset(draft);
    dataset.solutions();
    await dataset.close();
  });
  for (const path of environments.flatMap(({ data }) => data.binary)) {
    process.stderr.write(`warning: ${path}: not text, left out\n`);
  }
  const documents = environments.flatMap(({ data }) => data.documents);
  const themes = environments.flatMap(({ rubric }) => rubric.themes);
  const moves = themes.flatMap((theme) => theme.moves);
  process.stdout.write(
    `${counted(environments.length, 'task')}, ${counted(documents.length, 'document')}, ` +
      `${counted(themes.length, 'theme')}, ${counted(moves.length, 'move')}, in ${out}\n`,
  );
  return exitCodes.ok;
}

const folderOf = ({ id }: Environment): string => `documents/${id}`;

function writeDocuments(draft: string, environment: Environment): void {
  const { documents } = environment.data;
  const write = (name: string, text: string): void => {
    const path = join(draft, folderOf(environment), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const { name, file } of documents) write(name, file.read());
  const timed = documents.flatMap(({ name, knownAt }) =>
    knownAt === undefined ? [] : [{ file: name, known_at: formatInstant(knownAt) }],
  );
  if (timed.length > 0) write(timesFile, jsonLines(timed));
}

function writeTables(draft: string, environments: readonly Environment[], name: string): void {
  const write = (file: string, rows: readonly object[]): void =>
    writeFileSync(join(draft, file), jsonLines(rows));
  const tasks = environments.map((one) => {
    const { id, instruction, knownAt } = one;
    return { id, instruction, documents: folderOf(one), ...(knownAt !== undefined && { knownAt }) };
  });
  write('tasks.jsonl', tasks);
  const solutions = environments.map(({ id, rubric }) => ({ id, solution: rubric }));
  write('solutions.jsonl', solutions);
  writeFileSync(
    join(draft, 'dataset.yaml'),
    stringify({
      ...{ name, calendar: 'XNYS', currency: 'USD' },
      tasks: { file: 'tasks.jsonl', solutions: 'solutions.jsonl' },
    }),
  );
}
