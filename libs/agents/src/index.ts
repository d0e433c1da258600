export type {
  AccountView,
  Agent,
  AgentContext,
  Answer,
  AskedAt,
  NoDecision,
  Observation,
  Pair,
  PairAgent,
  PairObservation,
  PairPosition,
  PairReply,
  TaskReply,
  TaskAgent,
  TaskObservation,
} from './seat/agent.js';
export { mcpAgent } from './mcp/mcp-agent.js';
export { seatCapability } from './mcp/capability-agent.js';
export type { DecisionDue, KeepCalls, ToolSeat, ToolService } from './mcp/tool-seat.js';
export type { ModuleAgentOptions } from './module/agent/open-module-agent.js';
export { httpAgent } from './http/http-agent.js';
export { ruleAgent } from './rule/rule-agent.js';
export { isUnreachable } from './http/post-json.js';
export { modelAgent, type LlmAgentConfig } from './llm/model-agent.js';
export { promptOf } from './llm/prompt.js';
export { noModels, noTools, openAgent } from './open-agent.js';
export type { Work } from './seat/work.js';
export type { ModuleConfig } from './module/agent/open-module-agent.js';
export type { SignalRow } from './signals/signal-rows.js';
