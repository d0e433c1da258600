/** From folded journals of trading to the published result: metrics, intervals, coverage, difference from baseline. */

import { formatCivilDate, formatInstant, invariant } from '#values';
import type { ExecutionPolicy, TapeHeader } from '#contracts';
import type { RunResult, TradingResult } from '#contracts/result';
import type { DecideAt, TradingScenario } from '#contracts/scenario';
import { intervals, measure, pairedDifference, type Performance } from '#metrics';
import type { TradingPlan, TradingFold } from '#workflows';

export interface MeasuredRun {
  readonly plan: TradingPlan;
  readonly fold: TradingFold;
  readonly journalHash: string;
}

/** The result of a scenario whose runs are all finished. `Invariant` when they do not share one tape. */
export function resultOf(
  scenario: TradingScenario,
  header: TapeHeader,
  runs: readonly MeasuredRun[],
): TradingResult {
  const [first] = runs;
  const closed = first?.fold.closed;
  invariant(first !== undefined && closed !== undefined, 'a result has runs, and they are closed');
  const same = runs.every(({ fold }) => fold.closed?.tapeHash === closed.tapeHash);
  invariant(same, 'the runs of a scenario share one tape');
  const performances = new Map(runs.map(({ plan, fold }) => [plan.label, fold.performance()]));
  return {
    schemaVersion: 1,
    scenario: {
      ...describeScenario(scenario, header, first.plan.decide),
      notes: notesOn(header, first.plan.policy),
    },
    tape: { id: header.id, hash: closed.tapeHash, facts: closed.facts },
    runs: runs.map((run) => {
      const performance = performances.get(run.plan.label) as Performance;
      const baseline = baselineOf(scenario, runs, run.plan);
      const against = baseline && {
        agent: baseline.agent.id,
        performance: performances.get(baseline.label) as Performance,
      };
      return runResult(run, performance, against);
    }),
  };
}

function describeScenario(
  scenario: TradingScenario,
  header: TapeHeader,
  decide: DecideAt,
): Omit<TradingResult['scenario'], 'notes'> {
  return {
    name: scenario.name,
    data: header.dataset,
    synthetic: header.synthetic,
    window: scenario.window,
    workflow: scenario.workflow,
    symbols: scenario.symbols,
    portfolio: scenario.portfolio,
    capital: scenario.capital,
    currency: header.instruments[0]?.currency ?? '',
    decide,
    calendar: header.calendar,
    priceBasis: header.priceBasis,
    dateRule: header.dateRule,
    seed: scenario.seed,
    repeats: scenario.repeats,
  };
}

/** Sentences on what the data cannot say, or says too well. */
function notesOn(header: TapeHeader, policy: ExecutionPolicy): string[] {
  const notes: string[] = [];
  if (header.synthetic) notes.push('The data is synthetic: a program made it.');
  if (header.priceBasis === 'adjusted') {
    notes.push(
      'Prices are adjusted with factors that were known only later: levels, not returns, know the future.',
    );
  }
  if (header.priceBasis !== 'raw' && policy.dividends !== 'ignore') {
    notes.push(
      `Dividends are not booked: the policy says ${policy.dividends}, but prices are ${header.priceBasis}.`,
    );
  }
  if (header.dateRule === 'herculean-date') {
    notes.push('News and filings carry only dates: they count as known at that session’s close.');
  }
  return notes;
}

/** The baseline's run on the same symbols and repeat; undefined for the baseline itself. */
function baselineOf(
  scenario: TradingScenario,
  runs: readonly MeasuredRun[],
  plan: TradingPlan,
): TradingPlan | undefined {
  const baseline =
    scenario.baseline ?? scenario.agents.find((agent) => agent.kind === 'buy-and-hold')?.id;
  if (baseline === undefined || plan.agent.id === baseline) return undefined;
  return runs.find(
    ({ plan: other }) =>
      other.agent.id === baseline &&
      other.repeat === plan.repeat &&
      other.symbols[0] === plan.symbols[0],
  )?.plan;
}

/** One run's figures. The bootstrap is seeded with the run's id: the same run, the same intervals. */
export function runResult(
  { plan, fold, journalHash }: MeasuredRun,
  performance: Performance,
  against: { agent: string; performance: Performance } | undefined,
): RunResult {
  const { metrics, undefinedBecause, drawdown } = measure(performance);
  const { agent } = plan;
  return {
    run: plan.label,
    runId: plan.id,
    agent: agent.id,
    symbol: plan.portfolio ? null : (plan.symbols[0] as string),
    repeat: plan.repeat,
    policy: plan.policy,
    journalHash,
    trusted: agent.kind === 'module' && agent.trusted,
    metrics,
    undefinedBecause,
    drawdown,
    intervals: intervals(performance, { seed: plan.id }),
    againstBaseline: against === undefined ? null : compared(performance, against, plan.id),
    coverage: fold.coverage.now(),
    denied: fold.orders.denied,
    rowsDropped: fold.rowsDropped,
    positionChanges: [...fold.orders.positionChanges()].map(
      ({ session, time, symbol, position }) => ({
        date: plan.decide === 'bar' ? formatInstant(time) : formatCivilDate(session),
        symbol,
        position,
      }),
    ),
  };
}

function compared(
  performance: Performance,
  baseline: { agent: string; performance: Performance },
  seed: string,
): RunResult['againstBaseline'] {
  const { difference, interval } = pairedDifference(performance, baseline.performance, { seed });
  if (difference.value === null) return null;
  return { baseline: baseline.agent, difference: difference.value, interval };
}
