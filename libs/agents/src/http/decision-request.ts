/** What an HTTP agent is posted, and what it may answer. Docs: docs/reference/http-agent.md. */

import { formatCivilDate, formatInstant } from '#values';
import { z } from 'zod';
import { answerClasses } from '#contracts/journal/answer-class';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { CallLimits } from '#tools';
import type { Asked } from '../mcp/capability-agent.js';
import type { ToolSeat } from '../mcp/tool-seat.js';

/** The form of what is posted; its workflow adds what is to be decided on. */
export interface DecisionRequest {
  readonly type: 'decision-request';
  /** The version of this form. */
  readonly version: 1;
  /**
   * Names the attempt: the same when it is asked again, after a crash or in a replay. Also
   * `Idempotency-Key`.
   */
  readonly ask: string;
  readonly run: string;
  readonly label: string;
  readonly agent: string;
  readonly workflow: string;
  readonly symbols: readonly string[];
  readonly asOf: number;
  /** From 1. */
  readonly attempt: number;
  /** ISO 8601, UTC, of the market. */
  readonly time: string;
  readonly session: string | null;
  /** MCP over streamable HTTP; the token in it opens the tools of this decision alone. */
  readonly tools: { readonly url: string } & CallLimits;
  /**
   * The model that it reaches through the recording gateway; null where its
   * configuration names none.
   */
  readonly model: {
    readonly name: string;
    readonly api: string | null;
    /** The paths of the provider's API are below it. No key is needed. */
    readonly baseUrl: string;
  } | null;
  readonly budget: {
    /** Milliseconds for the decision, all attempts together. */
    readonly timeMs: number;
    /** By the wall clock: ISO 8601, UTC. */
    readonly deadline: string;
    readonly modelCalls: number | null;
    readonly tokens: number | null;
    readonly usd: number | null;
  };
}

const statedClasses = answerClasses.filter(
  (name) => name !== 'answered' && name !== 'late' && name !== 'invalid',
);

/** Instead of a decision: why there is none. */
export const noDecisionSchema = z.strictObject({
  kind: z.literal('none'),
  class: z.enum(statedClasses).default('no answer'),
  reason: z.string().max(2000).default('the agent made no decision'),
});

interface Requested {
  readonly config: Pick<Extract<AgentConfig, { kind: 'http' }>, 'id' | 'timeBudgetMs' | 'budget'>;
  readonly seat: Pick<ToolSeat, 'run' | 'desk' | 'work'>;
  readonly asked: Asked;
  readonly attempt: number;
  readonly deadline: string;
  readonly limits: CallLimits;
  readonly toolsUrl: string;
  readonly model: DecisionRequest['model'];
}

export function decisionRequest(requested: Requested): DecisionRequest {
  const { config, seat, asked, attempt, deadline, limits, toolsUrl, model } = requested;
  const { run, desk, work } = seat;
  const { symbols, workflow } = desk;
  const { asOf, time, session } = asked;
  const { decision } = config.budget ?? {};
  return {
    type: 'decision-request',
    version: 1,
    ask: askId(run.id, asOf, attempt),
    run: run.id,
    label: run.label,
    agent: config.id,
    workflow,
    symbols: [...symbols],
    asOf,
    attempt,
    time: formatInstant(time),
    session: session === undefined ? null : formatCivilDate(session),
    ...work.posted(asked),
    tools: { url: toolsUrl, calls: limits.calls, bytes: limits.bytes },
    model,
    budget: {
      timeMs: config.timeBudgetMs,
      deadline,
      modelCalls: decision?.calls ?? null,
      tokens: decision?.tokens ?? null,
      usd: decision?.usd ?? null,
    },
  };
}

const askId = (run: string, asOf: number, attempt: number): string => `${run}-${asOf}-${attempt}`;
