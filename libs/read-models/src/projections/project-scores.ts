/** The topic `scores`: the figures of each run, the first that came. */

import { projections } from '../tables.js';
import type { Projection } from './projection.js';

export const projectScores: Projection<'scores'> = {
  needs: () => undefined,
  fold(
    { run, journalHash, records, drawdown, intervals, coverage, metrics, undefinedBecause },
    rows,
  ) {
    rows.put(projections.scores, { run, journalHash, records, drawdown, intervals, coverage });
    for (const [name, value] of Object.entries(metrics)) {
      const reason = Object.hasOwn(undefinedBecause, name) ? undefinedBecause[name] : undefined;
      rows.put(projections.metrics, { run, name, value, undefinedBecause: reason ?? null });
    }
  },
};
