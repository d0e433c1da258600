/** `tapefold retrieval questions`: a data set of tasks with known answers. */

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { excerpt, formatInstant, type Instant, invalidInput } from '#values';
import { jsonLines } from '#contracts/parsing/json-lines';
import { importDataset } from '#market-data';
import { type Dampening, dampenings } from '#workflows/retrieval/questions/draw-points';
import { type MadeQuestion, makeQuestions } from '#workflows/retrieval/questions/make-questions';
import { fundamentalsStores } from '#workflows/retrieval/store/fundamentals-store';
import {
  joinedFundamentals,
  lineDocuments,
  lineOf,
  noFundamentals,
  readFundamentalsLines,
  viewFundamentals,
} from '#workflows/retrieval/store/line-documents';
import { syntheticFundamentals } from '#workflows/retrieval/store/synthetic-source';
import { textIn } from '#backtest/tape/text-in';
import { openMarket, parseAsOf } from '#backtest';
import type { FundamentalsData } from '#workflows';
import { oneOf, type Options, textOf, wholeNumber } from '../program/option-value.js';
import { newDataset, newFile } from '../output/new-files.js';
import { checkOwnFile } from './own-file.js';
import { notify, print } from '../program/print.js';

/** Writes the folder whole, or not at all. `Conflict` if it exists. */
export async function questionsCommand(options: Options): Promise<void> {
  const source = await fundamentalsSource(options);
  const drawn = makeQuestions(fundamentalsStores(source.all)(source.asOf), {
    count: wholeNumber(options['count'], '--count'),
    seed: wholeNumber(options['seed'], '--seed', 0),
    dampening: dampeningOf(options['dampening']),
  });
  const model = textOf(options['wordsOf']);
  let questions = drawn;
  const out = await newDataset(String(options['out']), [], async (draft) => {
    await writeTables(source, draft);
    if (model !== undefined) {
      const { inModelWords } = await import('./model-wordings.js');
      questions = await inModelWords(drawn, {
        model,
        file: textOf(options['models']) ?? process.env['TAPEFOLD_MODELS'],
        folder: join(draft, 'wordings'),
        recordings: textOf(options['recordings']),
      });
    }
    writeQuestions(draft, questions, formatInstant(source.asOf));
  });
  print(`${summaryOf(questions)}\nas of ${formatInstant(source.asOf)}, in ${out}`);
}

/** `tapefold retrieval synthetic`: the synthetic store in the format of a user's file. */
export function syntheticCommand(options: Options): void {
  const out = newFile(resolve(String(options['out'])));
  const seed = wholeNumber(options['seed'], '--seed', 0);
  const companies = wholeNumber(options['companies'], '--companies', 1, 1000);
  const data = syntheticFundamentals({ seed, companies });
  const lines = [
    ...data.companies.map((one) => lineOf('company', one)),
    ...data.series.map((one) => lineOf('series', one)),
    ...data.points.map((one) => lineOf('point', one)),
  ];
  writeFileSync(out, `${lines.join('\n')}\n`);
  print(`${data.companies.length} companies, ${data.points.length} values in ${out}`);
}

const dampeningOf = (name: unknown): Dampening =>
  oneOf(name, Object.keys(dampenings) as Dampening[], {
    what: 'no such dampening',
    where: '--dampening',
  });

/** The tables of the given data set, if any, and the lines that are on no tape yet. */
async function writeTables({ data, lines, all }: FundamentalsSource, draft: string): Promise<void> {
  if (data === undefined) mkdirSync(draft);
  else await importDataset(data, draft);
  const first = all.points.reduce((least, { knownAt }) => Math.min(least, knownAt), Infinity);
  const documents = lineDocuments(lines, first);
  const manifestFile = join(draft, 'dataset.yaml');
  const manifest: Record<string, unknown> =
    data === undefined
      ? { name: 'questions', calendar: '24/7', currency: 'USD' }
      : (parse(readFileSync(manifestFile, 'utf8')) as Record<string, unknown>);
  const listed = (manifest['symbols'] ?? []) as string[];
  const symbols = [...new Set([...listed, ...documents.map(({ symbol }) => symbol)])].sort();
  const isMadeUp = data === undefined && lines.companies.every(({ isSynthetic }) => isSynthetic);
  if (documents.length > 0) appendFileSync(join(draft, 'filings.jsonl'), jsonLines(documents));
  writeFileSync(
    manifestFile,
    stringify({
      ...manifest,
      ...(isMadeUp && { synthetic: true }),
      symbols,
      ...(documents.length > 0 && { filings: { file: 'filings.jsonl' } }),
      tasks: { file: 'tasks.jsonl', solutions: 'solutions.jsonl' },
      ignore: ['questions.jsonl', 'wordings'],
    }),
  );
}

