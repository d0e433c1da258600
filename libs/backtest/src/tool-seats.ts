/** The seat of an agent that works through tools, in a run that is open. */

import type { KeepCalls, ToolSeat } from '#agents';
import type { Cursor } from '#market-view';
import { termsOf, type RunPlan, type Workflow, type WorkflowRun } from '#workflows';

export interface SeatedRun {
  readonly plan: RunPlan;
  readonly workflow: Workflow;
  readonly opened: WorkflowRun;
  readonly cursor: Cursor;
  readonly calls: KeepCalls | undefined;
}

export async function seatOf(run: SeatedRun): Promise<ToolSeat> {
  const { plan, workflow, opened, cursor, calls } = run;
  const { desk } = opened;
  const translation = opened.translation();
  return {
    run: { id: plan.id, label: plan.label },
    toolRules: workflow.toolRules ?? {},
    sets: await workflow.tools(termsOf(plan)),
    view: cursor.view,
    work: opened.work,
    desk,
    defectOf: (decision) => {
      const event = translation.eventOf(decision);
      return event.type === 'DecisionInvalid' ? event.reason : undefined;
    },
    calls,
  };
}
