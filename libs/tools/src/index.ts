export { callsDigest, type CallRecord } from './tool/call-record.js';
export {
  Capability,
  defaultCallLimits,
  type CallLimits,
  type CallOutcome,
} from './tool/capability.js';
export {
  tool,
  type DeskPair,
  type RunDesk,
  type TaskDesk,
  type Tool,
  type ToolContext,
  type ToolSet,
  type TradingDesk,
} from './tool/tool.js';
export type { FactContext } from './auditing/parsed-filing.js';
export { fileTools } from './files/file-tools.js';
export { webTools, type Pages } from './files/web-tools.js';
export { hedgingTools } from './hedging/hedging-tools.js';
export { reportGenerationTools } from './insights/report-generation-tools.js';
export { weeklyMetrics } from './insights/weekly-metrics.js';
export type { WeeklyMetrics } from './insights/weekly-metrics-schema.js';
export { marketTools } from './tapefold/market-tools.js';
export { taskTools } from './tasks/task-tools.js';
export { tradingTools } from './trading/trading-tools.js';
