import { invariant } from '#values';
import { auditing } from './auditing/auditing-workflow.js';
import { hedging } from './hedging/hedging-workflow.js';
import { insights } from './insights/insights-workflow.js';
import { retrieval } from './retrieval/retrieval-workflow.js';
import { retrievalVerdicts } from './retrieval/judging/verdicts-workflow.js';
import { judging } from './judging/judging-workflow.js';
import { rubrics } from './judging/rubric-workflow.js';
import { movesGrading } from './moves/grading-workflow.js';
import { movesGrounding } from './moves/judgments/grounding.js';
import { moves } from './moves/moves-workflow.js';
import { researchGrading } from './research/grading/grading-workflow.js';
import { research } from './research/research-workflow.js';
import { researchTree } from './research/tree/tree-workflow.js';
import type { TradingPlan } from './workflow/run-plan.js';
import { trading } from './trading/trading-workflow.js';
import { workflowOf, type Market, type Workflows } from './workflow/workflow.js';

export { CoverageFold } from './workflow/coverage-fold.js';
export { isSamePrice, type TapePrices } from './workflow/disputed-price.js';
export { HedgingFold } from './hedging/pair-fold.js';
export { tradingFoldOf } from './hedging/hedging-workflow.js';
export { toolsOf } from './workflow/planned-agent.js';
export { planDigest } from './workflow/plan-digest.js';
export {
  isOpenPlan,
  planOfTasks,
  planOverWindow,
  termsOf,
  type RunPlan,
  type TaskPlan,
  type TradingPlan,
} from './workflow/run-plan.js';
export { TaskFold } from './tasks/task-fold.js';
export { taskWorkflow } from './tasks/task-workflow.js';
export { AnswerTranslator } from './trading/journaled-answer.js';
export { changesKept, type PositionChange } from './trading/folds/order-fold.js';
export { TradeFold } from './trading/folds/trade-fold.js';
export {
  columnsOfTrades,
  tradeAt,
  type Trade,
  type TradeColumns,
} from './trading/folds/trade-table.js';
export {
  TradingFold,
  type BarMarks,
  type Mark,
  type MarkSink,
} from './trading/folds/trading-fold.js';
export { TradingRun } from './trading/trading-run.js';
export { figuresOf, trading, tradingFold } from './trading/trading-workflow.js';
export {
  workflowOf,
  type AnswerEvent,
  type AnswerMarks,
  type AnswerTranslation,
  type JudgedAnswer,
  type JudgedWork,
  type KeepText,
  type Market,
  type PreludeEvent,
  type QuestionTrace,
  type RunFigures,
  type Workflow,
  type WorkflowFold,
  type WorkflowRun,
  type Workflows,
} from './workflow/workflow.js';

/** All workflows of this version. */
export const allWorkflows: Workflows = new Map(
  [
    trading,
    hedging,
    retrieval,
    insights,
    auditing,
    judging,
    rubrics,
    retrievalVerdicts,
    moves,
    movesGrounding,
    movesGrading,
    research,
    researchTree,
    researchGrading,
  ].map((workflow) => [workflow.name, workflow]),
);

/** The market of a plan or scenario that trades. `Invariant` for other work. */
export function marketOf(plan: Pick<TradingPlan, 'workflow'>): Market {
  const { market } = workflowOf(allWorkflows, plan);
  invariant(market !== undefined, 'work over a window trades');
  return market;
}
export type { Company, FundamentalsData, Point } from './retrieval/store/fundamentals-model.js';
export type { AnswerToGrade, GradingStage, StageRun, StageTask } from './workflow/grading-stage.js';
