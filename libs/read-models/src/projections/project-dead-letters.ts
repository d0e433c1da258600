/** The topic `dead-letters`: each broken message once, whoever came upon it first. */

import { projections } from '../tables.js';
import type { Projection } from './projection.js';

export const projectDeadLetters: Projection<'dead-letters'> = {
  needs: () => undefined,
  fold({ topic, partition, offset, key, reason, value, size }, rows) {
    rows.put(projections.deadLetters, { topic, partition, offset, key, reason, value, size });
  },
};
