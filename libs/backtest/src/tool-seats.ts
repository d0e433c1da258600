/** The seat of an agent that works through tools, in a run that is open. */

import { invalidInput } from '#values';
import type { KeepCalls, ToolSeat } from '#agents';
import type { Cursor } from '#market-view';
import type { RunPlan, Workflow, WorkflowRun } from '#workflows';

export interface SeatedRun {
  readonly plan: RunPlan;
  readonly workflow: Workflow;
  readonly opened: WorkflowRun;
  readonly cursor: Cursor;
  readonly calls: KeepCalls | undefined;
}

/** `InvalidInput` where the work offers no tools. */
export async function seatOf(run: SeatedRun): Promise<ToolSeat> {
  const { plan, workflow, opened, cursor, calls } = run;
  const { desk } = opened;
  if (desk === null || workflow.tools === null) {
    throw invalidInput('the workflow offers no tools', {
      where: `agents, ${plan.agent.id}: kind`,
      expected: 'an agent of another kind',
      found: plan.agent.kind,
    });
  }
  const translation = opened.translation();
  return {
    run: { id: plan.id, label: plan.label },
    sets: await workflow.tools(),
    view: cursor.view,
    desk,
    defectOf: (decision) => {
      const event = translation.eventOf(decision);
      return event.type === 'DecisionInvalid' ? event.reason : undefined;
    },
    calls,
  };
}
