/** A run at an instant: what was knowable, what was decided, and what became of it. */

import {
  excerpt,
  formatCivilDate,
  invalidInput,
  parseCivilDate,
  parseInstant,
  type Instant,
} from '#values';
import {
  isDecision,
  isFill,
  type DecisionEvent,
  type ExecutionPolicy,
  type FillEvent,
  type Filing,
  type JournalEvent,
  type News,
  type Task,
} from '#contracts';
import type { Dataset, SessionCalendar } from '#market-data';
import { followedCalendar } from '#market-data/dataset/tape-calendars';
import { AsOfStore, Cursor, type Bar } from '#market-view';
import { evolve, openAccount } from '#portfolio';
import { readOwn, recordedRun, type RecordedRun } from '../run-folder/own-journal.js';
import { toolCallsOf, type LoggedCall } from '../run-folder/call-log.js';
import { textState, type RunFolder } from '../run-folder/run-folder.js';
import { keptText } from '../transcripts/read-transcripts.js';
import { openOwnData, tapeOf } from '../tape/recorded-dataset.js';
import { batchesOf } from '../tape/scenario-tape.js';
import { isOpenPlan, planOverWindow, type TradingPlan } from '#workflows';

/** What a run of any workflow knew and decided at an instant. */
interface InspectedMoment {
  readonly run: string;
  readonly agent: string;
  readonly asOf: number;
  /** Knowledge time of the last fact that was knowable. */
  readonly time: Instant;
  /**
   * Where the journal of an unfinished run ends, if before the instant: what follows is
   * unknown. Else null.
   */
  readonly journalEnd: { readonly asOf: number; readonly time: Instant } | null;
  /** The last answer at or before the instant. */
  readonly decision: DecisionEvent | null;
  /** The reasons that came with it, or a note in brackets that their text was erased or altered. */
  readonly rationale: string | null;
}

/** A tool call of an inspected decision; its result is a text of the run's folder. */
export type InspectedCall = Omit<LoggedCall, 'asOf'>;

/** A run of tasks at an instant. */
export interface TaskInspection extends InspectedMoment {
  readonly workflow: string;
  /** The task that was asked last; its inputs by name and SHA-256. */
  readonly task: Task | null;
}

/** A run that trades at an instant. */
export interface TradingInspection extends InspectedMoment {
  readonly policy: ExecutionPolicy;
  /** The tool calls behind the decision, as they were recorded. */
  readonly calls: readonly InspectedCall[];
  readonly session: string | null;
  readonly bars: readonly { symbol: string; known: number; last: Bar | null }[];
  readonly news: readonly News[];
  readonly filings: readonly Filing[];
  readonly account: { readonly cash: number; readonly shares: Readonly<Record<string, number>> };
  /** The fill that opened each position held at the instant, and when its order was decided. */
  readonly openings: readonly {
    readonly fill: FillEvent;
    readonly decided: Instant;
  }[];
  /** Orders that came from it, and everything that ever happened to them. */
  readonly consequences: readonly JournalEvent[];
}

/** A run at an instant, a union by workflow. */
export type Inspection = TradingInspection | TaskInspection;

/**
 * Looks at a run's folder. `at` is an instant with offset (`2025-03-03T15:00:00Z`), a date (the
 * close of that day's session, or of the last one before it), or null: the last instant of the run.
 * `InvalidInput` for other data.
 */
export async function inspectRun(
  path: string,
  at: string | null,
  options: { data?: string } = {},
): Promise<Inspection> {
  const run = recordedRun(path);
  const { folder, manifest, plan } = run;
  const over = planOverWindow(plan);
  const dataset = await openOwnData(manifest, { movedTo: options.data, where: path });
  try {
    // A run without an end has processed all data, and journals an open stretch of
    // decisions once it ends.
    let last: Instant = isOpenPlan(plan) ? Infinity : 0;
    if (at === null && last === 0) readOwn(folder.journal, run, ({ event }) => (last = event.time));
    const instant =
      at === null
        ? last
        : instantOf(at, over ? followedCalendar(over, dataset.calendar) : dataset.calendar);
    const { cursor, task } = await readTape(dataset, run, instant);
    const { asOf, time } = cursor;
    const found = decided(run, { instant, asOf });
    const rationale = textOf(folder, found.decision);
    if (over === undefined) {
      const { label, workflow, agent } = plan;
      const details = { journalEnd: found.journalEnd, decision: found.decision, rationale };
      return { run: label, workflow, agent: agent.id, asOf, time, task, ...details };
    }
    const calls = callsBehind(folder, found.decision);
    return { ...knowable(cursor, over), ...found, calls, rationale };
  } finally {
    await dataset.close();
  }
}

function instantOf(at: string, calendar: SessionCalendar): Instant {
  const date = parseCivilDate(at);
  if (date !== undefined) return calendar.closeOf(calendar.sessionOnOrBefore(date));
  const instant = parseInstant(at, null);
  if (instant !== undefined) return instant;
  const expected = 'a date, or an instant with its offset such as 2025-03-03T15:00:00Z';
  throw invalidInput('not a time', { where: '--at', expected, found: excerpt(at) });
}

