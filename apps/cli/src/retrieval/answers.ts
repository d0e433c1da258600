/**
 * `tapefold retrieval score`, and `export` and `import`: the four Parquet files of
 * FinRetrieval's data set.
 */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { excerpt, invalidInput, jsonOf } from '#values';
import { textIn } from '#backtest/tape/text-in';
import type { DecisionEvent } from '#contracts';
import { readParquet, writeParquet } from '#market-data/tables/parquet-file';
import {
  answerRow,
  checkedRows,
  publishedTables,
  questionOfRow,
  questionRow,
  responseOf,
} from '#workflows/retrieval/questions/published-tables';
import {
  type CheckedLine,
  jsonLines,
  linesOf,
  type NamedText,
} from '#contracts/parsing/json-lines';
import { settledBy, type SettledVerdict } from '#workflows/retrieval/score/given-verdicts';
import { scoreFiles } from '#workflows/retrieval/score/score-files';
import { type Question, questionSchema } from '#workflows/retrieval/score/schemas';
import { retrievalAnswer } from '#workflows/retrieval/score/structured-answer';
import { newFolder } from '../output/new-files.js';
import { print } from '../program/print.js';

type Options = Readonly<Record<'questions' | 'responses' | 'out' | 'result', string>>;

const named = (name: string): NamedText => ({ name, text: textIn(name) });

type ScoreOptions = Options & { readonly json?: true; readonly verdicts?: string };

/** A wrong answer is a finding, not a failure: the exit code is 0 in either case. */
export function scoreCommand(options: ScoreOptions): void {
  const byCode = scoreFiles(named(options.questions), named(options.responses));
  const { verdicts } = options;
  const scored: readonly SettledVerdict[] =
    verdicts === undefined ? byCode : settledBy(byCode, named(verdicts));
  const right = scored.filter((one) => one.right === true);
  const undecided = scored.filter((one) => one.right === null);
  const others = scored.filter((one) => one.right !== true);
  const reasons = [...Map.groupBy(others, ({ why }) => why)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([why, { length }]) => `${String(length).padStart(6)}  ${why}\n`);
  const atMost = right.length + undecided.length;
  const bound =
    undecided.length > 0 ? `, at most ${atMost}: ${undecided.length} are undecided` : '';
  const summary = [
    `${right.length} of ${scored.length} are right${bound}\n`,
    ...(verdicts === undefined ? [] : [`${decidedBy(scored)}\n`]),
    ...reasons,
  ];
  const lines = scored.map(({ id, right: verdict, by, why, code }) => ({
    id,
    right: verdict,
    by,
    why,
    ...(code !== undefined && { code }),
  }));
  process.stdout.write(options.json ? jsonLines(lines) : summary.join(''));
}

/** `by code 12, by judges 3, by people 2, which override code in 1`. */
function decidedBy(scored: readonly SettledVerdict[]): string {
  const count = (test: (one: SettledVerdict) => boolean): number => scored.filter(test).length;
  const code = count((one) => one.by === 'code' && one.right !== null);
  const judges = count(({ by }) => by === 'judge');
  const people = count(({ by }) => by === 'person');
  const overridden = count(
    (one) => one.by === 'person' && one.code !== null && one.code !== one.right,
  );
  return `decided by code ${code}, judges ${judges}, people ${people} (${overridden} against code)`;
}

/** Exports questions alone, or with the answers of a result's runs. */
export async function exportCommand(options: Options | Omit<Options, 'result'>): Promise<void> {
  const lines = [...linesOf(named(options.questions), questionSchema).values()];
  const questions = lines.map(({ value }) => value);
  const answers = 'result' in options ? await answerRows(options.result, lines) : null;
  const counts: string[] = [];
  const folder = await newFolder(options.out, async (draft) => {
    mkdirSync(draft);
    for (const [table, columns] of Object.entries(publishedTables)) {
      const rows = table === 'questions' ? questions.map(questionRow) : answers;
      if (rows === null) continue;
      await writeParquet(join(draft, `${table}.parquet`), columns, rows);
      counts.push(`${rows.length} ${table}`);
    }
  });
  print(`${counts.join(', ')} in ${folder}`);
}

/**
 * Rows of all runs. `InvalidInput` if one is not finished, or was not asked these
 * questions in order.
 */
