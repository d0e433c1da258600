/** Audits in HERCULEAN's files as lines of a script of workflow auditing. */

import { join } from 'node:path';
import { excerpt, invalidInput, printable } from '#values';
import { auditModelPart, auditNameStart } from '#agents/script/herculean-audit-result';
import { resultJson } from '#agents/script/herculean-result';
import { readAuditPrompt } from '#contracts/result/audit-case';
import { readCaseLines, tasksOfCases } from '#market-data/xbrl/audit-cases';
import { namesIn, readResultIn } from './result-file.js';

interface ImportedAudits {
  /**
   * Lines of a script, in the order of the cases. An answer is the content of the file,
   * whatever it is.
   */
  readonly lines: readonly { readonly task: string; readonly answer: unknown }[];
  /** As written in names of files. */
  readonly model: string;
  readonly cases: number;
  /** Files whose names match no case. */
  readonly others: readonly string[];
}

/**
 * The audits of one model in a folder, by the cases of a file of tasks; `model` may be left out if
 * there is only one. `InvalidInput` if no file belongs to a case, if there are several models, and
 * for a file that is not JSON or a link out of the folder.
 */
export function importedAudits(folder: string, tasks: string, model?: string): ImportedAudits {
  const cases = casesIn(tasks);
  const files = namesIn(folder, 'auditing_', '.json').map((name) => {
    const starts = cases.map(({ start }) => start).filter((each) => startsWith(name, each));
    // The start of a date also matches a duration: the longest match is more specific.
    const start = starts.toSorted((one, other) => other.length - one.length)[0];
    return { name, start, model: name.slice(start?.length).replace(/\.json$/, '') };
  });
  const found = files.filter(({ start }) => start !== undefined);
  const models = [...new Set(found.map((file) => file.model.toLowerCase()))].sort();
  const wanted =
    model === undefined ? models : models.filter((one) => one === auditModelPart(model));
  if (wanted.length !== 1) {
    const expected = model === undefined ? 'the audits of one model, or --model' : excerpt(model);
    const listed = models.length === 0 ? `${files.length} files of no case` : models.join(', ');
    const what = wanted.length === 0 ? 'no audits of these cases' : 'audits of several models';
    throw invalidInput(what, { where: folder, expected, found: printable(listed, 200) });
  }
  const own = found.filter((file) => file.model.toLowerCase() === wanted[0]);
  const lines = cases.flatMap(({ id, start }) => {
    const file = own.find((each) => each.start === start);
    if (file === undefined) return [];
    const path = join(folder, file.name);
    return { task: id, answer: resultJson(readResultIn(folder, file.name) ?? '', path) };
  });
  const others = files.filter(({ start }) => start === undefined).map(({ name }) => name);
  return { lines, model: wanted[0]!, cases: cases.length, others };
}

/** Agents write tickers in lower and in upper case. */
const startsWith = (name: string, start: string): boolean =>
  name.slice(0, start.length).toLowerCase() === start.toLowerCase();

function casesIn(tasks: string): { readonly id: string; readonly start: string }[] {
  const lines = tasksOfCases(readCaseLines(tasks, tasks), new Map()).split('\n');
  return lines.flatMap((line) => {
    if (line === '') return [];
    const { instruction } = JSON.parse(line) as { instruction: string };
    const asked = readAuditPrompt(instruction);
    return asked === undefined ? [] : { id: asked.id, start: auditNameStart(asked) };
  });
}
