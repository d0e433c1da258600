/** The topic `runs`: submissions, runs and cancellations, the first of each key. */

import { projections } from '../tables/tables.js';
import type { Projection } from './projection.js';

export const projectRuns: Projection<'runs'> = {
  needs(message, needs) {
    if (message.type !== 'ScenarioSubmitted') return;
    needs.need(projections.submissions, message.submission);
  },
  fold(message, rows) {
    switch (message.type) {
      case 'ScenarioSubmitted': {
        const { submission, runs, data = null } = message;
        // Keeps the runs of the row that stays.
        if (rows.get(projections.submissions, submission) !== undefined) return;
        rows.put(projections.submissions, { ...message, data });
        for (const [index, run] of runs.entries()) {
          rows.put(projections.submissionRuns, { submission, run, position: index + 1 });
        }
        return;
      }
      case 'RunSubmitted':
        rows.put(projections.runs, message);
        return;
      case 'RunCancelled':
        rows.put(projections.cancellations, message);
    }
  },
};
