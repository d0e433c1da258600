/** The topic `scores`: the figures of each run, the first that came. */

import type { RunScored, TasksScored } from '#contracts/streams/runs';
import { projections } from '../tables/tables.js';
import type { Projection } from './projection.js';
import type { RowChanges } from './row-changes.js';

export const projectScores: Projection<'scores'> = {
  needs: () => undefined,
  fold(message, rows) {
    const { run, journalHash, records, coverage } = message;
    if (message.type === 'RunScored') {
      const { drawdown, intervals, metrics } = message;
      rows.put(projections.scores, { run, journalHash, records, drawdown, intervals, coverage });
      foldFigures(message, metrics, rows);
      return;
    }
    const { workflow, solutions, figures } = message;
    rows.put(projections.taskScores, { run, workflow, journalHash, records, solutions, coverage });
    foldFigures(message, figures, rows);
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
