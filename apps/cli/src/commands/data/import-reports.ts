/** `tapefold import …`: reports and audits in files become the answers of a script agent. */

import { basename, resolve } from 'node:path';
import { excerpt, invalidInput, withoutEnd } from '#values';
import { writeWhole } from '#backtest';
import { importedReports } from '#herculean/reports/import-reports';
import { importedAudits } from '#herculean/submit/import-audits';
import { jsonLines } from '#contracts/parsing/json-lines';
import { openDataset } from '#feeds';
import { filesIn } from '#market-data/documents/folder-files';
import { type Options, textOf } from '../../program/option-value.js';
import { newFile } from '../../output/new-files.js';
import { counted, print } from '../../program/print.js';

/** Writes the lines, and prints a one-line summary. `Conflict` if the file exists. */
export function importReportsCommand(folder: string, options: Options): void {
  const out = newFile(options['out']);
  const { lines, differing } = importedReports(folder, textOf(options['model']));
  writeWhole(out, jsonLines(lines));
  const symbols = [...new Set(lines.map(({ symbol }) => symbol))].sort();
  const count = counted(lines.length, 'report');
  const dates = `${lines[0]?.date} to ${lines.at(-1)?.date}`;
  const others =
    differing.length === 0
      ? ''
      : `; with another rating than the record, which counts: ${differing.length} ` +
        `(first: ${differing[0]})`;
  print(`${count} on ${symbols.join(', ')}, ${dates}${others}`);
}

/** Writes the lines, and prints how many cases have one. `Conflict` if the file exists. */
export function importAuditsCommand(folder: string, options: Options): void {
  const out = newFile(options['out']);
  const audits = importedAudits(folder, String(options['tasks']), textOf(options['model']));
  const { lines, cases, model, others } = audits;
  writeWhole(out, jsonLines(lines));
  const rest = others.length === 0 ? '' : `; files of other cases: ${others.length}`;
  print(`${lines.length} of ${cases} cases have an audit of ${model}${rest}`);
}

/** Limits of a document of an answer, in characters. */
const charsMax = 200_000;
const topicMax = 300;

/**
 * Writes lines of a script, each report by the id of its task in the data set. `Conflict` if
 * the file exists.
 */
export async function importOwnReportsCommand(
  folder: string,
  { out, tasks }: { readonly out: string; readonly tasks: string },
): Promise<void> {
  const reports = readOwnReports(resolve(folder));
  newFile(out);
  const dataset = await openDataset(tasks);
  const ids = new Set(dataset.tasks().map(({ task }) => task.id));
  await dataset.close();
  const lines = reports.map(({ name, topic, text }) => {
    if (ids.has(name)) return { task: name, answer: text, rationale: topic };
    const expected = 'the id of a task of the data set, and .md';
    const where = `${name}.md`;
    throw invalidInput('no task has this name', { where, expected, found: excerpt(name) });
  });
  writeWhole(out, jsonLines(lines));
  print(`${counted(lines.length, 'report')} for ${counted(ids.size, 'task')}, in ${out}`);
}

/**
 * The files `*.md` directly inside a folder, by name, with the topic of each. `InvalidInput` if
 * there is none, for links, and for a file that is not UTF-8, is empty, or has more than
 * 200,000 characters.
 */
function readOwnReports(folder: string) {
  const reports = filesIn(folder, '.', /\.md$/).map(({ path, text: file }) => {
    const where = basename(path);
    const text = file?.read().trim() ?? '';
    if (text === '' || text.length > charsMax) {
      const expected = `1 to ${charsMax} characters of UTF-8`;
      throw invalidInput('not a report', { where, expected, found: excerpt(text, 40) });
    }
    return { name: where.replace(/\.md$/, ''), topic: topicOf(text), text };
  });
  if (reports.length > 0) return reports;
  throw invalidInput('no reports found', { where: folder, expected: 'files that end in .md' });
}

/**
 * Its first heading, or else its first sentence; at most 300 characters, without Markdown markup.
 */
export function topicOf(report: string): string {
  const heading = firstHeading(report);
  const text = plain(report);
  const [sentence] = /^.*?(?:[.!?](?=\s|$)|[。！？])/u.exec(text) ?? [text];
  return [...(plain(heading) || sentence)].slice(0, topicMax).join('');
}

/** Without the marks before and after it; empty if there is none. */
function firstHeading(report: string): string {
  for (const line of report.split(/[\n\r\u2028\u2029]/)) {
    const [mark = ''] = /^ {0,3}#{1,6}[ \t]+/.exec(line) ?? [];
    if (mark === '') continue;
    const blank = ' \t';
    return withoutEnd(withoutEnd(withoutEnd(line.slice(mark.length), blank), '#'), blank);
  }
  return '';
}

/** Links and images in Markdown as their texts. */
function withoutTargets(markdown: string): string {
  let text = '';
  let done = 0;
  let from = 0;
  for (;;) {
    const open = markdown.indexOf('[', from);
    const close = open < 0 ? -1 : markdown.indexOf(']', open);
    if (close < 0) break;
    from = close + 1;
    if (markdown[from] !== '(') continue;
    const end = markdown.indexOf(')', from);
    if (end < 0) break;
    const isImage = open > done && markdown[open - 1] === '!';
    text += markdown.slice(done, isImage ? open - 1 : open) + markdown.slice(open + 1, close);
    done = end + 1;
    from = done;
  }
  return text + markdown.slice(done);
}

/**
 * Links as their text; without markup for emphasis, code, lists and quotes; white
 * space as one space.
 */
const plain = (markdown: string): string =>
  withoutTargets(markdown)
    .replaceAll(/^(?:[ \t]*(?:[-*+>]|\d+\.)[ \t]+)+/gm, '')
    .replaceAll(/[*_`]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
