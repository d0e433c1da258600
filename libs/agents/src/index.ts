export type {
  AccountView,
  Agent,
  AgentContext,
  Answer,
  AskedAt,
  HistoryNeed,
  NoDecision,
  Observation,
  Pair,
  PairAgent,
  PairObservation,
  PairPosition,
  SaidOfPair,
  SaidOfTask,
  TaskAgent,
  TaskContext,
  TaskObservation,
} from './agent.js';
export { historyNeed } from './history-need.js';
export { mcpAgent, seatCapability, type McpAgentConfig } from './mcp/mcp-agent.js';
export type {
  DecisionDue,
  KeepCalls,
  ServedCapability,
  ToolSeat,
  ToolService,
} from './mcp/tool-seat.js';
export type { ModuleAgentOptions } from './module/open-module-agent.js';
export { httpAgent, type HttpAgentConfig } from './http/http-agent.js';
export { saysAway } from './http/post-json.js';
export { modelAgent, type LlmAgentConfig } from './llm/model-agent.js';
export { promptOf, type Prompt } from './llm/prompt.js';
export { settingsOf, type LlmSettings } from './llm/settings.js';
export {
  agentKinds,
  isPairRule,
  isRepeatable,
  isServed,
  isServedAgent,
  noModels,
  noTools,
  openAgent,
  type ServedKind,
} from './open-agent.js';
export { openPairAgent } from './open-pair-agent.js';
export { openTaskAgent } from './open-task-agent.js';
