/**
 * A script of answers: what was answered elsewhere, one JSON object per line, by the
 * id of its task.
 */

import { excerpt, invalidInput, printable } from '#values';
import type { TaskAnswer } from '#contracts';
import { taskAnswerSchema } from '#contracts/parsing/decision';
import { memoryInput } from '#market-data/rows/byte-input';
import { describeDefect } from '#market-data/rows/row-defect';
import { jsonlRows, type RawRow } from '#market-data/rows/text-rows';
import { z } from 'zod';
import { scriptBytes } from './script-bytes.js';

/** Task id → answer. */
export type TaskScript = ReadonlyMap<string, TaskAnswer>;

const { answer, rationale } = taskAnswerSchema.shape;
const lineSchema = z.strictObject({ task: z.string().min(1).max(200), answer, rationale });
type Line = z.infer<typeof lineSchema>;

/** The content of a line, and how it is read as a task with its answer. */
export interface ScriptLine {
  readonly schema: z.ZodType<Line>;
  /** In words, for an error. */
  readonly expected: string;
  /** Other ids that lines may have for a task, if it has none under its own. */
  readonly otherTasks?: (task: string) => readonly string[];
}
const plainLine: ScriptLine = {
  schema: lineSchema,
  expected: 'the id of a task, its answer, perhaps a rationale, and nothing else',
};

type Issue = z.ZodError['issues'][number];

/**
 * Reads lines of `{"task": id, "answer": JSON, "rationale": text}`, the last of which may be left
 * out, or those that `line` reads; UTF-8, in any order, empty lines skipped. Every error is
 * `InvalidInput` and names the file, with line and member if known: a line of any other form, and a
 * second one for a task.
 */
export async function readTaskScript(file: string, line = plainLine): Promise<TaskScript> {
  const answers = new Map<string, TaskAnswer>();
  for (const row of jsonlRows(memoryInput(file, await scriptBytes(file)))) {
    const where = `${file}:${row.line}`;
    const { task, ...answer } = checked(row, where, line);
    if (answers.has(task)) {
      const expected = 'one line for each task';
      const found = `${excerpt(task)} again`;
      throw invalidInput('a second line for the same task', { where, expected, found });
    }
    answers.set(task, { kind: 'answer', ...answer });
  }
  return answers;
}

function checked(
  { fields, defect }: RawRow,
  where: string,
  { schema, expected }: ScriptLine,
): Line {
  if (defect !== undefined) throw invalidInput(describeDefect(defect), { where });
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const member = issue === undefined ? undefined : memberOf(issue);
  throw invalidInput('not an answer to a task', {
    where: member === undefined ? where : `${where}: ${printable(member, 80)}`,
    expected,
    found: foundBy(issue, fields, member),
  });
}

function memberOf({ code, path, ...issue }: Issue): string | undefined {
  const keys = code === 'unrecognized_keys' ? (issue as { keys?: string[] }).keys : undefined;
  return keys?.[0] ?? path[0]?.toString();
}

function foundBy(
  issue: Issue | undefined,
  fields: RawRow['fields'],
  member: string | undefined,
): string {
  if (issue?.code === 'custom') return issue.message;
  if (issue?.code === 'too_big') return `more than ${issue.maximum} characters`;
  const found = member !== undefined && Object.hasOwn(fields, member);
  return found ? excerpt(fields[member]) : 'nothing';
}
