/**
 * One decision of an agent that may be asked several times: each attempt is opened, worked on, and
 * ended on record.
 */

import {
  canonicalJson,
  corruptJournal,
  excerpt,
  formatCivilDate,
  invariant,
  jsonOf,
} from '#values';
import type { SubmittedDecision } from '#contracts';
import type { FailureClass } from '#contracts/journal/answer-class';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { decisionSchema } from '#contracts/parsing/decision';
import type { EndedAsk, ModelService, OpenAsk } from '#llm';
import type { Capability } from '#tools';
import { oneLine, withoutPaths } from '../seat/failure-text.js';
import type { Asked, DecisionOutcome } from '../mcp/capability-agent.js';
import type { ToolSeat } from '../mcp/tool-seat.js';

export interface Failed {
  readonly class: FailureClass;
  /** Becomes one line, and is journaled if its event has a reason. */
  readonly reason: string;
}

/** Outcome of the work on an attempt; if nothing failed, a decision was submitted. */
export interface AttemptEnd {
  readonly failed: Failed | null;
  readonly notes: string | null;
}

interface AskedDecision {
  readonly config: Pick<
    Extract<AgentConfig, { kind: 'llm' | 'http' }>,
    'id' | 'timeBudgetMs' | 'budget'
  >;
  readonly attempts: number;
  readonly run: ToolSeat['run'];
  readonly asked: Asked;
  readonly models: ModelService;
  /** `provider/model`; null if the agent names no model. */
  readonly model: string | null;
  /** SHA-256 of the prompt as sent; null if the agent uses its own prompt. */
  readonly prompt: string | null;
  /** The decision that counts, once there is one. */
  readonly submitted: () => SubmittedDecision | undefined;
  /** Progress so far, in words, for a decision that is late. */
  readonly progress: () => string;
  /**
   * Milliseconds after the deadline at which the decision is late in any case. More than 0 where
   * the gateway should report it first.
   */
  readonly graceMs: number;
  /** Works on an attempt; `signal` is aborted once the attempt is abandoned. */
  attempt(open: OpenAttempt, signal: AbortSignal): Promise<AttemptEnd>;
}

/** A running attempt. */
export interface OpenAttempt {
  readonly ask: OpenAsk;
  /** From 1. */
  readonly number: number;
  /** By the wall clock: ISO 8601, UTC. */
  readonly deadline: string;
}

/**
 * Asks until there is a decision, or no attempt is left. Abandons the decision once `signal` is
 * aborted: the attempt stays open, and a resumed run continues with it. Throws the errors of
 * the recording.
 */
export async function askDecision(
  decision: AskedDecision,
  signal: AbortSignal = never,
): Promise<DecisionOutcome> {
  const { timeBudgetMs } = decision.config;
  const deadlineMs = Date.now() + timeBudgetMs;
  const deadline = new Date(deadlineMs).toISOString();
  const controller = new AbortController();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<'late' | 'abandoned'>();
  const timer = setTimeout(() => stop('late'), timeBudgetMs + decision.graceMs);
  const abandon = (): void => stop('abandoned');
  signal.addEventListener('abort', abandon);
  if (signal.aborted) abandon();
  try {
    for (let number = 1; ; number++) {
      const ended = await attempted(decision, { number, deadline, stopped, controller });
      if (ended === 'abandoned') return { kind: 'missing' };
      if (isFinal(ended) || number === decision.attempts) return outcomeOf(ended);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abandon);
    controller.abort();
  }
}

interface Attempting {
  readonly number: number;
  readonly deadline: string;
  readonly stopped: Promise<'late' | 'abandoned'>;
  readonly controller: AbortController;
}

async function attempted(
  decision: AskedDecision,
  { number, deadline, stopped, controller }: Attempting,
): Promise<EndedAsk | 'abandoned'> {
  const ask = await decision.models.open(requestOf(decision, number, deadline));
  const started = performance.now();
  const work = decision.attempt({ ask, number, deadline }, controller.signal);
  // If it loses the race, its outcome is ignored.
  work.catch(() => undefined);
  const end = await Promise.race([work, stopped]);
  if (end === 'abandoned') return end;
  // Keeps pending work from making further calls.
  if (end === 'late') controller.abort();
  const submitted = decision.submitted();
  const isLate = end === 'late' && submitted === undefined;
  let failed;
  if (isLate) {
    failed = lateOf(decision);
  } else if (end === 'late') {
    failed = null;
  } else {
    failed = end.failed;
  }
  invariant(
    failed !== null || submitted !== undefined,
    'an attempt without a failure has a decision',
  );
  return ask.end({
    class: failed?.class ?? 'answered',
    reason: failed === null ? null : oneLine(failed.reason),
    decision: failed === null ? canonicalJson(submitted) : null,
    notes: end === 'late' ? null : end.notes,
    durationMs: performance.now() - started,
  });
}

const requestOf = (
  { config, run, asked, model, prompt }: AskedDecision,
  attempt: number,
  deadline: string,
): Parameters<ModelService['open']>[0] => ({
  run: run.id,
  asOf: asked.asOf,
  attempt,
  agent: config.id,
  session: asked.session === undefined ? null : formatCivilDate(asked.session),
  model,
  prompt,
  deadline,
  budget: config.budget ?? {},
});

const lateOf = ({ config, progress }: AskedDecision): Failed => ({
  class: 'late',
  reason: `no decision within ${config.timeBudgetMs} ms: ${progress()}`,
});

/** Whether this attempt is the last: there is a decision, or the time or budget is used up. */
const isFinal = ({ class: answerClass }: EndedAsk): boolean =>
  answerClass === 'answered' || answerClass === 'late' || answerClass === 'limit';

/** The run's answer: the recorded end counts, whatever a repetition produced. */
function outcomeOf(ended: EndedAsk): DecisionOutcome {
  const { class: answerClass, decision } = ended;
  const reason = ended.reason ?? answerClass;
  switch (answerClass) {
    case 'answered':
      return decisionOf(decision);
    case 'late':
      return { kind: 'late', reason, class: answerClass };
    case 'invalid':
      return { kind: 'invalid', reason, class: answerClass };
    case 'provider error':
    case 'tool error':
      return { kind: 'failed', reason, class: answerClass };
    case 'refused':
    case 'truncated':
    case 'limit':
    case 'no answer':
      return { kind: 'missing', class: answerClass };
    default:
      return answerClass satisfies never;
  }
}

function decisionOf(text: string | null): SubmittedDecision {
  const parsed = text === null ? undefined : decisionSchema.safeParse(jsonOf(text));
  if (parsed?.success === true) return parsed.data;
  throw corruptJournal('an attempt was answered without a valid decision', {
    where: 'asks: decision',
    found: text === null ? 'nothing' : excerpt(text),
  });
}

/** Why the last submission was refused, from the record at index `from` on; null if none was. */
export function refusedSubmission({ records, tools }: Capability, from: number): string | null {
  const submits = new Set(tools.filter(({ reads }) => !reads).map(({ name }) => name));
  const refused = records.findLast(
    ({ tool, error }, index) => index >= from && error !== null && submits.has(tool),
  );
  const error = refused?.error ?? null;
  return error === null ? null : oneLine(withoutPaths(error));
}

const never = new AbortController().signal;