/**
 * Tasks and solutions of the data set, and the questions in the form that `retrieval score` reads.
 */
function writeQuestions(draft: string, questions: readonly MadeQuestion[], knownAt: string): void {
  const write = (file: string, rows: readonly object[]): void =>
    writeFileSync(join(draft, file), jsonLines(rows));
  write(
    'tasks.jsonl',
    questions.map(({ id, question: instruction }) => ({ id, instruction, knownAt })),
  );
  write(
    'solutions.jsonl',
    questions.map(({ id, question, expected, facts }) => {
      return { id, solution: { ...expected, question, facts } };
    }),
  );
  write(
    'questions.jsonl',
    questions.map(({ facts, context, ...question }) => ({ ...question, ...facts, context })),
  );
}

function summaryOf(questions: readonly MadeQuestion[]): string {
  const counts = (of: (question: MadeQuestion) => string): string =>
    [...Map.groupBy(questions, of)]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { length }]) => `${length} ${name}`)
      .join(', ');
  return [
    `${questions.length} questions: ${counts(({ facts }) => facts.data)}`,
    counts(({ facts }) => facts.region),
    counts(({ facts }) => facts.category),
  ].join('\n');
}

interface FundamentalsSource {
  /** The data set whose tables are queried too; undefined if there is none. */
  readonly data: string | undefined;
  /** Lines that are on no tape yet. */
  readonly lines: FundamentalsData;
  /** All values, and the instant at which the questions are asked. */
  readonly all: FundamentalsData;
  readonly asOf: Instant;
}

/**
 * From the options `--data`, `--fundamentals`, `--synthetic` and `--as-of`; `InvalidInput`
 * without a source.
 */
async function fundamentalsSource(options: Options): Promise<FundamentalsSource> {
  const data = textOf(options['data']);
  const file = textOf(options['fundamentals']);
  const seed = options['synthetic'];
  if (data === undefined && file === undefined && seed === undefined) {
    const expected = '--data, --fundamentals or --synthetic';
    throw invalidInput('nothing to ask about', { where: 'options', expected });
  }
  const own = file === undefined ? noFundamentals : readFundamentalsLines(textIn(file), file);
  for (const warning of checkOwnFile(own)) notify(`warning: ${warning}`);
  const lines = joinedFundamentals(
    own,
    seed === undefined
      ? noFundamentals
      : syntheticFundamentals({ seed: wholeNumber(seed, '--synthetic', 0) }),
  );
  const asOfText = textOf(options['asOf']);
  if (data === undefined) return { data, lines, all: lines, asOf: instantOf(asOfText, lines) };
  const market = await openMarket(data);
  try {
    const { view, time: asOf } = market.at(parseAsOf(asOfText));
    return { data, lines, all: viewFundamentals(view, lines).read(), asOf };
  } finally {
    await market.close();
  }
}

/** Without a text, the time at which the last value became known. */
function instantOf(text: string | undefined, { points }: FundamentalsData): Instant {
  const last = points.reduce((latest, { knownAt }) => Math.max(latest, knownAt), 0);
  const when = parseAsOf(text);
  if (when === 'end') return last;
  if ('instant' in when) return when.instant;
  const expected = `an instant, such as ${formatInstant(last)}: only a data set has sessions`;
  throw invalidInput('a date alone', { where: '--as-of', expected, found: excerpt(text) });
}