async function readTape(
  dataset: Dataset,
  run: RecordedRun,
  until: Instant,
): Promise<{ readonly cursor: Cursor; readonly task: Task | null }> {
  let task: Task | null = null;
  const store = new AsOfStore({ ...run.manifest.tape.header, history: null });
  const { plan } = run;
  const cursor = new Cursor(store, null, plan.calendar);
  for await (const facts of batchesOf(await tapeOf(dataset, run))) {
    let end = 0;
    while (end < facts.count && (facts.knowledgeTime[end] as number) <= until) end++;
    store.append(facts, 0, end);
    for (let row = 0; row < end; row++) {
      cursor.advance(facts, row);
      const payload = facts.payload[row];
      if (payload?.kind === 'task') task = payload;
    }
    if (end < facts.count) break;
  }
  return { cursor, task };
}

function knowable(cursor: Cursor, plan: TradingPlan) {
  const { view } = cursor;
  return {
    run: plan.label,
    agent: plan.agent.id,
    policy: plan.policy,
    asOf: cursor.asOf,
    time: cursor.time,
    session: cursor.session === null ? null : formatCivilDate(cursor.session),
    bars: plan.symbols.map((symbol) => ({
      symbol,
      known: view.barCount(symbol),
      last: view.lastBar(symbol),
    })),
    news: plan.portfolio ? view.news(null, 5) : view.news(plan.symbols[0] as string, 5),
    filings: plan.symbols.flatMap((symbol) => view.filings(symbol, 3)),
  };
}

function decided(
  run: RecordedRun,
  { instant, asOf }: { readonly instant: Instant; readonly asOf: number },
): Pick<TradingInspection, 'account' | 'openings' | 'journalEnd' | 'decision' | 'consequences'> {
  const { plan } = run;
  const { symbols = [], capital = 0 } = plan;
  const account = openAccount(symbols, capital);
  let decision: DecisionEvent | null = null;
  const orders = new Set<number>();
  const consequences: JournalEvent[] = [];
  const decidedAt = new Map<number, Instant>();
  const openings = new Map<string, TradingInspection['openings'][number]>();
  let end: { asOf: number; time: Instant } = { asOf: 0, time: 0 };
  const { complete } = readOwn(run.folder.journal, run, ({ event }) => {
    end = { asOf: event.asOf, time: event.time };
    // A stretch stands at its last decision; its first may have been due before the instant.
    const past = event.type === 'DecisionsUnchanged' ? event.since <= asOf : event.time <= instant;
    if (event.type === 'OrderAccepted') decidedAt.set(event.order, event.time);
    if (past && isFill(event)) {
      const before = account.shares[account.numberOf.get(event.symbol) as number] as number;
      const decided = decidedAt.get(event.order) ?? event.time;
      if (before * (before + event.shares) <= 0)
        openings.set(event.symbol, { fill: event, decided });
    }
    if (past) evolve(account, event);
    if (past && isDecision(event)) {
      decision = event;
      orders.clear();
      consequences.length = 0;
    } else if (decision !== null && belongs(event, decision, orders)) {
      consequences.push(event);
    }
  });
  const shares = Object.fromEntries(
    symbols.map((symbol, number) => [symbol, account.shares[number] as number]),
  );
  return {
    account: { cash: account.cash, shares },
    openings: [...openings.values()].filter(({ fill }) => shares[fill.symbol] !== 0),
    journalEnd: complete || end.asOf >= asOf ? null : end,
    decision,
    consequences,
  };
}

function callsBehind(folder: RunFolder, decision: DecisionEvent | null): InspectedCall[] {
  const calls = toolCallsOf(folder).filter(({ asOf }) => asOf === decision?.asOf);
  return calls.map(({ asOf: _, ...made }) => made);
}

/** The text of a decision, or its outcome; null if it has no text. */
function textOf(folder: RunFolder, decision: DecisionEvent | null): string | null {
  if (decision === null || !('rationale' in decision) || decision.rationale === null) return null;
  const [state] = textState(folder, decision.rationale);
  return state ? `(the text was ${state.kind})` : (keptText(folder, decision.rationale) ?? null);
}

/** Whether an event is about an order that the decision placed. */
function belongs(event: JournalEvent, decision: DecisionEvent, orders: Set<number>): boolean {
  switch (event.type) {
    case 'OrderAccepted':
      if (event.asOf === decision.asOf) orders.add(event.order);
      return event.asOf === decision.asOf;
    case 'OrderDenied':
      return event.order === null ? event.asOf === decision.asOf : orders.has(event.order);
    case 'OrderFilled':
    case 'OrderPartlyFilled':
    case 'OrderCancelled':
      return orders.has(event.order);
    default:
      return false;
  }
}
