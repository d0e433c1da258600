/**
 * Converts a file of audit cases, or HERCULEAN's file of prompts, to a file of tasks and a
 * file of solutions.
 */

import { statSync } from 'node:fs';
import { z } from 'zod';
import { formatInstant, invalidInput, parseCivilDate, type Instant } from '#values';
import { auditPrompt, readAuditPrompt } from '#contracts/result/audit-case';
import { boundedText } from '#files';
import { RowDefect, type Defect } from '../rows/row-defect.js';
import { jsonObject } from '../rows/text-rows.js';
import { checkedLine } from '../tasks/lines-by-id.js';
import { packageKey, packageNameOf } from './package-files.js';

const fileBytesMax = 64 * 1024 * 1024;

const word = z
  .string()
  .regex(/^[^\s/\\]{1,60}$/, 'expected up to 60 characters without blanks and slashes');
const day = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const period = new RegExp(
  `^(${day}((\\s+to\\s+|/)${day})?|FY\\s?[0-9]{4}|Q[1-4]\\s?[0-9]{4})$`,
  'i',
);

const everyDay = new RegExp(day, 'g');

/**
 * Whether the days of a period exist and its end is not before its start; years and
 * quarters always do.
 */
function hasDays(text: string): boolean {
  const days = text.match(everyDay) ?? [];
  const [start = 0, end = start] = days.map((one) => parseCivilDate(one) ?? NaN);
  return start <= end;
}

/** A case, without its expectations. */
export const auditCaseSchema = z.object({
  id: z.string().regex(/^[^)\n]{1,200}$/, 'expected up to 200 characters, none of them ")"'),
  filing_name: word,
  ticker: word,
  issue_time: z.string().regex(/^[0-9]{8}$/, 'expected YYYYMMDD'),
  concept_id: z.string().regex(/^\S{1,300}$/, 'expected a qualified name'),
  period: z
    .string()
    .max(60)
    .regex(period, 'expected YYYY-MM-DD, YYYY-MM-DD to YYYY-MM-DD, FY2023 or Q3 2023')
    .refine(hasDays, 'expected days that exist, and an end that is not before its start'),
});

const value = z.string().max(1000).nullable();
const accepted = z.array(value).max(100).optional();
const solutionSchema = z.object({
  expected_extracted: value,
  expected_calculated: value,
  accept_extracted: accepted,
  accept_calculated: accepted,
  expected_found: z.boolean().optional(),
  category: z.string().max(200).optional(),
});
const kinds = {
  case: { what: 'case', schema: auditCaseSchema, isQuotable: false },
  solution: { what: 'solution', schema: solutionSchema, isQuotable: false },
};

/** One line of the file; null if it is empty. */
interface CaseLine {
  readonly where: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly defect?: Defect;
}

type CaseLines = readonly (CaseLine | null)[];

/**
 * The lines of a file of `what`. `name` appears in messages, which never quote a line: it may hold
 * solutions.
 */
export function readCaseLines(path: string, name: string, what = 'tasks'): CaseLines {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    throw invalidInput(`no such file of ${what}`, { where: name });
  }
  const lines = boundedText(path, name, fileBytesMax)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((text, index) => readLine(text, `${name} line ${index + 1}`));
  if (lines.some((line) => line !== null)) return lines;
  throw invalidInput('the file is empty', { where: name, expected: 'one case per line' });
}

function readLine(text: string, where: string): CaseLine | null {
  if (text.trim() === '') return null;
  const asked = readAuditPrompt(text);
  if (asked !== undefined) return { where, fields: { ...asked } };
  try {
    return { where, fields: jsonObject(text) };
  } catch (error) {
    if (!(error instanceof RowDefect)) throw error;
    const what = 'the line is neither a case in JSON nor a sentence that asks for an audit';
    return { where, fields: {}, defect: { what } };
  }
}

/**
 * A file of tasks, line for line: each case is known with its filing (`acceptedAt`, by the name of
 * its package), or before everything else. Throws `InvalidInput` with file, line and member.
 */
export function tasksOfCases(lines: CaseLines, acceptedAt: ReadonlyMap<string, Instant>): string {
  const times = new Map(
    [...acceptedAt].flatMap(([name, time]) => {
      const named = packageNameOf(name);
      return named === undefined ? [] : [[packageKey(named), time] as const];
    }),
  );
  return linesOf(lines, (line) => {
    const { id, ...asked } = checkedLine(line, line.where, kinds.case);
    const { filing_name, ticker, issue_time } = asked;
    const known = times.get(packageKey({ form: filing_name, ticker, date: issue_time }));
    const knownAt = known === undefined ? undefined : formatInstant(known);
    return { id, instruction: auditPrompt(id, asked), knownAt };
  });
}

/** A line that lacks any of its expectations holds only a question. */
const hasSolution = (line: CaseLine | null): boolean =>
  line !== null && ('expected_extracted' in line.fields || 'expected_calculated' in line.fields);

export const haveSolutions = (lines: CaseLines): boolean => lines.some(hasSolution);

/**
 * A file of solutions, line for line; `ofAll` if each line must have one. Throws `InvalidInput`
 * with file, line and member.
 */
export const solutionsOfCases = (lines: CaseLines, { ofAll }: { readonly ofAll: boolean }) =>
  linesOf(lines, (line) => {
    if (!ofAll && !hasSolution(line)) return null;
    return { id: line.fields['id'], solution: checkedLine(line, line.where, kinds.solution) };
  });

/** Keeps empty lines, so that messages about the new file name the lines of the old one. */
function linesOf(lines: CaseLines, written: (line: CaseLine) => object | null): string {
  const texts = lines.map((line) => {
    const object = line && written(line);
    return object === null ? '\n' : `${JSON.stringify(object)}\n`;
  });
  return texts.join('');
}
