/**
 * Measures of a finished run that trades: its own figures, and what a comparison and a
 * report need from it.
 */

import { formatCivilDate, formatInstant, type Instant } from '#values';
import type { JournalEventOf } from '#contracts';
import { isTrusted } from '#contracts/agents/agent-kinds';
import type { AnswerClass } from '#contracts/journal/answer-class';
import type { RunResult } from '#contracts/result/result';
import type { AnswerRuns, Performance } from '#metrics';
import type { ReportFills, ReportLegs } from '#report';
import {
  changesKept,
  figuresOf,
  type PositionChange,
  type TradeColumns,
  type TradingFold,
  type TradingPlan,
} from '#workflows';
import type { TableState } from '../run-folder/derived-file.js';

interface Measured {
  readonly performance: Performance;
  readonly journalHash: string;
  /** Names a moment; without it moments are instants. */
  readonly dateOf?: (time: Instant) => string;
}

/** Small, and made of plain data: threads send it to each other. */
export interface MeasuredRun {
  readonly plan: TradingPlan;
  /** Without the difference from the baseline, which is another run. */
  readonly result: RunResult;
  readonly performance: Performance;
  readonly answers: AnswerRuns;
  /** At each mark. */
  readonly cash: Float64Array;
  readonly fills: ReportFills;
  readonly trades: TradeColumns;
  /** In hedging: the contribution of each leg up to each mark, currency. */
  readonly legs?: ReportLegs;
  /** For a run without an end, its values as if it ended here. */
  readonly closed: JournalEventOf<'RunClosed'>;
  /** Whether the run has no end yet. */
  readonly open: boolean;
  /** Outcomes of the due decisions. */
  readonly classes: Readonly<Record<AnswerClass, number>>;
  /** Orders that were scaled to the available cash, and those of them from weights. */
  readonly scaled: number;
  readonly weightsScaled: number;
  /** Orders from weights that were denied because there was no cash. */
  readonly weightsUnpaid: number;
  /**
   * The largest sum of them at one instant, and the first symbol beside them that was held
   * without a price.
   */
  readonly unpaidSum: number;
  readonly unpaidBeside: string | null;
  /** Cancellations that named no waiting order, and the first such name. */
  readonly cancelsIgnored: number;
  readonly firstIgnored: string | null;
  /** Files that were derived along with it. */
  readonly tables: readonly TableState[];
}

/** One run's figures. The bootstrap uses the scenario's seed, so that its runs share resamples. */
export function runResult(
  plan: TradingPlan,
  fold: TradingFold,
  { performance, journalHash, dateOf = formatInstant }: Measured,
): RunResult {
  const { figures, drawdown } = figuresOf(fold, performance, plan.baseSeed);
  const { agent } = plan;
  const open = fold.standing?.() ?? null;
  const { chosen } = fold;
  return {
    run: plan.label,
    runId: plan.id,
    agent: agent.id,
    symbol: plan.portfolio ? null : (plan.symbols[0] as string),
    repeat: plan.repeat,
    policy: plan.policy,
    journalHash,
    trusted: isTrusted(agent),
    figures,
    ...(drawdown === null ? {} : { drawdown }),
    againstBaseline: null,
    coverage: fold.coverage.now(),
    ...fold.coverage.reasons.named(dateOf),
    ...(fold.coverage.toolCalls > 0 ? { toolCalls: fold.coverage.toolCalls } : {}),
    // A journal does not record gaps in its data: `withDataFindings` adds them if the data
    // set is at hand.
    dataCoverage: null,
    warnings: null,
    warningCount: null,
    denied: fold.orders.denied,
    cancelled: fold.orders.cancelled,
    rowsDropped: fold.rowsDropped,
    ...(fold.feedGaps > 0 ? { feedGaps: fold.feedGaps } : {}),
    positionChangeCount: fold.orders.changes,
    positionChanges: changesOf(plan, fold),
    ...(open === null ? {} : { open }),
    ...(chosen === undefined ? {} : { pair: chosen && { ...chosen, index: null } }),
  };
}

function changesOf({ decide }: TradingPlan, { orders }: TradingFold): RunResult['positionChanges'] {
  // A run with more has them in positions.csv alone.
  if (orders.changes > changesKept) return null;
  const dateOf = ({ session, time }: PositionChange): string =>
    decide === 'bar' ? formatInstant(time) : formatCivilDate(session);
  return orders.positionChanges().map((change) => {
    const { symbol, position } = change;
    return { date: dateOf(change), symbol, position };
  });
}
