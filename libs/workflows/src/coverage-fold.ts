/** What due answers ended in, counted over a journal: the same for every workflow. */

import { isPrelude, type DecisionEvent } from '#contracts';
import type { Coverage } from '#contracts/result';

export class CoverageFold {
  private readonly counts = {
    due: 0,
    answered: 0,
    missing: 0,
    invalid: 0,
    late: 0,
    failed: 0,
    forced: 0,
  };

  /** Tool calls behind the answers. */
  toolCalls = 0;

  take(event: DecisionEvent): void {
    if (event.type === 'ToolsCalled') this.toolCalls += event.calls;
    if (isPrelude(event)) return;
    const { counts } = this;
    switch (event.type) {
      case 'DecisionMade':
      case 'AnswerGiven':
      case 'PairDecided':
        counts.answered++;
        break;
      case 'DecisionsUnchanged':
        counts.due += event.count - 1;
        counts.answered += event.count;
        break;
      case 'DecisionMissing':
        counts.missing++;
        break;
      case 'DecisionInvalid':
        counts.invalid++;
        break;
      case 'DecisionLate':
        counts.late++;
        break;
      case 'DecisionFailed':
        counts.failed++;
        break;
      default:
        event satisfies never;
    }
    counts.due++;
  }

  /** A copy of the counts. */
  now(): Coverage {
    return { ...this.counts };
  }
}
