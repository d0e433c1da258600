/** Tasks and solutions as a data set has them: tasks are read once, solutions whenever they are asked for. */

import type { Instant } from '#values';
import type { Solutions } from '#contracts/task-terms';
import type { Dataset } from '../dataset.js';
import type { DocumentIndex } from '../documents/document-index.js';
import type { ByteInput } from '../rows/byte-input.js';
import type { TextLocation } from '../tables/table-location.js';
import { readSolutions } from './solution-file.js';
import { readTasks, type TimedTask } from './task-file.js';

export interface TaskFiles {
  readonly location: TextLocation;
  /** When tasks without a time of their own are known; null: before everything else. */
  readonly knownAt: Instant | null;
  readonly solutions: TextLocation | null;
}

/** The tasks of `input`, an open file, whose texts go to `documents`. The file of solutions stays closed. */
export function datasetTasks(
  { knownAt, solutions }: TaskFiles,
  input: ByteInput,
  documents: DocumentIndex,
): Pick<Dataset, 'solutions'> & { tasks(): readonly TimedTask[] } {
  let read: readonly TimedTask[] | undefined;
  const tasks = (): readonly TimedTask[] => (read ??= readTasks(input, documents, knownAt));
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
  return { tasks, solutions: readAnew };
}
