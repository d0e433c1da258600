/**
 * An agent that decides through a capability, for any kind behind it: a program, a model, a server.
 */

import { invalidInput, type CivilDate } from '#values';
import type { SubmittedDecision } from '#contracts';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { RunDesk } from '#tools';
import { Capability, type CapabilityOptions } from '#tools/tool/capability';
import type { Agent, AskedAt, NoDecision } from '../seat/agent.js';
import type { ToolSeat } from './tool-seat.js';

/** A session is shown if the work has one. */
export type Asked = AskedAt & { readonly session?: CivilDate };
export type DecisionOutcome = SubmittedDecision | NoDecision;

/** Takes the decision that counts, at once. */
export type Take = (decision: SubmittedDecision) => void;

/** A decision from the moment when it is due. */
export interface CapabilityDecision {
  readonly capability: Capability;
  /** Aborting `signal` abandons the answer. */
  settle(signal?: AbortSignal): Promise<DecisionOutcome>;
}

/** Asks for each decision through `open`, and settles its calls before the answer is returned. */
export function capabilityAgent(
  { calls }: Pick<ToolSeat, 'calls'>,
  open: (asked: Asked) => CapabilityDecision,
): Agent<Asked, DecisionOutcome> {
  let last: Capability | undefined;
  return {
    answers: 'later',
    decide: async (asked, signal) => {
      const decision = open(asked);
      last = decision.capability;
      const outcome = await decision.settle(signal).finally(() => decision.capability.end());
      if (signal?.aborted !== true) calls?.settle();
      return outcome;
    },
    calls: () => last?.summary() ?? null,
    close: () => last?.end(),
  };
}

type Limited = Pick<Extract<AgentConfig, { kind: 'mcp' }>, 'limits'>;

/**
 * The capability over a run as it is now, for one decision; the same for a decision
 * that is repeated.
 */
export function seatCapability(
  { limits }: Limited,
  seat: Pick<ToolSeat, 'sets' | 'view' | 'desk' | 'work' | 'defectOf'>,
  { take, ...options }: Pick<CapabilityOptions, 'now' | 'onCall'> & { readonly take: Take },
): Capability {
  const { sets, view } = seat;
  const desk = decisionDesk(seat, (decision) => {
    capability.end();
    take(decision);
  });
  const given = limits === undefined ? {} : { limits };
  const capability = new Capability({ sets, context: { view, desk }, ...given, ...options });
  return capability;
}

/** The capability of an agent that is asked now: its calls are kept. */
export const askedCapability = (
  config: Limited,
  seat: ToolSeat,
  { asOf }: Asked,
  take: Take,
): Capability =>
  seatCapability(config, seat, {
    now: () => performance.now(),
    take,
    onCall: (record, text) => seat.calls?.keep(asOf, record, text),
  });

/**
 * The desk of one decision: a submission is checked as the run will read it, and the first
 * valid one counts.
 */
export function decisionDesk(
  { desk, work, defectOf }: Pick<ToolSeat, 'desk' | 'work' | 'defectOf'>,
  take: Take,
): RunDesk {
  return {
    ...desk,
    submit: (value) => {
      const decision = decided(work.read(value) as DecisionOutcome);
      const defect = defectOf(decision);
      if (defect !== undefined) throw invalidInput(`the decision is not valid: ${defect}`);
      take(decision);
    },
  };
}

function decided(outcome: DecisionOutcome): SubmittedDecision {
  switch (outcome.kind) {
    case 'missing':
    case 'invalid':
    case 'late':
    case 'failed': {
      const why = 'reason' in outcome ? outcome.reason : 'nothing was decided';
      throw invalidInput(`the decision is not valid: ${why}`);
    }
    default:
      return outcome;
  }
}
