/** Hedging as a workflow: how its runs are opened, and how their journals are folded. */

import { invariant } from '#values';
import type { AgentKind } from '#contracts/scenario/scenario';
import { pairPolicies } from '#portfolio';
import { planOverWindow, type TradingPlan } from '../workflow/run-plan.js';
import { TradingFold } from '../trading/folds/trading-fold.js';
import { trading } from '../trading/trading-workflow.js';
import { hedging1 } from '../trading/trading-prompts.js';
import { isPlanned, submissionOf } from '../workflow/planned-agent.js';
import type { Workflow } from '../workflow/workflow.js';
import { HedgingFold } from './pair-fold.js';
import { HedgingRun } from './hedging-run.js';
import { pairPrompts, pairRules } from './pair-work.js';

export const hedging: Workflow = {
  ...trading,
  name: 'hedging',
  prompts: pairPrompts,
  market: {
    policies: pairPolicies,
    decide: 'session-close',
    baseline: 'pair-hold',
    subject: 'pair',
    submitsAll: true,
    fillsTogether: true,
    actions: ['LONG_SHORT', 'SHORT_LONG'],
  },
  rules: Object.keys(pairRules) as AgentKind[],
  tools: async (_, prompt = null, preset) => {
    const { hedgingTools, marketTools } = await import('#tools');
    if (preset === undefined || isPlanned(hedging1, prompt)) return [hedgingTools, marketTools];
    const { publishedHedging } = await import('#tools/published/published-servers');
    return [publishedHedging(), submissionOf(hedgingTools)];
  },
  openRun(plan, header, cursor) {
    const over = planOverWindow(plan);
    invariant(over !== undefined, 'a hedging run has a plan of trading');
    return new HedgingRun(over, header, cursor);
  },
  openFold: () => new HedgingFold(),
};

/** The fold of a trading run, in either of the two workflows. */
export const tradingFoldOf = ({ workflow }: Pick<TradingPlan, 'workflow'>): TradingFold =>
  workflow === 'hedging' ? new HedgingFold() : new TradingFold();
