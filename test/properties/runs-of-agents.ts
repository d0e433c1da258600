/**
 * Runs of agents that are handed in, on one tape and one store, which may keep more than any of
 * them asks for.
 */

import { isRepeatable } from '#contracts/agents/agent-kinds';
import type { TradingPlan } from '#backtest';
import { agentAnswers } from '#backtest/loop/agent-answers';
import { RunLoop, type AnswerSource } from '#backtest/loop/run-loop';
import type { Agent } from '#agents';
import type { FactColumns } from '#contracts';
import { AsOfStore, Cursor, type MarketView } from '#market-view';
import { TradingFold, TradingRun, type PreludeEvent } from '#workflows';
import { deliveredTape, type Delivery } from './delivered-tape.js';
import type { Market } from './generated-market.js';
import { MemoryJournal } from './memory-journal.js';

export interface AgentRun {
  readonly plan: TradingPlan;
  /** Bars that the agent reads back; null for all. */
  readonly history: number | null;
  readonly open: (view: MarketView) => Agent;
  /** Whether its unchanged decisions become stretches; as its kind of agent when left out. */
  readonly repeats?: boolean;
  /**
   * How long an answer takes while the tape continues, milliseconds, by the as-of of its decision;
   * 0 if left out.
   */
  readonly tookMs?: (asOf: number) => number;
}

export interface AgentRuns {
  readonly market: Market;
  readonly runs: readonly AgentRun[];
  readonly delivery: Delivery;
  /** Texts of all times. */
  readonly documents: ReadonlyMap<string, string>;
  /** Bars that the store keeps; null for all. */
  readonly kept: number | null;
}

export async function runsOfAgents(options: AgentRuns): Promise<MemoryJournal[]> {
  const { market, documents, kept, delivery } = options;
  const store = new AsOfStore({ ...market.header, history: kept, documents });
  const journals = options.runs.map(() => new MemoryJournal(market));
  const loops = options.runs.map((run, index) =>
    loopOf(run, market, store, journals[index] as MemoryJournal),
  );
  const ended = (): void => {
    for (const journal of journals) journal.tapeEnded();
  };
  const tape = deliveredTape(market, delivery, ended);
  let facts: FactColumns | null;
  while ((facts = await tape.next()) !== null) {
    store.append(facts);
    const batch = facts;
    await Promise.all(loops.map((loop) => taken(loop, batch)));
  }
  const whole = { hash: tape.hash(), facts: tape.facts };
  for (const loop of loops) await loop.finish(whole);
  return journals;
}

/** Makes a run take all of a batch, whatever it waits for. */
async function taken(loop: RunLoop, facts: FactColumns): Promise<void> {
  let row = loop.advance(facts, 0, facts.count);
  while (loop.waiting !== undefined) {
    await loop.waiting;
    row = loop.advance(facts, row, facts.count);
  }
}

/** Answers that come with how long they took. */
function timed(answers: AnswerSource, tookMs: () => number): AnswerSource {
  const preludes = (): readonly PreludeEvent[] => [
    ...(answers.preludes?.() ?? []),
    { type: 'AnswerTimed', tookMs: tookMs() },
  ];
  return {
    answer: (observation, signal) => answers.answer(observation, signal),
    preludes,
    observe: (facts, from, to) => answers.observe?.(facts, from, to),
    close: () => answers.close(),
  };
}

function loopOf(
  { plan, history, open, repeats = isRepeatable(plan.agent), tookMs }: AgentRun,
  { header }: Market,
  store: AsOfStore,
  journal: MemoryJournal,
): RunLoop {
  const cursor = new Cursor(store, history);
  const workflow = new TradingRun(plan, header, cursor);
  const answers = agentAnswers(open(cursor.view), { translation: workflow.translation() });
  return new RunLoop({
    plan,
    cursor,
    workflow,
    answers: tookMs === undefined ? answers : timed(answers, () => tookMs(cursor.asOf)),
    journal,
    fold: new TradingFold(),
    repeats,
  });
}
