/** What a check finds in the files of tasks and solutions, besides what a pass over the tables found. */

import { isFailure } from '#values';
import type { DatasetTasks, TaskFiles } from './dataset-tasks.js';
import type { DatasetScan } from '../sources/dataset-scan.js';
import { defectOfFailure, FindingLog } from '../findings/finding-log.js';

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
