/** Trading as a workflow: how its runs are opened, and how their journals are folded. */

import { invariant } from '#values';
import type { AgentKind } from '#contracts/scenario/scenario';
import { intervals, measure } from '#metrics';
import { symbolPolicies } from '#portfolio';
import { isTradingPlan } from '../workflow/run-plan.js';
import type { Workflow, WorkflowFold } from '../workflow/workflow.js';
import { TradingFold } from './folds/trading-fold.js';
import { tradingPrompts, tradingRules } from './trading-work.js';
import { TradingRun } from './trading-run.js';

export const trading: Workflow = {
  name: 'trading',
  tools: async () => {
    const { marketTools, tradingTools } = await import('#tools');
    return [tradingTools, marketTools];
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
    invariant(isTradingPlan(plan), 'a trading run has a plan of trading');
    return new TradingRun(plan, header, cursor);
  },
  openFold: () => new TradingFold(),
  score: (fold, { seed }) => {
    const performance = tradingFold(fold).performance();
    const drawn = intervals(performance, { seed });
    return { kind: 'trading', ...measure(performance), intervals: drawn };
  },
  // A report draws figures, marks and fills of trading itself.
  sections: () => [],
};

/** The fold of a trading run, which has its figures. */
export function tradingFold(fold: WorkflowFold): TradingFold {
  invariant(fold instanceof TradingFold, 'a trading run has a fold of trading');
  return fold;
}
