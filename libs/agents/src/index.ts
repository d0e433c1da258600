export type {
  AccountView,
  Agent,
  AgentContext,
  Answer,
  AskedAt,
  HistoryNeed,
  NoDecision,
  Observation,
} from './agent.js';
export { historyNeed } from './history-need.js';
export type { ModuleAgentOptions } from './module/open-module-agent.js';
export { agentKinds, isRepeatable, openAgent } from './open-agent.js';
