/** A file of tasks: one JSON object a line, checked whole before any of it becomes a fact. */

import { z } from 'zod';
import { excerpt, invalidInput, parseInstant, type Instant } from '#values';
import type { Task } from '#contracts';
import type { DocumentIndex } from '../documents/document-index.js';
import { knowledgeTimeOfTask } from '../knowledge-time.js';
import type { ByteInput } from '../rows/byte-input.js';
import { describeDefect } from '../rows/row-defect.js';
import { jsonlRows, type RawRow } from '../rows/text-rows.js';

/** A task with the time from which it may be asked. */
export interface TimedTask {
  readonly knowledgeTime: Instant;
  readonly task: Task;
}

const text = z.string().refine((value) => value.isWellFormed(), 'not well-formed Unicode');

/** What a line may say, and nothing else: a solution would be on the tape for every agent to read. */
const lineSchema = z.strictObject({
  id: text.min(1).max(200),
  instruction: text.min(1).max(20_000),
  inputs: z.record(text.min(1).max(200), text.max(50_000_000)).default({}),
  knownAt: z.string().optional(),
});

/**
 * Reads the tasks of a file in the order in which they become known; those of one instant stay in the order of the
 * file, and those without a time are known before everything else. Inputs go to `documents`, and the fact has their
 * claims. `InvalidInput` names file, line and member of the first that is broken, and an id that comes twice.
 */
export function readTasks(input: ByteInput, documents: Pick<DocumentIndex, 'add'>): TimedTask[] {
  const tasks: TimedTask[] = [];
  const lines = new Map<string, number>();
  for (const row of jsonlRows(input)) {
    const where = `${input.name} line ${row.line}`;
    const { id, instruction, inputs, knownAt } = checked(row, where);
    const earlier = lines.get(id);
    if (earlier !== undefined) {
      const expected = 'an id that no other task has';
      const found = `${excerpt(id)}, which is that of line ${earlier}`;
      throw invalidInput('two tasks of one id', { where: `${where}: id`, expected, found });
    }
    lines.set(id, row.line);
    const claims = Object.entries(inputs).map(([name, content]) => {
      return { name, document: documents.add(content) };
    });
    const task: Task = { kind: 'task', id, instruction, inputs: claims };
    tasks.push({ knowledgeTime: knowledgeTimeOfTask(instantOf(knownAt, where)), task });
  }
  return tasks.sort((one, other) => one.knowledgeTime - other.knowledgeTime);
}

function checked({ fields, defect }: RawRow, where: string): z.infer<typeof lineSchema> {
  if (defect !== undefined) throw invalidInput(describeDefect(defect), { where });
  const parsed = lineSchema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.');
  throw invalidInput('the task is not as a task is written', {
    where: path === '' ? where : `${where}: ${path}`,
    expected:
      unknown === undefined ? (issue?.message ?? '') : 'id, instruction, inputs, knownAt alone',
    found: excerpt(valueAt(fields, issue?.path ?? [])),
  });
}

function instantOf(knownAt: string | undefined, where: string): Instant | null {
  if (knownAt === undefined) return null;
  const instant = parseInstant(knownAt, null);
  if (instant !== undefined && instant > 0) return instant;
  throw invalidInput('not a time', {
    where: `${where}: knownAt`,
    expected: 'an instant with its offset, such as 2025-03-03T15:00:00Z, behind 1970',
    found: excerpt(knownAt),
  });
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
