/**
 * From measured runs of trading to the published result: the figures of each, and the difference
 * from its baseline.
 */

import { type CivilDate, excerpt, formatCivilDate, invariant } from '#values';
import type { ExecutionPolicy, TapeHeader } from '#contracts';
import { isRepeatable } from '#contracts/agents/agent-kinds';
import { valueOf } from '#contracts/result/figures';
import {
  resultVersion,
  type MissingRun,
  type Result,
  type ResultScenario,
  type RunResult,
} from '#contracts/result/result';
import type { TradingScenario } from '#contracts/scenario/scenario';
import { calendarNameOf } from '#contracts/facts/calendar-name';
import { type ComparedAgent, comparisonOf, pairedDifference } from '#metrics';
import { fillsAtTicks, fillsInParts } from '#portfolio';
import { marketOf, type TradingPlan } from '#workflows';
import type { TradingComparison } from '#contracts/result/comparison';
import type { MeasuredRun } from './measured-run.js';
import { frameworksOf } from './frameworks-of.js';

/**
 * The result of finished runs; `missing` names those of the scenario that did not finish.
 * `Invariant` when the runs do not share one tape.
 */
export function resultOf(
  scenario: TradingScenario,
  header: TapeHeader,
  runs: readonly MeasuredRun[],
  missing: readonly MissingRun[] = [],
): Result {
  const [first] = runs;
  invariant(first !== undefined, 'a result has runs');
  const { closed } = first;
  const same = runs.every((run) => run.closed.tapeHash === closed.tapeHash);
  invariant(same, 'the runs of a scenario share one tape');
  const baselines = baselinesOf(scenario, runs);
  const comparison = comparedRuns(scenario, runs, missing);
  return {
    schemaVersion: resultVersion,
    scenario: {
      ...describeScenario(scenario, header, first),
      notes: [
        ...notesOnEnd(scenario, first),
        ...notesOn(header, first.plan.policy),
        ...notesOnIdleness(runs),
        ...notesOnScaling(runs),
        ...notesOnWeights(runs),
        ...notesOnCancels(runs),
      ],
    },
    tape: { id: header.id, hash: closed.tapeHash, facts: closed.facts },
    runs: runs.map((run) => {
      const baseline = baselines.get(cellOf(run.plan));
      const isOther = baseline !== undefined && baseline.plan.agent.id !== run.plan.agent.id;
      return { ...run.result, againstBaseline: isOther ? compared(run, baseline) : null };
    }),
    missingRuns: [...missing],
    ...(comparison === null ? {} : { comparison }),
    sections: [],
  };
}

function describeScenario(
  scenario: TradingScenario,
  header: TapeHeader,
  { plan: { decide }, open, closed }: MeasuredRun,
): Omit<ResultScenario, 'notes'> {
  return {
    name: scenario.name,
    data: header.dataset,
    synthetic: header.synthetic,
    window: reachedWindow(scenario, closed.lastSession),
    ...(open ? { open } : {}),
    workflow: scenario.workflow,
    market: {
      symbols: scenario.symbols,
      portfolio: scenario.portfolio,
      capital: scenario.capital,
      currency: header.instruments[0]?.currency ?? '',
      decide,
      calendar: calendarNameOf(header),
      priceBasis: header.priceBasis,
    },
    dateRule: header.dateRule,
    seed: scenario.seed,
    repeats: scenario.repeats,
  };
}

/** The window as far as it goes: without an end it extends to its last closed session. */
function reachedWindow(
  { window: { from, to } }: TradingScenario,
  lastSession: CivilDate | null,
): NonNullable<ResultScenario['window']> {
  if (to !== 'open') return { from, to };
  return { from, to: lastSession === null ? from : formatCivilDate(lastSession) };
}

