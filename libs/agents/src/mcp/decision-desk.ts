/** The desk of one decision: what is submitted is checked as the run will read it, and the first that holds counts. */

import { invalidInput } from '#values';
import type { SubmittedDecision } from '#contracts';
import type { RunDesk } from '#tools';
import type { NoDecision } from '../seat/agent.js';
import type { ToolSeat } from './tool-seat.js';

/** Opens the desk; `take` gets the decision that counts, at once. */
export function decisionDesk(
  { desk, work, defectOf }: Pick<ToolSeat, 'desk' | 'work' | 'defectOf'>,
  take: (decision: SubmittedDecision) => void,
): RunDesk {
  return {
    ...desk,
    submit: (value) => {
      const decision = decided(work.read(value) as SubmittedDecision | NoDecision);
      const defect = defectOf(decision);
      if (defect !== undefined) throw invalidInput(`the decision is not valid: ${defect}`);
      take(decision);
    },
  };
}

function decided(said: SubmittedDecision | NoDecision): SubmittedDecision {
  switch (said.kind) {
    case 'missing':
    case 'invalid':
    case 'late':
    case 'failed': {
      const why = 'reason' in said ? said.reason : 'nothing was decided';
      throw invalidInput(`the decision is not valid: ${why}`);
    }
    default:
      return said;
  }
}
