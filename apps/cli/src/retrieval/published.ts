/** `tapefold retrieval export` and `import`: the four Parquet files of FinRetrieval's data set, written and read. */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { excerpt, invalidInput, jsonOf } from '#values';
import { endsOf, planOf, questionRecords, readManifest, runFolder } from '#backtest';
import { readParquet, writeParquet } from '#market-data/tables/parquet-file';
import * as published from '#workflows/retrieval/questions/published-tables';
import { linesOf } from '#workflows/retrieval/score/score-files';
import { questionSchema, type Question } from '#workflows/retrieval/score/schemas';
import { exitCodes } from '../exit-code.js';
import { jsonLines, newFolder, readText } from './files.js';

type Options = Readonly<Record<'questions' | 'out', string>> & { readonly result?: string };

/** Questions alone, or with what the runs of a result answered. */
export async function exportCommand({ questions: file, result, out }: Options): Promise<number> {
  const lines = linesOf({ name: file, text: readText(file) }, questionSchema);
  const questions = [...lines.values()].map(({ value }) => value);
  const answers = result === undefined ? null : await answerRows(result, questions);
  const counts: string[] = [];
  const folder = await newFolder(out, async (draft) => {
    mkdirSync(draft);
    for (const [table, columns] of Object.entries(published.publishedTables)) {
      const rows = table === 'questions' ? questions.map(published.questionRow) : answers;
      if (rows === null) continue;
      await writeParquet(join(draft, `${table}.parquet`), columns, rows);
      counts.push(`${rows.length} ${table}`);
    }
  });
  process.stdout.write(`${counts.join(', ')} in ${folder}\n`);
  return exitCodes.ok;
}

/** Of all runs. `InvalidInput` where one is not finished, or was not asked these questions in their order. */
async function answerRows(result: string, questions: readonly Question[]) {
  const runs = join(result, 'runs');
  const names = existsSync(runs) ? readdirSync(runs).toSorted() : [];
  if (names.length === 0)
    throw invalidInput('no result', { where: result, expected: 'a folder with runs/' });
  const rows = [];
  for (const name of names) {
    const folder = runFolder(join(runs, name));
    const plan = planOf(readManifest(folder));
    const ends = endsOf(folder);
    const isOther = ends.some((end, at) => 'task' in end && end.task !== `${questions[at]?.id}`);
    if (isOther || ends.length !== questions.length) {
      const expected = `answers to the ${questions.length} questions, in their order`;
      const where = folder.answers;
      throw invalidInput('a run of other questions, or not finished', { where, expected });
    }
    const { read } = await questionRecords(plan, folder);
    for (const [index, end] of ends.entries()) {
      const { calls, asks, modelCalls } = await read(end.asOf);
      const sum = (of: readonly (number | undefined)[]): number | null => {
        const isKnown = asks.length > 0 && !of.includes(undefined);
        return isKnown ? of.reduce<number>((total, one) => total + one!, 0) : null;
      };
      const response = 'answer' in end ? jsonOf(end.answer) : null;
      const row = published.answerRow(questions[index]!, {
        response: typeof response === 'string' ? response : null,
        status: statuses[end.type] ?? 'error',
        model: asks.at(-1)?.opened.model ?? null,
        use: {
          duration_ms: sum(asks.map(({ ended }) => ended?.durationMs)),
          input_tokens: sum(modelCalls.map(({ usage }) => usage?.input)),
          output_tokens: sum(modelCalls.map(({ usage }) => usage?.output)),
        },
        calls,
      });
      rows.push({ index, configuration: plan.label, ...row });
    }
  }
  return rows;
}

const statuses: Readonly<Record<string, published.PublishedAnswer['status']>> = {
  ...{ AnswerGiven: 'success', DecisionLate: 'timeout' },
};

/** JSON lines of the files that are there: questions, responses by configuration, scores and traces as they are. */
export async function importCommand(from: string, { out }: Pick<Options, 'out'>): Promise<number> {
  const read = async (table: keyof typeof published.publishedTables, where: string) =>
    published.checkedRows(table, await readParquet(join(from, where), where));
  const asked = await read('questions', 'questions.parquet');
  const questions = asked.map(published.questionOfRow);
  const ids = new Map(asked.map(({ index }, at) => [index, questions[at]!.id]));
  const files = new Map<string, readonly object[]>([['questions', questions]]);
  for (const table of ['responses', 'scores', 'tool_traces'] as const) {
    const where = `${table}.parquet`;
    if (!existsSync(join(from, where))) continue;
    const rows = await read(table, where);
    const lines = rows.map(({ index, response, ...row }): Readonly<Record<string, unknown>> => {
      const id = ids.get(index);
      if (id !== undefined)
        return { id, ...(table === 'responses' && { text: response ?? null }), ...row };
      throw invalidInput('a row of no question', { where, found: `index ${index}` });
    });
    if (table !== 'responses') files.set(table, lines);
    else for (const [name, own] of Map.groupBy(lines, responseFile)) files.set(name, own);
  }
  const folder = await newFolder(out, (draft) => {
    mkdirSync(join(draft, 'responses'), { recursive: true });
    for (const [name, rows] of files) writeFileSync(join(draft, `${name}.jsonl`), jsonLines(rows));
  });
  const configurations = [...files.keys()].filter((name) => name.startsWith('responses/')).length;
  process.stdout.write(
    `${questions.length} questions, ${configurations} configurations in ${folder}\n`,
  );
  return exitCodes.ok;
}

/** The name comes from the file: it may not lead out of the folder. */
function responseFile({ configuration: found }: Readonly<Record<string, unknown>>): string {
  if (/^[\w+][\w+ .-]{0,99}$/.test(String(found))) return `responses/${String(found)}`;
  throw invalidInput('the name of a configuration is no name of a file', {
    where: 'responses.parquet: configuration',
    expected: 'letters, digits, spaces and + . _ -',
    found: excerpt(found),
  });
}
