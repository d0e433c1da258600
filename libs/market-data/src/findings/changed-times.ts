/**
 * What a data set meant before the rules of times that this version has, where it relies on them.
 */

import type { CheckReport } from './check-report.js';

/** As much of a data set as this needs. */
interface CheckedDataset {
  check(): Promise<CheckReport>;
  readonly recorded?: true;
}

/**
 * A line on bars that end with their session although their length runs past it; undefined if there
 * are none, as in daily and minute bars. Ends that a file gives itself are never moved, so
 * `stamp: end` states what is meant.
 */
export async function changedTimes(dataset: CheckedDataset): Promise<string | undefined> {
  // A recording has the ends that its feed sent.
  if (dataset.recorded === true) return undefined;
  const { files } = await dataset.check();
  const cut = files.flatMap(({ file, times, calendars = times === undefined ? [] : [times] }) => {
    const bars = calendars.reduce((sum, { endWithSession }) => sum + endWithSession, 0);
    return bars === 0 ? [] : [{ file, bars }];
  });
  const [first] = cut;
  if (first === undefined) return undefined;
  const bars = cut.reduce((sum, one) => sum + one.bars, 0);
  const where = cut.length === 1 ? first.file : `${first.file} and ${cut.length - 1} more`;
  const which = bars === 1 ? '1 bar' : `${bars} bars`;
  return (
    `times of bars changed: ${which} of ${where} would run past the close of a session, and now ` +
    'end with it; before, they ended by their length, in the next session. To keep that, give ' +
    'ends: stamp: end, without barMinutes'
  );
}
