/** The topic `scores`: the first figures received for each run. */

import type { RunScored, TasksScored } from '#contracts/streams/runs';
import { projections } from '../tables/tables.js';
import type { Projection } from './projection.js';
import type { RowChanges } from './row-changes.js';

export const projectScores: Projection<'scores'> = {
  needs: () => undefined,
  fold(message, rows) {
    if (message.type === 'RunScored') {
      rows.put(projections.scores, message);
      foldFigures(message, message.metrics, rows);
    } else {
      rows.put(projections.taskScores, message);
      foldFigures(message, message.figures, rows);
    }
  },
};

function foldFigures(
  { run, undefinedBecause }: RunScored | TasksScored,
  figures: Readonly<Record<string, number | null>>,
  rows: RowChanges,
): void {
  for (const [name, value] of Object.entries(figures)) {
    const reason = Object.hasOwn(undefinedBecause, name) ? undefinedBecause[name] : undefined;
    rows.put(projections.metrics, { run, name, value, undefinedBecause: reason ?? null });
  }
}
