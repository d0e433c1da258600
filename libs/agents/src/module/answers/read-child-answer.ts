/** The answer of a module's process to a question, as its work reads it. */

import type { NoDecision } from '../../seat/agent.js';
import type { Work } from '../../seat/work.js';
import { invalid } from './answer.js';
import type { ChildAnswer } from './child-message.js';
import { oneLine, withoutPaths } from '../../seat/failure-text.js';

/** Frozen, so that it can be returned again for an equal answer. */
export function readChildAnswer<Made>(
  message: ChildAnswer,
  work: Pick<Work<never, Made>, 'read'>,
): Made | NoDecision {
  switch (message.kind) {
    case 'answer':
      return Object.freeze(work.read(message.value));
    case 'missing':
      return Object.freeze({ kind: 'missing' });
    case 'unreadable':
      return Object.freeze(invalid(message.reason));
    case 'failed':
      return Object.freeze({ kind: 'failed', reason: oneLine(withoutPaths(message.reason)) });
  }
}
