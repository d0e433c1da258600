/**
 * Live runs on trades, quotes and bars in parts: a market as a feed delivers it, a policy, and
 * drawn decisions.
 */

import fc from 'fast-check';
import { seededRandom } from '#values';
import type { Agent } from '#agents';
import type { ExecutionPolicy } from '#contracts';
import type { MarketView } from '#market-view';
import { drawnDecision } from './drawn-decision.js';
import { asLive, earlyCloseDate } from './generated-live.js';
import {
  firstDate,
  lengthOfBars,
  marketOf,
  marketShapes,
  type Market,
} from './generated-market.js';
import type { MemoryJournal } from './memory-journal.js';
import { planOf, runShapes, type RunShape } from './planned-run.js';
import { runsOfAgents } from './runs-of-agents.js';

/** Without slippage, so that each fill is at the price of a fact. */
const livePolicies: fc.Arbitrary<ExecutionPolicy> = fc.record({
  name: fc.constant('drawn'),
  version: fc.constant(1),
  fill: fc.constantFrom(
    'next-trade',
    'next-trade',
    'next-quote',
    'next-quote',
    'next-open',
    'next-close',
  ),
  hold: fc.constantFrom('keep', 'flat'),
  short: fc.boolean(),
  size: fc.constantFrom('all-in' as const, 'weights' as const, { fraction: 0.4 }, { shares: 7 }),
  lotSize: fc.constantFrom(0, 0, 1, 10),
  feeBps: fc.constantFrom(0, 1, 250),
  slippageBps: fc.constant(0),
  borrowBpsPerYear: fc.constantFrom(0, 250),
  dividends: fc.constantFrom('ignore', 'cash', 'reinvest'),
  liquidate: fc.constant(false),
  basis: fc.constant('capital' as const),
  latencyMs: fc.constantFrom(0, 250, 3_600_000),
  participation: fc.constantFrom(0.01, 0.1, 1),
});

export interface Live {
  readonly market: Market;
  readonly shape: RunShape;
  /** From the begin of a bar to its end. */
  readonly barLength: number;
  readonly seed: number;
  readonly slow: boolean;
}

/** What is drawn and shrunk; the rest of a live run follows from it. */
export const drawnLives = fc.record({
  market: marketShapes(8),
  policy: livePolicies,
  shape: runShapes,
  seed: fc.nat(),
  slow: fc.boolean(),
});

export const liveOf = ({ market, policy, shape, ...rest }: DrawnLive): Live => ({
  ...rest,
  market: asLive(
    marketOf({
      ...market,
      tradePrice: 'close',
      ticks: 3 + 4 * (market.seed % 4),
      from: market.seed % 3 === 0 ? earlyCloseDate : firstDate,
    }),
    market.seed,
  ),
  shape: { ...shape, policy },
  barLength: lengthOfBars(market),
});

export type DrawnLive = typeof drawnLives extends fc.Arbitrary<infer T> ? T : never;

/** How long an answer took: mostly nothing to speak of, sometimes hours. */
export const tookMsAt =
  ({ slow, seed }: Live) =>
  (asOf: number): number =>
    slow ? ([0, 40, 9000, 7_200_000][seededRandom(seed + asOf).below(4)] as number) : 0;

/** The journal of decisions that are drawn at each as-of. */
export async function journalOf(
  live: Live,
  delivery: Parameters<typeof runsOfAgents>[0]['delivery'],
  market = live.market,
): Promise<MemoryJournal> {
  const plan = planOf(market, { id: 'drawn', kind: 'buy-and-hold' }, live.shape);
  const open = (view: MarketView): Agent => ({
    history: { bars: null },
    answers: 'at once',
    close: () => undefined,
    decide: ({ asOf }) =>
      drawnDecision(live.seed + asOf, plan.symbols, (symbol) =>
        plan.symbols.includes(symbol) ? view.lastPrice(symbol) : null,
      ),
  });
  const run = { plan, history: null, open, repeats: false, tookMs: tookMsAt(live) };
  const [journal] = await runsOfAgents({
    market,
    delivery,
    runs: [run],
    documents: market.documents,
    kept: null,
  });
  return journal as MemoryJournal;
}
