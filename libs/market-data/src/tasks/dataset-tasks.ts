/** Tasks and solutions as a data set has them: tasks are read once, solutions whenever they are asked for. */

import { canonicalHash, isFailure, type Instant } from '#values';
import type { Solutions } from '#contracts/task-terms';
import type { FileWarning } from '../check/check-report.js';
import type { Dataset } from '../dataset.js';
import type { DocumentIndex } from '../documents/document-index.js';
import type { ByteInput } from '../rows/byte-input.js';
import type { TextLocation } from '../tables/table-location.js';
import { readSolutions } from './solution-file.js';
import { readDocumentFolder, type DocumentFolder } from './task-documents.js';
import { readTasks, type TaskTexts, type TimedTask } from './task-file.js';

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
      return folders.size > 0
        ? canonicalHash(all.map(({ task: { inputs } }) => inputs))
        : undefined;
    } catch (error) {
      // No document of a broken file of tasks reaches a tape.
      if (isFailure(error, 'InvalidInput')) return undefined;
      throw error;
    }
  };
  return { tasks, solutions: readAnew, warnings: () => [...warnings.values()], documentsHash };
}