async function answerRows(result: string, lines: readonly CheckedLine<Question>[]) {
  const runs = join(result, 'runs');
  const names = existsSync(runs) ? readdirSync(runs).toSorted() : [];
  if (names.length === 0)
    throw invalidInput('no result', { where: result, expected: 'a folder with runs/' });
  // Loaded here: scores do not need it.
  const backtest = await import('#backtest');
  const rows = [];
  for (const name of names) {
    const folder = backtest.runFolder(join(runs, name));
    const plan = backtest.planOf(backtest.readManifest(folder));
    const ends = backtest.endsOf(folder);
    requireAnswersTo(lines, ends, folder.answers);
    const { read } = await backtest.questionRecords(plan, folder);
    for (const [index, end] of ends.entries()) {
      const { calls, asks, modelCalls } = await read(end.asOf);
      const sum = (of: readonly (number | undefined)[]): number | null => {
        const isKnown = asks.length > 0 && !of.includes(undefined);
        return isKnown ? of.reduce<number>((total, one) => total + one!, 0) : null;
      };
      const { data: response = null } = retrievalAnswer.safeParse(
        'answer' in end ? jsonOf(end.answer) : null,
      );
      const failure = end.type === 'DecisionLate' ? 'timeout' : 'error';
      const row = answerRow(lines[index]!.value, {
        response,
        status: 'answer' in end ? 'success' : failure,
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

/**
 * `InvalidInput` names the first line of the answers that does not match the question in its place.
 */
function requireAnswersTo(
  questions: readonly CheckedLine<Question>[],
  ends: readonly DecisionEvent[],
  file: string,
): void {
  for (const [at, { where, value }] of questions.entries()) {
    const end = ends[at];
    if (end !== undefined && (!('task' in end) || end.task === `${value.id}`)) continue;
    throw invalidInput('the run answers other questions, or is not finished', {
      where: `${file}:${at + 1}: task`,
      expected: `${excerpt(`${value.id}`)}, as in ${where}`,
      found: end === undefined ? 'the end of the file' : excerpt(end.task),
    });
  }
  if (ends.length <= questions.length) return;
  const expected = `no more than the ${questions.length} questions`;
  const where = `${file}:${questions.length + 1}`;
  throw invalidInput('the run answers other questions', {
    where,
    expected,
    found: `${ends.length} answers`,
  });
}

/**
 * JSON lines of the files present: questions, responses by configuration, scores and
 * traces unchanged.
 */
export async function importCommand(from: string, { out }: Pick<Options, 'out'>): Promise<void> {
  const read = async (table: keyof typeof publishedTables, where: string) =>
    checkedRows(table, await readParquet(join(from, where), where));
  const asked = await read('questions', 'questions.parquet');
  const questions = asked.map(questionOfRow);
  const ids = new Map(asked.map(({ index }, at) => [index, questions[at]!.id]));
  const files = new Map<string, readonly object[]>([['questions', questions]]);
  for (const table of ['responses', 'scores', 'tool_traces'] as const) {
    const where = `${table}.parquet`;
    if (!existsSync(join(from, where))) continue;
    const rows = await read(table, where);
    const lines = rows.map(({ index, response, ...row }, at): Readonly<Record<string, unknown>> => {
      const id = ids.get(index);
      if (id !== undefined)
        return { id, ...(table === 'responses' && responseOf(textOf(response))), ...row };
      throw invalidInput('the row matches no question', {
        where: `${where} row ${at + 1}: index`,
        expected: 'an index of questions.parquet',
        found: `${index}`,
      });
    });
    if (table !== 'responses') files.set(table, lines);
    else for (const [name, own] of Map.groupBy(lines, responseFile)) files.set(name, own);
  }
  const folder = await newFolder(out, (draft) => {
    mkdirSync(join(draft, 'responses'), { recursive: true });
    for (const [name, rows] of files) writeFileSync(join(draft, `${name}.jsonl`), jsonLines(rows));
  });
  const configurations = [...files.keys()].filter((name) => name.startsWith('responses/')).length;
  print(`${questions.length} questions, ${configurations} configurations in ${folder}`);
}

const textOf = (cell: unknown): string | null => (typeof cell === 'string' ? cell : null);

/** The name comes from the file: it must not lead out of the folder. */
function responseFile({ configuration: found }: Readonly<Record<string, unknown>>): string {
  if (/^[\w+][\w+ .-]{0,99}$/.test(String(found))) return `responses/${String(found)}`;
  throw invalidInput('the name of a configuration is not a valid file name', {
    where: 'responses.parquet: configuration',
    expected: 'letters, digits, spaces and + . _ -',
    found: excerpt(found),
  });
}