/** For a window without an end: how far the figures extend. */
function notesOnEnd({ window }: TradingScenario, { open, closed }: MeasuredRun): string[] {
  if (window.to !== 'open') return [];
  if (closed.lastSession === null) {
    return ['No session has closed in the runs yet: figures are measured at session closes.'];
  }
  if (!open) return [];
  return [
    'The runs have no end yet: the figures are those of an end at the last session that they ' +
      'reached.',
  ];
}

/** Sentences on what the data cannot show, or makes look too good. */
function notesOn(header: TapeHeader, policy: ExecutionPolicy): string[] {
  const notes: string[] = [];
  if (header.synthetic) notes.push('The data is synthetic: a program made it.');
  if (header.priceBasis === 'adjusted') {
    notes.push(
      'Prices are adjusted with factors that were known only later: levels, not returns, know ' +
        'the future.',
    );
  }
  if (header.closeOnly === true) {
    const what = 'The data has closes alone: open, high and low are the close';
    notes.push(`${what}, so fills at the open, stops and targets are not real.`);
  }
  if (header.adjusted === 'vendor') {
    notes.push('adj_close is the vendor’s (adjusted: vendor): its factors know later dividends.');
  }
  if (header.priceBasis !== 'raw' && policy.dividends !== 'ignore') {
    notes.push(
      `Dividends are not booked: the policy says ${policy.dividends}, but prices are ` +
        `${header.priceBasis}.`,
    );
  }
  if (policy.fill === 'decision-close') notes.push(noteOnFills(policy));
  if (header.dateRule === 'herculean-date') {
    notes.push('News and filings carry only dates: they count as known at that session’s close.');
  }
  return notes;
}

/** For fills at a price that was known when the order was placed. */
function noteOnFills({ name, feeBps, slippageBps }: ExecutionPolicy): string {
  const cost = feeBps === 0 && slippageBps === 0 ? ', at no cost' : '';
  const fills =
    `With the policy ${name}, a market order fills at the close that the agent saw when it ` +
    `decided${cost}.`;
  return `${fills} No trader can do that: read the figures as a best case.`;
}

/**
 * Why nothing happened, if it can be determined: no bar to decide at, or no trade or
 * quote to fill at.
 */
function notesOnIdleness(runs: readonly MeasuredRun[]): string[] {
  const { policy, decide } = (runs[0] as MeasuredRun).plan;
  if (decide === 'bar' && runs.every(({ result }) => result.coverage.due === 0)) {
    const what = 'No decision was due: the scenario decides at bars, and no bar was completed.';
    return [`${what} A feed of trades or quotes makes bars only if its description has \`bars\`.`];
  }
  const isEmpty = runs.every(({ result }) => valueOf(result.figures, 'fills') === 0);
  if (!fillsAtTicks(policy) || !isEmpty) return [];
  const [what, one] = policy.fill === 'next-trade' ? ['trades', 'trade'] : ['quotes', 'quote'];
  const sizes =
    (policy.participation ?? 0) > 0 ? ` A ${one} that states no size fills nothing.` : '';
  return [
    `No order was filled: under the policy ${policy.name}, orders fill at ${what} and never at ` +
      `bars.${sizes}`,
  ];
}

/**
 * The first surprise for an agent of weights: the symbols that its decision does not name still
 * hold their money.
 */
function notesOnWeights(runs: readonly MeasuredRun[]): string[] {
  // The weights of a built-in rule are not its user's to change.
  const ownWeights = runs.filter(({ plan }) => !isRepeatable(plan.agent));
  const unpaid = ownWeights.reduce((sum, run) => sum + run.weightsUnpaid, 0);
  const stuck = ownWeights.find(
    (run) => run.unpaidBeside !== null && !fillsInParts(run.plan.policy),
  );
  const isScaled = ownWeights.some(({ weightsScaled }) => weightsScaled > 0);
  if (unpaid === 0 && !isScaled && stuck === undefined) return [];
  const orders = `${unpaid} ${unpaid === 1 ? 'order' : 'orders'} from weights could not be paid`;
  const what = unpaid === 0 ? 'Purchases were cut to the cash that there was' : orders;
  const sum = Math.max(...ownWeights.map((run) => run.unpaidSum));
  const added =
    `weights added up to ${Number(sum.toPrecision(9))}, signs ` + 'aside, and nothing is lent';
  if (sum > 1 + 1e-9) return [`${what}: ${added}.`];
  if (stuck === undefined) {
    return [
      `${what}: a symbol that weights do not name keeps its position, unless \`rest\` is flat.`,
    ];
  }
  return [
    `${what}: ${stuck.unpaidBeside} was held and could not be sold in a session without a bar.`,
  ];
}

