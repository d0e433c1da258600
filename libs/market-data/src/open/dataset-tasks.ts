/** Tasks and solutions of a data set: tasks are read once, solutions on every request. */

import { z } from 'zod';
import { canonicalHash, excerpt, invalidInput, isFailure, type Instant } from '#values';
import { isNestedWithin } from '#contracts/parsing/nesting';
import type { Solutions } from '#contracts/scenario/task-terms';
import type { FileWarning } from '../findings/check-report.js';
import { defectOfFailure, FindingLog } from '../findings/finding-log.js';
import type { DatasetScan } from '../sources/dataset-scan.js';
import type { Dataset } from '../dataset/dataset.js';
import type { DocumentIndex } from '../documents/document-index.js';
import { hashOfInput, type ByteInput } from '../rows/byte-input.js';
import type { TextLocation } from '../tables/table-location.js';
import type { DataOrigin } from '../manifest/dataset-origin.js';
import { requireBound, statedHash } from '../tasks/bound-solutions.js';
import { linesById } from '../tasks/lines-by-id.js';
import { readDocumentFolder, type DocumentFolder } from '../tasks/task-documents.js';
import { readTasks, type TaskTexts, type TimedTask } from '../tasks/task-file.js';

export interface TaskFiles {
  readonly location: TextLocation;
  /** When tasks without a time of their own are known; null: before everything else. */
  readonly knownAt: Instant | null;
  readonly solutions: TextLocation | null;
  /** A data set that follows from a result has one: its solutions are bound. */
  readonly origin?: DataOrigin | undefined;
  /** The folder of the data set, where tasks find their documents; undefined if it has none. */
  readonly root: string | undefined;
}

export interface DatasetTasks extends Pick<Dataset, 'solutions'> {
  tasks(): readonly TimedTask[];
  /** Files skipped in the folders of documents; call it after the tasks are read. */
  warnings(): readonly FileWarning[];
  /** Hash of the documents that reach the tape; undefined without documents. */
  documentsHash(): string | undefined;
}

/** For a data set without tasks. */
export const noTasks: DatasetTasks = {
  tasks: () => [],
  solutions: () => null,
  warnings: () => [],
  documentsHash: () => undefined,
};

/** Where a manifest that names no file of solutions lacks one. */
const namesNone = { file: 'dataset.yaml: tasks.solutions', lines: new Map(), stated: undefined };

/**
 * The tasks of `input`, an open file, whose texts go to `documents`. The file of
 * solutions stays closed.
 */
export function datasetTasks(
  { knownAt, solutions, origin, root }: TaskFiles,
  input: ByteInput,
  documents: DocumentIndex,
): DatasetTasks {
  let read: readonly TimedTask[] | undefined;
  const folders = new Map<string, DocumentFolder>();
  const warnings = new Map<string, FileWarning>();
  const texts: TaskTexts = {
    documents,
    // Tasks may share a folder: it is read once.
    folder: (path) => {
      const known = folders.get(path) ?? readDocumentFolder(root, path);
      folders.set(path, known);
      return known;
    },
    warn: (warning) => warnings.set(JSON.stringify(warning), warning),
  };
  const tasks = (): readonly TimedTask[] => (read ??= readTasks(input, texts, knownAt));
  // Not cached: a data set may be open for long, and a corrected solution does not
  // change its identity.
  const readAnew = (): Solutions | null => {
    if (solutions === null) {
      if (origin !== undefined) requireBound(tasks(), new Map(), namesNone);
      return null;
    }
    const known = tasks();
    const opened = solutions.open();
    try {
      return readSolutions(opened, known, origin?.stated);
    } finally {
      opened.close();
    }
  };
  const documentsHash = (): string | undefined => {
    try {
      const all = tasks();
      return folders.size === 0 ? undefined : canonicalHash(all.map(({ task }) => task.inputs));
    } catch (error) {
      // Documents of a broken task file never reach a tape.
      if (isFailure(error, 'InvalidInput')) return undefined;
      throw error;
    }
  };
  return { tasks, solutions: readAnew, warnings: () => [...warnings.values()], documentsHash };
}

/**
 * The scan plus findings about tasks and solutions: a broken task file is an error, like every
 * broken file that runs read; a broken or missing file of solutions is a warning, and only if
 * requested: runs do not need solutions.
 */
export function withTasks(
  scan: DatasetScan,
  { location, solutions }: TaskFiles,
  dataset: DatasetTasks,
  wanted: { readonly solutions: boolean },
): DatasetScan {
  // A separate log: sources reject what the log of the scan holds, whether tasks are
  // requested or not.
  const log = new FindingLog();
  log.take(scan.log, { warnings: true });
  try {
    dataset.tasks();
  } catch (error) {
    if (!isFailure(error, 'InvalidInput')) throw error;
    const { line, defect } = defectOfFailure(error);
    log.error(location.name, line, defect);
    return { ...scan, log };
  }
  for (const { file, ...defect } of dataset.warnings()) log.warning(file, 0, defect);
  if (!wanted.solutions) return { ...scan, log };
  try {
    dataset.solutions();
  } catch (error) {
    if (!isFailure(error, 'InvalidInput') && !isFailure(error, 'Unavailable')) throw error;
    const { line, defect } = defectOfFailure(error);
    log.warning(solutions?.name ?? '', line, defect);
  }
  return { ...scan, log };
}

/** Far more than an answer needs, and cheap to traverse. */
const solutionDepthMax = 64;

const solutionLine = {
  what: 'solution',
  schema: z.strictObject({
    id: z.string(),
    solution: z
      .unknown()
      // A missing member is undefined here; JSON has no such value.
      .refine((solution) => solution !== undefined, 'any JSON')
      .refine(
        (solution) => isNestedWithin(solution, solutionDepthMax),
        `at most ${solutionDepthMax} objects and lists within each other`,
      ),
  }),
  isQuotable: false,
};

/**
 * Reads the solutions of a file; a task may have none. Throws `InvalidInput` with file, line and
 * member of the first broken one, an id without a task, a duplicate id, or a solution that is not
 * the one that its task names. Messages never quote a solution.
 */
export function readSolutions(
  input: ByteInput,
  tasks: readonly TimedTask[],
  stated?: DataOrigin['stated'],
): Solutions {
  const ids = new Set(tasks.map(({ task }) => task.id));
  const byTask = new Map<string, unknown>();
  const lines = new Map<string, string>();
  for (const { where: line, value } of linesById(input, solutionLine)) {
    const { id, solution } = value;
    if (!ids.has(id)) {
      const where = `${line}: id`;
      const expected = 'the id of a task of the data set';
      throw invalidInput('no task has this id', { where, expected, found: excerpt(id) });
    }
    byTask.set(id, solution);
    lines.set(id, line);
  }
  requireBound(tasks, byTask, { file: input.name, lines, stated: stated?.member });
  const isRestated = stated !== undefined && statedHash(byTask, stated.member) !== stated.sha256;
  const sha256 = hashOfInput(input);
  return { sha256, byTask, ...(isRestated && { restated: stated.member }) };
}
