/** The topic `runs`: submissions, runs and cancellations, each once, the first of its key. */

import { projections } from '../tables.js';
import type { Projection } from './projection.js';

export const projectRuns: Projection<'runs'> = {
  needs: () => undefined,
  fold(message, rows) {
    switch (message.type) {
      case 'ScenarioSubmitted': {
        const { submission, tape, scenario, runs } = message;
        rows.put(projections.submissions, { submission, tape, scenario, runs });
        return;
      }
      case 'RunSubmitted': {
        const { run, label, submission, tape, plan } = message;
        rows.put(projections.runs, { run, label, submission, tape, plan });
        return;
      }
      case 'RunCancelled':
        rows.put(projections.cancellations, { run: message.run, reason: message.reason });
    }
  },
};
