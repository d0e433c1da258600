/**
 * An agent that follows a rule of its workflow, and works through the tools of each question
 * like any other.
 */

import { invalidInput } from '#values';
import type { SubmittedDecision } from '#contracts';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { Agent } from '../seat/agent.js';
import {
  askedCapability,
  capabilityAgent,
  type Asked,
  type CapabilityDecision,
  type DecisionOutcome,
} from '../mcp/capability-agent.js';
import type { ToolSeat } from '../mcp/tool-seat.js';
import { reasonOf } from '../seat/failure-text.js';

type RuleAgentConfig = Extract<AgentConfig, { kind: 'rule' }>;

/**
 * Opens the agent of a run, before its first fact. `InvalidInput` if the workflow has no such rule.
 */
export function ruleAgent(config: RuleAgentConfig, seat: ToolSeat): Agent<Asked, DecisionOutcome> {
  const { toolRules } = seat;
  if (!Object.hasOwn(toolRules, config.rule)) {
    const where = `agents, ${config.id}: rule`;
    const expected = Object.keys(toolRules).join(', ');
    throw invalidInput('no such rule', { where, expected: expected || 'none', found: config.rule });
  }
  const rule = toolRules[config.rule]!;
  return capabilityAgent(seat, (asked): CapabilityDecision => {
    let submitted: SubmittedDecision | undefined;
    const take = (decision: SubmittedDecision): void => void (submitted = decision);
    const capability = askedCapability(config, seat, asked, take);
    const call = (tool: string, args: object): unknown => {
      const outcome = capability.call(tool, args);
      if (outcome.error !== null) throw invalidInput(outcome.error);
      return outcome.value;
    };
    const settle = async (): Promise<DecisionOutcome> => {
      try {
        await rule({ question: seat.work.posted(asked), config: config.config, call });
        return submitted ?? { kind: 'missing' };
      } catch (error) {
        return { kind: 'failed', reason: reasonOf(error) };
      }
    };
    return { capability, settle };
  });
}
