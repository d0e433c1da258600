/** Tasks and solutions as a data set has them: tasks are read once, solutions whenever they are asked for. */

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
import { linesById } from '../tasks/lines-by-id.js';
import { readDocumentFolder, type DocumentFolder } from '../tasks/task-documents.js';
import { readTasks, type TaskTexts, type TimedTask } from '../tasks/task-file.js';

export interface TaskFiles {
  readonly location: TextLocation;
  /** When tasks without a time of their own are known; null: before everything else. */
  readonly knownAt: Instant | null;
  readonly solutions: TextLocation | null;
  /** The folder of the data set, where tasks find their documents; undefined where it has none. */
  readonly root: string | undefined;
}

export interface DatasetTasks extends Pick<Dataset, 'solutions'> {
  tasks(): readonly TimedTask[];
  /** What is left out of the folders of documents; call it once the tasks are read. */
  warnings(): readonly FileWarning[];
  /** Hash of the documents that reach the tape; undefined where no task brings any. */
  documentsHash(): string | undefined;
}

/** Those of a data set that has none. */
export const noTasks: DatasetTasks = {
  tasks: () => [],
  solutions: () => null,
  warnings: () => [],
  documentsHash: () => undefined,
};

/** The tasks of `input`, an open file, whose texts go to `documents`. The file of solutions stays closed. */
export function datasetTasks(
  { knownAt, solutions, root }: TaskFiles,
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
  // Not remembered: a data set may be open for long, and a solution that was mended does not make it another.
  const readAnew = (): Solutions | null => {
    if (solutions === null) return null;
    const known = tasks();
    const opened = solutions.open();
    try {
      return readSolutions(opened, known);
    } finally {
      opened.close();
    }
  };
  const documentsHash = (): string | undefined => {
    try {
      const all = tasks();
      return folders.size === 0 ? undefined : canonicalHash(all.map(({ task }) => task.inputs));
    } catch (error) {
      // No document of a broken file of tasks reaches a tape.
      if (isFailure(error, 'InvalidInput')) return undefined;
      throw error;
    }
  };
  return { tasks, solutions: readAnew, warnings: () => [...warnings.values()], documentsHash };
}

/**
 * The scan with findings about tasks and solutions: a broken file of tasks is an error, as every broken file that runs
 * read; one of solutions, or none where one is named, a warning, and only where they are wanted: runs do without them.
 */
export function withTasks(
  scan: DatasetScan,
  { location, solutions }: TaskFiles,
  dataset: DatasetTasks,
  wanted: { readonly solutions: boolean },
): DatasetScan {
  // A log of its own: sources refuse what the log of the scan holds, whether tasks are wanted or not.
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

/** Far more than an answer needs, and little to walk through. */
const solutionDepthMax = 64;

const solutionLine = {
  what: 'solution',
  schema: z.strictObject({
    id: z.string(),
    solution: z
      .unknown()
      // A member that is not there is undefined here; JSON has no such value.
      .refine((solution) => solution !== undefined, 'any JSON')
      .refine(
        (solution) => isNestedWithin(solution, solutionDepthMax),
        `at most ${solutionDepthMax} objects and lists within each other`,
      ),
  }),
  isQuotable: false,
};

/**
 * Reads the solutions of a file; a task may have none. `InvalidInput` names file, line and member of the first that is
 * broken, an id that no task has, and one that comes twice. No message quotes a solution.
 */
export function readSolutions(input: ByteInput, tasks: readonly TimedTask[]): Solutions {
  const ids = new Set(tasks.map(({ task }) => task.id));
  const byTask = new Map<string, unknown>();
  for (const { where: line, value } of linesById(input, solutionLine)) {
    const { id, solution } = value;
    if (!ids.has(id)) {
      const where = `${line}: id`;
      const expected = 'the id of a task of the data set';
      throw invalidInput('there is no task of this id', { where, expected, found: excerpt(id) });
    }
    byTask.set(id, solution);
  }
  return { sha256: hashOfInput(input), byTask };
}
