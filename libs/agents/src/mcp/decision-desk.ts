/** The desk of one decision: what is submitted is checked as the run will read it, and the first that holds counts. */

import { excerpt, invalidInput } from '#values';
import type { SubmittedDecision } from '#contracts';
import { decisionSchema } from '#contracts/decision';
import { expectedOf } from '#contracts/schema-issue';
import { valueAt } from '#contracts/value-at';
import type { RunDesk } from '#tools';
import type { ToolSeat } from './tool-seat.js';

/** Opens the desk; `take` gets the decision that counts, at once. */
export function decisionDesk(
  { desk, defectOf }: Pick<ToolSeat, 'desk' | 'defectOf'>,
  take: (decision: SubmittedDecision) => void,
): RunDesk {
  return {
    ...desk,
    submit: (value) => {
      const decision = parsed(value);
      const defect = defectOf(decision);
      if (defect !== undefined) throw invalidInput(`the decision is not valid: ${defect}`);
      take(decision);
    },
  };
}

function parsed(value: unknown): SubmittedDecision {
  const result = decisionSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined) throw invalidInput('the decision is not valid');
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const found = valueAt(value, path);
  throw invalidInput('the decision is not valid', {
    where: ['decision', ...path].join('.'),
    expected: expectedOf(issue),
    found: found === undefined ? 'nothing' : excerpt(found),
  });
}
