/** The topic `scores`: the first figures received for each run. */

import { projections } from '../tables/tables.js';
import type { Projection } from './projection.js';

export const projectScores: Projection<'scores'> = {
  needs: () => undefined,
  fold({ run, figures, workflow = null, solutions = null, drawdown = null, ...score }, rows) {
    rows.put(projections.scores, { ...score, run, workflow, solutions, drawdown });
    for (const [name, figure] of Object.entries(figures)) {
      const reason = figure.value === null ? figure.reason : null;
      const interval = (figure.value !== null && figure.interval) || null;
      const { value } = figure;
      rows.put(projections.metrics, { run, name, value, undefinedBecause: reason, interval });
    }
  },
};
