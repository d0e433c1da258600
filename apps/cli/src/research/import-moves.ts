/**
 * `tapefold moves import`: environments in the Harbor task format become a data set of tasks
 * with documents.
 */

import { basename, resolve } from 'node:path';
import { stringify } from 'yaml';
import { formatInstant } from '#values';
import { type Environment, readEnvironments } from '#backtest/harbor/environment-files';
import { jsonLines } from '#contracts/parsing/json-lines';
import { timesFile } from '#market-data/tasks/task-documents';
import { newDataset } from '../output/new-files.js';
import { counted, notify, print } from '../program/print.js';

/** Writes the folder whole, or not at all. `Conflict` if it exists. */
export async function importMovesCommand(
  folder: string,
  options: { readonly out: string },
): Promise<void> {
  const environments = readEnvironments(resolve(folder));
  const name = basename(resolve(options.out));
  const out = await newDataset(options.out, textsOf(environments, name));
  for (const path of environments.flatMap(({ data }) => data.binary)) {
    notify(`warning: ${path}: not text, left out`);
  }
  const documents = environments.flatMap(({ data }) => data.documents);
  const themes = environments.flatMap(({ rubric }) => rubric.themes);
  const moves = themes.flatMap((theme) => theme.moves);
  print(
    `${counted(environments.length, 'task')}, ${counted(documents.length, 'document')}, ` +
      `${counted(themes.length, 'theme')}, ${counted(moves.length, 'move')}, in ${out}`,
  );
}

function* textsOf(environments: readonly Environment[], name: string): Iterable<[string, string]> {
  const folderOf = ({ id }: Environment): string => `documents/${id}`;
  for (const environment of environments) {
    const { documents } = environment.data;
    for (const { name: path, file } of documents)
      yield [`${folderOf(environment)}/${path}`, file.read()];
    const timed = documents.flatMap(({ name: file, knownAt }) =>
      knownAt === undefined ? [] : [{ file, known_at: formatInstant(knownAt) }],
    );
    if (timed.length > 0) yield [`${folderOf(environment)}/${timesFile}`, jsonLines(timed)];
  }
  const tasks = environments.map((one) => {
    const { id, instruction, knownAt } = one;
    return { id, instruction, documents: folderOf(one), ...(knownAt !== undefined && { knownAt }) };
  });
  yield ['tasks.jsonl', jsonLines(tasks)];
  const solutions = environments.map(({ id, rubric }) => ({ id, solution: rubric }));
  yield ['solutions.jsonl', jsonLines(solutions)];
  const manifest = {
    name,
    calendar: 'XNYS',
    currency: 'USD',
    tasks: { file: 'tasks.jsonl', solutions: 'solutions.jsonl' },
  };
  yield ['dataset.yaml', stringify(manifest)];
}
