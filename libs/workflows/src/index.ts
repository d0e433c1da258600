export { CoverageFold } from './coverage-fold.js';
export { planDigest } from './plan-digest.js';
export type { RunPlan } from './run-plan.js';
export { AnswerTranslator, type KeepText } from './trading/journalled-answer.js';
export type { PositionChange } from './trading/order-fold.js';
export { TradingFold } from './trading/trading-fold.js';
export { TradingRun } from './trading/trading-run.js';
export { noEvents, type AnswerEvent, type WorkflowRun } from './workflow.js';
