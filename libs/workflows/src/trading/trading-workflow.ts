/** Trading as a workflow: how its runs are opened, and how their journals are folded. */

import { invariant } from '#values';
import type { AgentKind } from '#contracts/scenario/scenario';
import { measureWithIntervals, type Measurement, type Performance } from '#metrics';
import { symbolPolicies } from '#portfolio';
import { planOverWindow } from '../workflow/run-plan.js';
import type { RunFigures, Workflow, WorkflowFold } from '../workflow/workflow.js';
import { TradingFold } from './folds/trading-fold.js';
import { isPlanned, submissionOf } from '../workflow/planned-agent.js';
import { trading1 } from './trading-prompts.js';
import { tradingPrompts, tradingRules } from './trading-work.js';
import { TradingRun } from './trading-run.js';

export const trading: Workflow = {
  name: 'trading',
  tools: async (_, prompt = null, preset) => {
    const { marketTools, tradingTools } = await import('#tools');
    // Runs of before have the prompt that tells of the account, and the tools of it.
    if (preset === undefined || isPlanned(trading1, prompt)) return [tradingTools, marketTools];
    const { publishedTrading } = await import('#tools/published/published-servers');
    return [publishedTrading, submissionOf(tradingTools)];
  },
  prompts: tradingPrompts,
  market: {
    policies: symbolPolicies,
    baseline: 'buy-and-hold',
    subject: 'portfolio',
    actions: ['BUY', 'SELL'],
  },
  rules: Object.keys(tradingRules) as AgentKind[],
  hasIndependentTasks: false,
  requireTerms: () => undefined,
  openRun(plan, header, cursor) {
    const over = planOverWindow(plan);
    invariant(over !== undefined, 'a trading run has a plan of trading');
    return new TradingRun(over, header, cursor);
  },
  openFold: () => new TradingFold(),
  score: (fold, { seed }) => {
    const own = tradingFold(fold);
    return figuresOf(own, own.performance(), seed);
  },
  // A report draws figures, marks and fills of trading itself.
  sections: () => [],
};

/** The figures of a run with this performance, which is that of its fold. */
export function figuresOf(
  fold: TradingFold,
  performance: Performance,
  seed: number,
): Pick<Measurement, 'drawdown'> & Pick<RunFigures, 'figures'> {
  const { figures, drawdown } = measureWithIntervals(performance, { seed });
  return { figures: { ...figures, ...fold.ownFigures() }, drawdown };
}

/** The fold of a trading run, which has its figures. */
export function tradingFold(fold: WorkflowFold): TradingFold {
  invariant(fold instanceof TradingFold, 'a trading run has a fold of trading');
  return fold;
}
