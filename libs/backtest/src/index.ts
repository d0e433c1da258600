export { runBacktest, type BacktestOutcome, type FinishedRun, type PlannedRun } from './run-backtest.js';
export type { RunPlan } from './run-plan.js';
