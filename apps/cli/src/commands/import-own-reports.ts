/** `tapefold import reports`: reports that people wrote become the answers of a script agent, and topics for others. */

import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { conflict, excerpt, formatInstant, invalidInput, parseCivilDate } from '#values';
import { writeWhole } from '#backtest';
import { readOwnReports, type OwnReport } from '#backtest/reports/own-reports';
import { jsonLines } from '#contracts/json-lines';
import { importDataset, openDataset } from '#market-data';
import { exitCodes } from '../exit-code.js';
import { counted } from '../feed/feed-words.js';
import { newFolder } from '../retrieval/files.js';

interface ImportOptions {
  readonly out: string;
  /** A data set whose tasks the reports answer. */
  readonly tasks?: string;
  /** A data set whose tables go along with the topics. */
  readonly data?: string;
}

/** Writes a file of answers, or a data set of topics with one. `Conflict` where it exists. */
export async function importOwnReportsCommand(
  folder: string,
  { out, tasks, data }: ImportOptions,
): Promise<number> {
  if (tasks !== undefined && data !== undefined) {
    throw invalidInput('two data sets', { where: 'options', expected: '--tasks or --data' });
  }
  const reports = readOwnReports(resolve(folder));
  const said =
    tasks === undefined ? await topics(reports, out, data) : await answers(reports, out, tasks);
  process.stdout.write(`${said}\n`);
  return exitCodes.ok;
}

/** Each report by the id of its task, as a line of a script. */
const linesOf = (reports: readonly OwnReport[]): string =>
  jsonLines(
    reports.map(({ name, topic, text }) => ({ task: name, answer: text, rationale: topic })),
  );

async function answers(reports: readonly OwnReport[], out: string, tasks: string): Promise<string> {
  if (existsSync(out)) throw conflict('the file exists already', { where: out });
  const dataset = await openDataset(tasks);
  try {
    const ids = new Set(dataset.tasks().map(({ task }) => task.id));
    const stranger = reports.find(({ name }) => !ids.has(name));
    if (stranger !== undefined) {
      const expected = 'the id of a task of the data set, and .md';
      throw invalidInput('there is no task of this name', {
        where: `${stranger.name}.md`,
        expected,
        found: excerpt(stranger.name),
      });
    }
    writeWhole(out, linesOf(reports));
    return `${counted(reports.length, 'report')} for ${counted(ids.size, 'task')}, in ${out}`;
  } finally {
    await dataset.close();
  }
}

/** A data set whose tasks ask for reports on the same topics, with the reports themselves beside it. */
async function topics(
  reports: readonly OwnReport[],
  path: string,
  data: string | undefined,
): Promise<string> {
  const out = await newFolder(path, async (draft) => {
    if (data === undefined) mkdirSync(draft);
    else await importDataset(data, draft);
    const manifestFile = join(draft, 'dataset.yaml');
    const manifest: object =
      data === undefined
        ? { name: basename(resolve(path)), calendar: 'XNYS', currency: 'USD' }
        : (parse(readFileSync(manifestFile, 'utf8')) as object);
    const timeOf = await timesOf(draft, data);
    const tasks = reports.map(({ name, topic }) => {
      const instruction = `Write a research report on this topic: ${topic}`;
      return { id: name, instruction, ...timeOf(name) };
    });
    writeFileSync(join(draft, 'tasks.jsonl'), jsonLines(tasks));
    appendFileSync(join(draft, 'expert.jsonl'), linesOf(reports));
    const named = { tasks: { file: 'tasks.jsonl' }, ignore: ['expert.jsonl'] };
    writeFileSync(manifestFile, stringify({ ...manifest, ...named }));
    // What is written is a data set, or does not get its name.
    const written = await openDataset(draft);
    written.tasks();
    await written.close();
  });
  return `${counted(reports.length, 'report')} with topics, in ${out}`;
}

/**
 * When a topic is asked: at the close of the session on or before the date with which the name begins, or of the last
 * session with prices. Without tables, before everything else.
 */
async function timesOf(
  draft: string,
  data: string | undefined,
): Promise<(name: string) => { readonly knownAt?: string }> {
  if (data === undefined) return () => ({});
  const dataset = await openDataset(draft);
  const { calendar } = dataset;
  const coverage = await dataset.coverage().finally(() => dataset.close());
  const sessions = coverage.flatMap(({ lastSession }) => lastSession ?? []);
  const last = sessions.length === 0 ? calendar.lastDate : Math.max(...sessions);
  return (name) => {
    const date = parseCivilDate(name.slice(0, 10)) ?? last;
    const session = calendar.sessionOnOrBefore(Math.min(date, last));
    return { knownAt: formatInstant(calendar.closeOf(session)) };
  };
}
