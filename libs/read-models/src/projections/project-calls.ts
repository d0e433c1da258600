/** The topic `agent.calls`: each call of each answer once, whether the answer counts or not. */

import { projections } from '../tables.js';
import type { Projection } from './projection.js';

export const projectCalls: Projection<'agent.calls'> = {
  needs: () => undefined,
  fold({ run, asOf, digest, calls }, rows) {
    for (const call of calls) rows.put(projections.toolCalls, { run, asOf, digest, ...call });
  },
};
