/** An agent that decides through a capability, whatever stands behind it: a program, a model, a server. */

import type { CivilDate } from '#values';
import type { SubmittedDecision } from '#contracts';
import type { Capability } from '#tools/tool/capability';
import type { Agent, AskedAt, NoDecision } from '../seat/agent.js';
import type { ToolSeat } from './tool-seat.js';

/** A session is shown where the work has one. */
export type Asked = AskedAt & { readonly session?: CivilDate };
export type Said = SubmittedDecision | NoDecision;

/** A decision from the moment at which it is due. */
export interface CapabilityDecision {
  readonly capability: Capability;
  /** Ends the capability. Once `signal` is aborted nobody waits for the answer any more. */
  settle(signal?: AbortSignal): Promise<Said>;
}

/** Asks for each decision through `open`, and settles its calls before the answer is given. */
export function capabilityAgent(
  { calls }: Pick<ToolSeat, 'calls'>,
  open: (asked: Asked) => CapabilityDecision,
): Agent<Asked, Said> {
  let last: Capability | undefined;
  return {
    answers: 'later',
    decide: async (asked, signal) => {
      const decision = open(asked);
      last = decision.capability;
      const said = await decision.settle(signal);
      if (signal?.aborted !== true) calls?.settle();
      return said;
    },
    calls: () => last?.summary() ?? null,
    close: () => last?.end(),
  };
}
