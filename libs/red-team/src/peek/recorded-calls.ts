/**
 * The calls that an agent has made within a run, asked once more of a market that ends at the as-of
 * of their decision: where the answers differ, the run told something that came later. It reads
 * what the run recorded, so it is the same for a run of one process and for one of services.
 */

import { invariant, type Instant } from '#values';
import { isDecision } from '#contracts';
import { readJournal } from '#event-log';
import { evolve, openAccount } from '#portfolio';
import {
  openMarket,
  planOf,
  readManifest,
  runFolder,
  toolCallsOf,
  type LoggedCall,
  type RunFolder,
} from '#backtest';
import { Capability, type TradingDesk, type ToolContext, type ToolSet } from '#tools';
import { allWorkflows, planOverWindow, toolsOf, workflowOf, type TradingPlan } from '#workflows';
import { deskPair, PairState } from '#workflows/hedging/pair-state';
import type { Question } from './peek-questions.js';
import { nothingAsked, type PeekRow } from './peek.js';

/** When a decision was due, and what tools saw of the run then. */
interface DueDecision {
  readonly time: Instant;
  readonly pair: TradingDesk['pair'];
}

/**
 * One row per called tool, except for those that read the run's own account. `run` is the folder of
 * a finished trading run, `data` the folder of its data set. The market is read once per decision,
 * so the run should be short.
 */
export async function futureInCalls(run: string, data: string): Promise<PeekRow[]> {
  const folder = runFolder(run);
  const manifest = readManifest(folder);
  const plan = planOverWindow(planOf(manifest));
  invariant(plan !== undefined, 'a run with tools trades');
  const { header, until } = manifest.tape;
  const { badRows } = manifest.data;
  const symbols = header.instruments.map(({ symbol }) => symbol);
  const sets = await toolsOf(workflowOf(allWorkflows, plan), plan);
  const due = dueDecisions(folder, plan);
  const rows = new Map<string, PeekRow>();
  for (const [asOf, calls] of Map.groupBy(toolCallsOf(folder), ({ asOf }) => asOf)) {
    const decision = due.get(asOf);
    if (decision === undefined) continue;
    const market = await openMarket(data, { symbols, until, badRows, through: decision.time });
    const desk = deskOf(plan, decision);
    const { view } = market.at('end');
    for (const call of calls) addCall(rows, call, { sets, context: { view, desk } });
    await market.close();
  }
  return [...rows.values()];
}

/** By as-of. */
function dueDecisions(
  folder: RunFolder,
  { symbols, capital }: TradingPlan,
): Map<number, DueDecision> {
  const due = new Map<number, DueDecision>();
  const account = openAccount(symbols, capital);
  const state = new PairState(account);
  readJournal(folder.journal, ({ event }) => {
    if (isDecision(event)) due.set(event.asOf, { time: event.time, pair: deskPair(state) });
    if (event.type === 'PairDecided') state.pair ??= { left: event.left, right: event.right };
    evolve(account, event);
    state.take([event]);
  });
  return due;
}

/** Without an account: nothing reads it here. */
const deskOf = (
  { workflow, symbols, policy, capital }: TradingPlan,
  { pair }: DueDecision,
): TradingDesk => ({
  workflow,
  symbols,
  policy,
  capital,
  pair,
  account: { cash: NaN, equity: NaN, shares: () => NaN },
  submit: () => undefined,
});

/** The set that has the tool; undefined if none has it, or the tool needs a desk. */
function marketSetOf(sets: readonly ToolSet[], name: string): ToolSet | undefined {
  for (const set of sets) {
    const tool = set.tools.find((listed) => listed.name === name);
    if (tool !== undefined) return tool.needsDesk === true ? undefined : set;
  }
  return undefined;
}

/** Puts a call to tools on the market that ends there, and adds it to the row of its tool. */
function addCall(
  rows: Map<string, PeekRow>,
  call: LoggedCall,
  { sets, context }: { readonly sets: readonly ToolSet[]; readonly context: ToolContext },
): void {
  const set = marketSetOf(sets, call.tool);
  if (set === undefined) return;
  const limits = { calls: Infinity, bytes: Infinity };
  const capability = new Capability({ sets, context, limits, now: () => 0 });
  capability.repeat(call);
  const [honest] = capability.records;
  const isLeak = honest?.result !== call.result || honest?.error !== call.error;
  const row = rows.get(call.tool) ?? { set: set.name, tool: call.tool, ...nothingAsked };
  rows.set(call.tool, {
    ...row,
    questions: row.questions + 1,
    answered: row.answered + (call.error === null ? 1 : 0),
    bytes: row.bytes + (isLeak ? call.bytes : 0),
    leak: row.leak ?? (isLeak ? (JSON.parse(call.arguments) as Question) : null),
  });
}
