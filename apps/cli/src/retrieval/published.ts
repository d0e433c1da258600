/** `tapefold retrieval export` and `import`: the four Parquet files of FinRetrieval's data set, written and read. */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { excerpt, invalidInput, jsonOf } from '#values';
import { endsOf, planOf, questionRecords, readManifest, runFolder } from '#backtest';
import { readParquet, writeParquet } from '#market-data/tables/parquet-file';
import {
  type PublishedAnswer,
  type PublishedTable,
  answerRow,
  publishedRowsOf,
  publishedTables,
  questionOfRow,
  questionRow,
} from '#workflows/retrieval/questions/published-tables';
import { linesOf } from '#workflows/retrieval/score/score-files';
import { questionSchema, type Question } from '#workflows/retrieval/score/schemas';
import { exitCodes } from '../exit-code.js';
import { jsonLines, newFolder, readText } from './files.js';

type Table = PublishedTable;
type Options = Readonly<Record<'questions' | 'out', string>> & { readonly result?: string };

/** Questions alone, or with what the runs of a result answered. */
export async function exportCommand({ questions: name, result, out }: Options): Promise<number> {
  const lines = linesOf({ name, text: readText(name) }, questionSchema);
  const questions = [...lines.values()].map(({ value }) => value);
  const answers = result === undefined ? undefined : await answersIn(result, questions);
  const counts: string[] = [];
  const folder = await newFolder(out, async (draft) => {
    mkdirSync(draft);
    for (const [table, columns] of Object.entries(publishedTables)) {
      const rows = table === 'questions' ? questions.map(questionRow) : answers;
      if (rows === undefined) continue;
      await writeParquet(join(draft, `${table}.parquet`), columns, rows);
      counts.push(`${rows.length} ${table}`);
    }
  });
  process.stdout.write(`${counts.join(', ')} in ${folder}\n`);
  return exitCodes.ok;
}

/** Of all runs. `InvalidInput` where one is not finished, or was not asked these questions in their order. */
async function answersIn(result: string, questions: readonly Question[]) {
  const runs = join(result, 'runs');
  const names = existsSync(runs) ? readdirSync(runs).toSorted() : [];
  if (names.length === 0)
    throw invalidInput('no result', { where: result, expected: 'a folder with runs/' });
  const rows = [];
  for (const name of names) {
    const folder = runFolder(join(runs, name));
    const plan = planOf(readManifest(folder));
    const ends = endsOf(folder);
    const isOther = ends.some((end, at) => 'task' in end && end.task !== String(questions[at]?.id));
    if (isOther || ends.length !== questions.length) {
      const expected = `answers to the ${questions.length} questions, in their order`;
      const where = folder.answers;
      throw invalidInput('a run of other questions, or not finished', { where, expected });
    }
    const records = await questionRecords(plan, folder);
    for (const [index, end] of ends.entries()) {
      const { calls, asks, modelCalls } = await records.read(end.asOf);
      const sum = (counts: readonly (number | undefined)[]): number | null =>
        asks.length > 0 && counts.every((count) => count !== undefined)
          ? counts.reduce((total, count) => total + count, 0)
          : null;
      const answer = {
        response: 'answer' in end ? (jsonOf(end.answer) as string) : null,
        status: statuses[end.type] ?? 'error',
        duration_ms: sum(asks.map(({ ended }) => ended?.durationMs)),
        model: asks.at(-1)?.opened.model ?? null,
        input_tokens: sum(modelCalls.map(({ usage }) => usage?.input)),
        output_tokens: sum(modelCalls.map(({ usage }) => usage?.output)),
      };
      const row = answerRow(questions[index]!, { ...answer, calls });
      rows.push({ index, configuration: plan.label, ...row });
    }
  }
  return rows;
}

const statuses: Readonly<Record<string, PublishedAnswer['status']>> = {
  ...{ AnswerGiven: 'success', DecisionLate: 'timeout' },
};

/** JSON lines of the files that are there: questions, responses by configuration, scores and traces as they are. */
export async function importCommand(
  folder: string,
  { out }: Pick<Options, 'out'>,
): Promise<number> {
  const read = async (table: Table) => {
    const name = `${table}.parquet`;
    return publishedRowsOf(table, await readParquet(join(folder, name), name), name);
  };
  const asked = await read('questions');
  const questions = asked.map((row) => questionOfRow(row, 'questions.parquet'));
  const ids = new Map(asked.map(({ index }, at) => [index, questions[at]!.id]));
  const files = new Map<string, readonly object[]>([['questions', questions]]);
  for (const table of ['responses', 'scores', 'tool_traces'] as const) {
    const where = `${table}.parquet`;
    // Responses alone mean nothing: questions have to be there.
    if (!existsSync(join(folder, where))) continue;
    const rows = Map.groupBy(await read(table), ({ configuration }) =>
      table === 'responses' ? `responses/${fileName(configuration)}` : table,
    );
    for (const [file, own] of rows) {
      const lines = own.map(({ index, response = null, ...row }) => {
        const id = ids.get(index);
        if (id === undefined)
          throw invalidInput('a row of no question', { where, found: `index ${index}` });
        return { id, ...(table === 'responses' && { text: response }), ...row };
      });
      files.set(file, lines);
    }
  }
  const written = await newFolder(out, (draft) => {
    mkdirSync(join(draft, 'responses'), { recursive: true });
    for (const [name, rows] of files) writeFileSync(join(draft, `${name}.jsonl`), jsonLines(rows));
  });
  const configurations = [...files.keys()].filter((name) => name.startsWith('responses/')).length;
  process.stdout.write(
    `${questions.length} questions, ${configurations} configurations in ${written}\n`,
  );
  return exitCodes.ok;
}

/** The name comes from the file: it may not lead out of the folder. */
function fileName(configuration: unknown): string {
  if (/^[\w+][\w+ .-]{0,99}$/.test(String(configuration))) return String(configuration);
  throw invalidInput('the name of a configuration is no name of a file', {
    where: 'responses.parquet: configuration',
    expected: 'letters, digits, spaces and + . _ -',
    found: excerpt(configuration),
  });
}
