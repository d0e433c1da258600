/** `tapefold retrieval export` and `import`: the four Parquet files of FinRetrieval's data set, written and read. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { readParquet, writeParquet } from '#market-data/tables/parquet-file';
import {
  publishedRows,
  publishedRowsOf,
  publishedTables,
  questionOfRow,
  type PublishedTable,
} from '#workflows/retrieval/questions/published-tables';
import { linesOf } from '#workflows/retrieval/score/score-files';
import { questionSchema } from '#workflows/retrieval/score/schemas';
import { exitCodes } from '../exit-code.js';
import { textOf } from '../option-value.js';
import { answeredRuns } from './answered-runs.js';
import { jsonLines, newFolder } from './new-folder.js';
import { readText } from './read-text.js';

const tables = Object.keys(publishedTables) as PublishedTable[];

/** Questions alone, or with what the runs of a result answered. */
export async function exportCommand(options: Record<string, unknown>): Promise<number> {
  const [file, result] = [String(options['questions']), textOf(options['result'])];
  const lines = linesOf({ name: file, text: readText(file) }, questionSchema);
  const questions = [...lines.values()].map(({ value }) => value);
  const answers = result && (await answeredRuns(result, [...lines.keys()]));
  const rows = publishedRows(questions, answers || new Map());
  const written = tables.filter((table) => answers || table === 'questions');
  const out = await newFolder(String(options['out']), async (draft) => {
    mkdirSync(draft);
    for (const table of written)
      await writeParquet(join(draft, `${table}.parquet`), publishedTables[table], rows[table]);
  });
  process.stdout.write(
    `${written.map((table) => `${rows[table].length} ${table}`).join(', ')} in ${out}\n`,
  );
  return exitCodes.ok;
}

/** JSON lines of the files that are there: questions, responses by configuration, scores and traces as they are. */
export async function importCommand(
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const rows = new Map<PublishedTable, ReturnType<typeof publishedRowsOf>>();
  for (const table of tables) {
    const name = `${table}.parquet`;
    // Responses alone mean nothing: questions have to be there.
    if (table !== 'questions' && !existsSync(join(folder, name))) continue;
    rows.set(table, publishedRowsOf(table, await readParquet(join(folder, name), name), name));
  }
  const asked = rows.get('questions') ?? [];
  const questions = asked.map((row) => questionOfRow(row, 'questions.parquet'));
  const ids = new Map(asked.map(({ index }, at) => [index, questions[at]?.id]));
  const idOf = (index: unknown, name: string) => {
    const id = ids.get(index as number);
    if (id !== undefined) return id;
    throw invalidInput('a row of no question', { where: name, found: `index ${excerpt(index)}` });
  };
  const said = Map.groupBy(rows.get('responses') ?? [], ({ configuration }) => configuration);
  const out = await newFolder(String(options['out']), (draft) => {
    mkdirSync(join(draft, 'responses'), { recursive: true });
    const write = (name: string, all: readonly object[]): void =>
      writeFileSync(join(draft, name), jsonLines(all));
    write('questions.jsonl', questions);
    for (const [name, own] of said) {
      const lines = own.map(({ index, response, ...row }) => {
        return { id: idOf(index, 'responses.parquet'), text: response ?? null, ...row };
      });
      write(join('responses', `${fileName(name)}.jsonl`), lines);
    }
    for (const table of ['scores', 'tool_traces'] as const) {
      const own = rows.get(table);
      const name = `${table}.parquet`;
      if (own)
        write(
          `${table}.jsonl`,
          own.map(({ index, ...row }) => ({ id: idOf(index, name), ...row })),
        );
    }
  });
  process.stdout.write(`${questions.length} questions, ${said.size} configurations in ${out}\n`);
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
