/** Audits in HERCULEAN's files as lines of a script of workflow auditing. */

import { join } from 'node:path';
import { excerpt, invalidInput, printable } from '#values';
import { auditKey, auditNameStart, auditPart } from '#agents/script/herculean-audit-result';
import { resultJson } from '#agents/script/herculean-result';
import { type AuditCase, readAuditPrompt } from '#contracts/result/audit-case';
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

type Case = AuditCase & { readonly id: string };

/** A case with the start of its files' names, and that start as spellings are compared. */
interface NamedCase {
  readonly asked: Case;
  readonly start: string;
  readonly key: string;
}

/** A file of a case, with the model as its name has it. */
interface AuditFile {
  readonly name: string;
  readonly model: string;
  readonly asked: Case;
}

/**
 * The audits of one model in a folder, by the cases of a file of tasks; `model` may be left out if
 * there is only one. `InvalidInput` if no file belongs to a case, if there are several models, for
 * two files of a case, and for a file that is not JSON or a link out of the folder.
 */
export function importedAudits(folder: string, tasks: string, model?: string): ImportedAudits {
  const cases = casesIn(tasks);
  const names = namesIn(folder, 'auditing_', '.json');
  const named = cases.map((asked): NamedCase => {
    const start = auditNameStart(asked);
    return { asked, start, key: auditKey(start) };
  });
  const found = names.flatMap((name) => filesOf(name, named));
  const own = ofOneModel(found, { folder, model, count: names.length });
  const lines = cases.flatMap((asked) => {
    const name = fileOf(asked, own, folder);
    if (name === undefined) return [];
    const path = join(folder, name);
    return { task: asked.id, answer: resultJson(readResultIn(folder, name) ?? '', path) };
  });
  const ofCases = new Set(found.map(({ name }) => name));
  const others = names.filter((name) => !ofCases.has(name));
  return { lines, model: own[0]!.model, cases: cases.length, others };
}

/** A file, for each of the cases whose name it has. */
function filesOf(name: string, cases: readonly NamedCase[]): AuditFile[] {
  const key = auditKey(name);
  return cases.flatMap((one) => {
    if (!key.startsWith(one.key)) return [];
    const model = name.slice(one.start.length, -'.json'.length);
    // The start of a date is also that of a duration.
    if (/^to[-_]\d{4}-\d\d-\d\d[-_]/.test(model)) return [];
    return [{ name, model, asked: one.asked }];
  });
}

interface Wanted {
  readonly folder: string;
  readonly model: string | undefined;
  /** Of files with names of audits. */
  readonly count: number;
}

/** Names of a model may be spelled as earlier ones were, unless some have exactly the one asked. */
function ofOneModel(files: readonly AuditFile[], { folder, model, count }: Wanted) {
  const models = new Map(files.map((file) => [auditKey(file.model), file.model]));
  const keys = [...models.keys()].sort();
  const wanted = model === undefined ? keys : keys.filter((key) => key === auditKey(model));
  if (wanted.length !== 1) {
    const expected = model === undefined ? 'the audits of one model, or --model' : excerpt(model);
    const listed = keys.map((key) => models.get(key)).join(', ') || `${count} files of no case`;
    const what = wanted.length === 0 ? 'no audits of these cases' : 'audits of several models';
    throw invalidInput(what, { where: folder, expected, found: printable(listed, 200) });
  }
  const own = files.filter((file) => auditKey(file.model) === wanted[0]);
  const exact = own.filter((file) => model !== undefined && file.model === auditPart(model));
  return exact.length > 0 ? exact : own;
}

/** The file of a case, if there is one. */
function fileOf({ id }: Case, files: readonly AuditFile[], folder: string): string | undefined {
  const own = files.filter(({ asked }) => asked.id === id);
  const [name, other] = new Set(own.map((file) => file.name));
  if (other === undefined) return name;
  throw invalidInput('two files have an audit of one case', {
    where: join(folder, other),
    expected: `one file for case ${excerpt(id)}`,
    found: `${name} beside it`,
  });
}

function casesIn(tasks: string): Case[] {
  const lines = tasksOfCases(readCaseLines(tasks, tasks), new Map()).split('\n');
  return lines.flatMap((line) => {
    if (line === '') return [];
    const { instruction } = JSON.parse(line) as { instruction: string };
    return readAuditPrompt(instruction) ?? [];
  });
}
