/**
 * An external agent that works through tools: it is served a capability for each decision, and
 * submits through one.
 */

import { formatCivilDate, formatInstant } from '#values';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { Capability } from '#tools';
import type { Agent, NoDecision } from '../seat/agent.js';
import { reasonOf } from '../seat/failure-text.js';
import {
  askedCapability,
  capabilityAgent,
  type Asked,
  type DecisionOutcome,
} from './capability-agent.js';
import type { DecisionDue, ServedCapability, ToolSeat, ToolService } from './tool-seat.js';

type McpAgentConfig = Extract<AgentConfig, { kind: 'mcp' }>;

/** Opens the agent of a run, before its first fact. */
export function mcpAgent(
  config: McpAgentConfig,
  seat: ToolSeat,
  service: ToolService,
): Agent<Asked, DecisionOutcome> {
  return capabilityAgent(seat, (asked) => new OpenDecision({ config, seat, service }, asked));
}

interface Given {
  readonly config: McpAgentConfig;
  readonly seat: ToolSeat;
  readonly service: ToolService;
}

/** One decision from the moment when it is due until it is made, or too late. */
class OpenDecision {
  readonly capability: Capability;
  private readonly submitted = Promise.withResolvers<DecisionOutcome>();
  private served: ServedCapability | undefined;

  constructor(
    private readonly given: Given,
    private readonly asked: Asked,
  ) {
    const { resolve } = this.submitted;
    this.capability = askedCapability(given.config, given.seat, asked, resolve);
  }

  /** Serves the capability, announces it, and waits. Aborting `signal` abandons the answer. */
  async settle(signal: AbortSignal = never): Promise<DecisionOutcome> {
    const { service, config } = this.given;
    const { timeBudgetMs, post } = config;
    const deadline = new Date(Date.now() + timeBudgetMs).toISOString();
    const ended = new AbortController();
    const timer = setTimeout(() => this.submitted.resolve(this.late()), timeBudgetMs);
    const abandon = (): void => this.submitted.resolve(abandoned);
    signal.addEventListener('abort', abandon);
    try {
      this.served = await service.serve(this.capability, { deadline });
      const due = this.due(this.served.url, deadline);
      const announced = Promise.resolve(service.announce(due, { post, signal: ended.signal }));
      announced.catch((error: unknown) => this.fail(error));
      return await this.submitted.promise;
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error) };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
      ended.abort();
      this.served?.end();
    }
  }

  private fail(error: unknown): void {
    const reason = `the agent could not be notified that the decision is due: ${reasonOf(error)}`;
    this.submitted.resolve({ kind: 'failed', reason });
  }

  private late(): NoDecision {
    const { timeBudgetMs } = this.given.config;
    const calls = this.capability.records.length;
    const made = calls === 1 ? '1 tool call' : `${calls} tool calls`;
    const seen = calls > 0 || this.served?.isListed === true ? made : 'its tools were never listed';
    return { kind: 'late', reason: `no decision within ${timeBudgetMs} ms: ${seen}` };
  }

  private due(url: string, deadline: string): DecisionDue {
    const { asked } = this;
    const { seat, config } = this.given;
    const { asOf, time, session } = asked;
    const { workflow, symbols } = seat.desk;
    return {
      type: 'decision-due',
      run: seat.run.id,
      label: seat.run.label,
      agent: config.id,
      workflow,
      symbols,
      asOf,
      time: formatInstant(time),
      session: session === undefined ? null : formatCivilDate(session),
      url,
      deadline,
    };
  }
}

const never = new AbortController().signal;
const abandoned: NoDecision = Object.freeze({ kind: 'missing' });
