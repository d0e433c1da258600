/** A file of tasks: one JSON object per line, validated as a whole before any becomes a fact. */

import { z } from 'zod';
import { excerpt, invalidInput, type Instant } from '#values';
import type { DocumentRef, Task } from '#contracts';
import { knowledgeTimeOfTask } from '../calendar/knowledge-time.js';
import type { FileWarning } from '../findings/check-report.js';
import type { DocumentPlace, FileText } from '../tables/table-location.js';
import type { ByteInput } from '../rows/byte-input.js';
import { knownAtExpected, parseKnownAt } from './known-at.js';
import { linesById } from './lines-by-id.js';
import type { DocumentFolder } from './task-documents.js';

/** A task with the time from which it is known. */
export interface TimedTask {
  readonly knowledgeTime: Instant;
  readonly task: Task;
  /**
   * Hash of its solution, as `solutionHash` has it, with file and line of the task; undefined if
   * the solution may change. Never on a tape.
   */
  readonly bound?: { readonly sha256: string; readonly where: string } | undefined;
}

const text = z.string().refine((value) => value.isWellFormed(), 'not well-formed Unicode');

/** A folder inside that of the data set. */
const folderSchema = text
  .min(1)
  .max(1000)
  .refine(
    (path) =>
      !/[\\:\0]/.test(path) && path.split('/').every((part) => !['', '.', '..'].includes(part)),
    'expected a folder inside that of the data set, such as documents/a',
  );

/** The only members of a line: a solution would be on the tape for every agent to read. */
const taskLine = {
  what: 'task',
  schema: z.strictObject({
    id: text.min(1).max(200),
    instruction: text.min(1).max(20_000),
    inputs: z.record(text.min(1).max(200), text.max(50_000_000)).default({}),
    documents: folderSchema.optional(),
    knownAt: z.string().optional(),
    solutionSha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'a SHA-256 of 64 hex digits')
      .optional(),
  }),
  isQuotable: true,
};

/** Stores the texts of tasks, and reads their folders. */
export interface TaskTexts {
  readonly documents: {
    add(text: string, place: DocumentPlace): DocumentRef;
    addFile(file: FileText): DocumentRef;
  };
  /** Called for each task that has a folder. */
  folder(path: string): DocumentFolder;
  /** Called for files in a folder that do not reach the tape. */
  warn(warning: FileWarning): void;
}

type Inputs = Task['inputs'];

/**
 * Reads the tasks of a file in the order in which they become known; those of one instant keep the
 * order of the file. Tasks without a time are known at `knownAtDefault`; if that is null, before
 * everything else. Inputs go to `texts`, and the fact holds their claims, as well as those of
 * documents in the task's folder known by its time. Throws `InvalidInput` with file, line and
 * member of the first broken task, or for a duplicate id.
 */
export function readTasks(
  input: ByteInput,
  texts: TaskTexts,
  knownAtDefault: Instant | null = null,
): TimedTask[] {
  const tasks: TimedTask[] = [];
  for (const { where, offset, bytes, value } of linesById(input, taskLine)) {
    const { id, instruction, inputs, knownAt, documents: folder, solutionSha256 } = value;
    const knowledgeTime = knowledgeTimeOfTask(instantOf(knownAt, where), knownAtDefault);
    const claims: Inputs = Object.entries(inputs).map(([name, content]) => {
      const place = { input, offset, bytes, path: ['inputs', name] };
      return { name, document: texts.documents.add(content, place) };
    });
    if (folder !== undefined) {
      claims.push(...brought(folder, { knowledgeTime, where, inputs }, texts));
    }
    const task: Task = { kind: 'task', id, instruction, inputs: claims };
    const bound = solutionSha256 === undefined ? {} : { bound: { sha256: solutionSha256, where } };
    tasks.push({ knowledgeTime, task, ...bound });
  }
  return tasks.sort((one, other) => one.knowledgeTime - other.knowledgeTime);
}

/** The documents of a folder as inputs. */
function brought(
  folder: string,
  task: { readonly knowledgeTime: Instant; readonly where: string; readonly inputs: object },
  { documents: index, folder: read, warn }: TaskTexts,
): Inputs {
  const { documents, binary } = read(folder);
  for (const file of binary) warn({ file, what: 'the document is not text and is left out' });
  const known = documents.filter(({ knownAt = 0 }) => knownAt <= task.knowledgeTime);
  const later = documents.length - known.length;
  if (later > 0) {
    const what = 'documents that are known only after their task are left out';
    warn({ file: folder, what, found: `${later} of ${documents.length}` });
  }
  return known.map(({ name, knownAt, file }) => {
    if (Object.hasOwn(task.inputs, name)) {
      const expected = 'a name that no file of its documents has';
      const where = `${task.where}: inputs`;
      throw invalidInput('two inputs share a name', { where, expected, found: excerpt(name) });
    }
    const document = index.addFile(file);
    return { name, document, ...(knownAt !== undefined && { knownAt }) };
  });
}

function instantOf(knownAt: string | undefined, line: string): Instant | null {
  if (knownAt === undefined) return null;
  const instant = parseKnownAt(knownAt);
  if (instant !== undefined) return instant;
  const where = `${line}: knownAt`;
  throw invalidInput('not a time', { where, expected: knownAtExpected, found: excerpt(knownAt) });
}
