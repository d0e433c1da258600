/**
 * An agent behind a URL: it receives each decision by POST, with the tools for it, and
 * answers with one.
 */

import type { z } from 'zod';
import { excerpt, isFailure, jsonOf } from '#values';
import type { SubmittedDecision } from '#contracts';
import { expectedOf } from '#contracts/parsing/schema-issue';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { ModelService } from '#llm';
import { defaultCallLimits, type Capability } from '#tools';
import type { Agent } from '../seat/agent.js';
import {
  askDecision,
  refusedSubmission,
  type AttemptEnd,
  type Failed,
  type OpenAttempt,
} from '../attempts/ask-decision.js';
import {
  askedCapability,
  capabilityAgent,
  decisionDesk,
  type Asked,
  type DecisionOutcome,
} from '../mcp/capability-agent.js';
import type { ServedCapability, ToolSeat, ToolService } from '../mcp/tool-seat.js';
import { reasonOf } from '../seat/failure-text.js';
import { decisionRequest, noDecisionSchema, type DecisionRequest } from './decision-request.js';
import { isAway, postJson, type Posted } from './post-json.js';

export type HttpAgentConfig = Extract<AgentConfig, { kind: 'http' }>;

/** Dependencies of such an agent beside its seat. */
interface HttpAgentOptions {
  readonly models: ModelService;
  readonly tools: ToolService;
}

/**
 * Opens the agent of a run, before its first fact. A decision throws the errors of the recording.
 */
export function httpAgent(
  config: HttpAgentConfig,
  seat: ToolSeat,
  options: HttpAgentOptions,
): Agent<Asked, DecisionOutcome> {
  return capabilityAgent(seat, (asked) => new PostedDecision({ config, seat, asked, ...options }));
}

interface Given extends HttpAgentOptions {
  readonly config: HttpAgentConfig;
  readonly seat: ToolSeat;
  readonly asked: Asked;
}

/** UTF-8 bytes of an answer. */
const answerBytesMax = 1024 * 1024;
/**
 * Time for an agent that has submitted through a tool to finish its answer, which is then ignored.
 */
const lingerMs = 5000;

/** One decision, over all its attempts: they share the capability. */
class PostedDecision {
  readonly capability: Capability;
  private readonly decided = Promise.withResolvers<undefined>();
  private submitted: SubmittedDecision | undefined;
  private served: ServedCapability | undefined;

  constructor(private readonly given: Given) {
    const { config, seat, asked } = given;
    this.capability = askedCapability(config, seat, asked, (decision) => this.take(decision));
  }

  async settle(signal: AbortSignal | undefined): Promise<DecisionOutcome> {
    const { config, seat, asked, models } = this.given;
    const decided = askDecision(
      {
        config,
        asked,
        models,
        run: seat.run,
        attempts: config.attempts,
        model: config.model ?? null,
        prompt: null,
        graceMs: 0,
        submitted: () => this.submitted,
        progress: () => `${this.capability.records.length} tool calls`,
        attempt: (open, over) => this.attempt(open, over),
      },
      signal,
    );
    return decided.finally(() => this.served?.end());
  }

  /** The first valid submission counts, by either path. */
  private take(decision: SubmittedDecision): void {
    this.submitted ??= decision;
    this.capability.end();
    this.decided.resolve(undefined);
  }

  private async attempt(open: OpenAttempt, over: AbortSignal): Promise<AttemptEnd> {
    const before = this.capability.records.length;
    const failed = await this.failureOf(open, over, before);
    return { failed: this.submitted === undefined ? failed : null, notes: null };
  }

  /** Why there is no decision; null if there is one. */
  private async failureOf(
    open: OpenAttempt,
    over: AbortSignal,
    before: number,
  ): Promise<Failed | null> {
    const request = await this.request(open);
    const posted = await Promise.race([this.post(request, over), this.decided.promise]);
    if (this.submitted !== undefined || posted === undefined) return null;
    const failed = this.read(posted, before);
    if (failed === null || failed.class === 'invalid') return failed;
    // A refusal of the gateway outranks what the agent made of it.
    return (await open.ask.failure()) ?? failed;
  }

  private async request({ ask, number, deadline }: OpenAttempt): Promise<DecisionRequest> {
    const { config, seat, asked, tools } = this.given;
    this.served ??= await tools.serve(this.capability, { deadline });
    const { model: name } = config;
    const reached =
      name === undefined ? null : { name: modelOf(name), api: ask.api, baseUrl: await ask.reach() };
    return decisionRequest({
      config,
      seat,
      asked,
      deadline,
      attempt: number,
      model: reached,
      limits: config.limits ?? defaultCallLimits,
      toolsUrl: this.served.url,
    });
  }

  private async post(request: DecisionRequest, over: AbortSignal): Promise<Posted | Failed> {
    const { config, models } = this.given;
    const gone = new AbortController();
    const leave = (): void => {
      const wait = this.submitted === undefined ? 0 : lingerMs;
      setTimeout(() => gone.abort(), wait).unref();
    };
    over.addEventListener('abort', leave, { once: true });
    try {
      return await postJson(config.url, request, {
        headers: { 'idempotency-key': request.ask },
        signal: gone.signal,
        bytesMax: answerBytesMax,
      });
    } catch (error) {
      if (models.stopsWhenAway === true && !over.aborted && isAway(error)) throw error;
      const reason = isFailure(error) ? error.message : reasonOf(error);
      return { class: 'provider error', reason };
    } finally {
      over.removeEventListener('abort', leave);
    }
  }

  private read(posted: Posted | Failed, before: number): Failed | null {
    if ('class' in posted) return posted;
    const { status, text } = posted;
    if (status < 200 || status > 299) {
      return { class: 'provider error', reason: `the agent answered with status ${status}` };
    }
    if (text.trim() !== '') return this.readAnswer(text);
    const refused = refusedSubmission(this.capability, before);
    if (refused !== null) return { class: 'invalid', reason: refused };
    return { class: 'no answer', reason: 'the agent answered without a decision' };
  }

  private readAnswer(text: string): Failed | null {
    const value = jsonOf(text);
    if (value === undefined) {
      return { class: 'invalid', reason: `the answer is not valid JSON: found ${excerpt(text)}` };
    }
    const none = noDecisionSchema.safeParse(value);
    if (none.success) return { class: none.data.class, reason: none.data.reason };
    if (isNone(value)) return { class: 'invalid', reason: brokenNone(none.error.issues) };
    try {
      decisionDesk(this.given.seat, (decision) => this.take(decision)).submit(value);
      return null;
    } catch (error) {
      if (!isFailure(error, 'InvalidInput')) throw error;
      return { class: 'invalid', reason: error.message };
    }
  }
}

const isNone = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'none';

function brokenNone([issue]: readonly z.core.$ZodIssue[]): string {
  const where = ['answer', ...(issue?.path ?? [])].join('.');
  const expected = issue === undefined ? 'class and reason' : expectedOf(issue);
  return `${where}: this is no answer of kind none; expected ${expected}`;
}

/** The name under which its provider knows a model. */
const modelOf = (name: string): string => name.slice(name.indexOf('/') + 1);