/** Orders that were filled for less than requested. */
function notesOnScaling(runs: readonly MeasuredRun[]): string[] {
  const scaled = runs.reduce((sum, run) => sum + run.scaled, 0);
  if (scaled === 0) return [];
  const orders = scaled === 1 ? '1 order' : `${scaled} orders`;
  const what = 'for more cash than there was, and filled with what it paid';
  return [`${orders} asked ${what}: those of one decision are scaled by one factor.`];
}

/** Cancellations of orders that had ended, or never existed. */
function notesOnCancels(runs: readonly MeasuredRun[]): string[] {
  const ignored = runs.reduce((sum, run) => sum + run.cancelsIgnored, 0);
  const first = runs.find((run) => run.firstIgnored !== null)?.firstIgnored;
  if (typeof first !== 'string') return [];
  const cancellations = `${ignored} ${ignored === 1 ? 'cancellation' : 'cancellations'}`;
  return [
    `${cancellations} named no waiting order and changed nothing (first: ${excerpt(first)}).`,
  ];
}

/** The runs of the baseline, one for each cell; if one is missing, its cell has no comparison. */
function baselinesOf(
  scenario: TradingScenario,
  runs: readonly MeasuredRun[],
): ReadonlyMap<string, MeasuredRun> {
  const id = baselineOf(scenario);
  const own = runs.filter(({ plan }) => plan.agent.id === id);
  return new Map(own.map((run) => [cellOf(run.plan), run]));
}

/** What a run and its baseline have in common. */
const cellOf = ({ symbols, repeat }: TradingPlan): string => `${repeat} ${symbols[0]}`;

function compared(
  { plan, performance }: MeasuredRun,
  baseline: MeasuredRun,
): RunResult['againstBaseline'] {
  const seed = plan.baseSeed;
  const paired = pairedDifference(performance, baseline.performance, { seed });
  const { difference, interval } = paired;
  if (difference.value === null) return null;
  return { baseline: baseline.plan.agent.id, difference: difference.value, interval };
}

/** The agent that the others are compared with; undefined if there is none. */
function baselineOf(scenario: TradingScenario): string | undefined {
  const usual = marketOf(scenario).baseline;
  return scenario.baseline ?? scenario.agents.find(({ kind }) => kind === usual)?.id;
}

/** Null if there is nothing to compare. Agents in the order of the scenario. */
function comparedRuns(
  scenario: TradingScenario,
  runs: readonly MeasuredRun[],
  missing: readonly MissingRun[],
): TradingComparison | null {
  const own = Map.groupBy(runs, ({ plan }) => plan.agent.id);
  const lost = Map.groupBy(missing, ({ agent }) => agent);
  const frameworks = frameworksOf(scenario.agents);
  const agents = scenario.agents.map(({ id }): ComparedAgent => {
    const ofAgent = own.get(id) ?? [];
    return {
      agent: id,
      missingRuns: lost.get(id)?.length ?? 0,
      asks: frameworks.get(id) ?? null,
      runs: ofAgent.map(({ plan, performance, answers, result: { coverage } }) => ({
        repeat: plan.repeat,
        market: plan.symbols.join(' '),
        performance,
        answers,
        due: coverage.due,
        answered: coverage.answered,
      })),
    };
  });
  return comparisonOf(agents, { seed: scenario.seed, baseline: baselineOf(scenario) ?? null });
}
