/** What the product makes of a world: its files read, run, and measured in this process. */

import { FactColumns, factKinds, type JournalEvent, type TapeHeader } from '#contracts';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { tradingScenarioSchema } from '#contracts/scenario/scenario';
import { planRuns, runBacktest, withTradeRows, type MeasuredRun } from '#backtest';
import { openScenarioTape, openTape } from '#backtest/tape/scenario-tape';
import { JournalChain, type JournalWriter } from '#event-log';
import { ColumnStore, type SessionCalendar } from '#market-data';
import { measure, tradeStatistics, type ClosedTrade } from '#metrics';
import type { FactStream } from '#tape';
import { formatCivilDate, formatInstant, invariant, parseInstant } from '#values';
import { TradeFold, tradingFold } from '#workflows';
import { ordersOf } from './journaled-orders.js';
import type { Outcome, OutcomeMark, World } from './world.js';
import { scriptName, writeWorld } from './written-world.js';

/** What the run of a world leaves. */
export interface WorldRun {
  readonly events: readonly JournalEvent[];
  /** Symbol and knowledge time of each bar as the tape has it. */
  readonly bars: Outcome['bars'];
  readonly marks: readonly Omit<OutcomeMark, 'positions'>[];
  readonly fold: ReturnType<typeof tradingFold>;
  readonly plan: ReturnType<typeof planRuns>[number];
  readonly calendar: SessionCalendar;
}

/** The outcome of a world, from files that it writes into `folder`. */
export async function productOutcome(world: World, folder: string): Promise<Outcome> {
  const run = await runWorld(world, folder);
  const { events, bars, marks, fold } = run;
  const measured = measure(fold.performance());
  const { drawdown } = measured;
  const held = positionsAt(events, Object.keys(world.data));
  return {
    bars,
    ...ordersOf(events, world),
    marks: marks.map((mark) => ({ ...mark, positions: held(mark.at) })),
    metrics: valuesOf(measured),
    drawdown,
    trades: await tradesOf(run),
  };
}

/** The statistics of the closed trades, as the report has them. */
async function tradesOf({ events, fold, plan, calendar }: WorldRun): Promise<Outcome['trades']> {
  const trades = new TradeFold();
  for (const event of events) trades.take(event);
  const run = {
    plan,
    trades: trades.trades(),
    closed: fold.closed,
    performance: fold.performance(),
  };
  const [rows] = await withTradeRows([run as unknown as MeasuredRun], calendar, null);
  const closed = [...rows!.rows].filter(({ exit }) => exit !== null) as readonly ClosedTrade[];
  // The reference has sessions only.
  const { averageDays: _, longestDays: __, ...statistics } = tradeStatistics(closed);
  return { count: closed.length, ...statistics };
}

/** Runs a world from files that it writes into `folder`. */
export async function runWorld(world: World, folder: string): Promise<WorldRun> {
  writeWorld(folder, world);
  const scenario = tradingScenarioSchema.parse({
    name: 'world',
    data: folder,
    window: world.window,
    symbols: Object.keys(world.data),
    portfolio: world.portfolio,
    capital: world.capital,
    execution: world.policy,
    decide: world.decide === 'bar' ? 'bar' : 'session-close',
    agents: [{ id: 'script', kind: 'script', file: scriptName }],
  });
  const tape = await openScenarioTape(scenario, folder, { store: new ColumnStore() });
  try {
    const [plan, ...more] = planRuns({ scenario, fileHashes: new Map(), ...tape });
    invariant(plan !== undefined && more.length === 0, 'a world is one run');
    const { lastSession: until } = tape;
    const source = await openTape(tape.dataset, tape.header, { until, badRows: 'refuse' });
    const bars: Outcome['bars'][number][] = [];
    const journal = new KeptJournal();
    const marks: Omit<OutcomeMark, 'positions'>[] = [];
    const outcome = await runBacktest({
      stream: watched(source, tape.header, bars),
      runs: [{ plan, journal, follow: (fold) => withMarks(tradingFold(fold), marks) }],
      agents: { directory: folder, hidden: [] },
    });
    invariant(outcome.kind === 'finished', 'a world runs to its end');
    const fold = tradingFold(outcome.runs[0]!.fold);
    const { calendar } = tape.dataset;
    return { events: journal.events, bars, marks, fold, plan, calendar };
  } finally {
    await tape.dataset.close();
  }
}

type Marked = WorldRun['fold'];

/** Keeps the marks, those at bars too. */
function withMarks(fold: Marked, marks: Omit<OutcomeMark, 'positions'>[]) {
  const keep = (time: number, mark: Pick<OutcomeMark, 'session' | 'equity' | 'cash'>): void => {
    const at = formatInstant(time);
    // A bar that ends with its session has one mark.
    if (marks.at(-1)?.at === at) marks.pop();
    marks.push({ at, ...mark });
  };
  fold.marksInto = {
    take: ({ time, session, equity, cash }) =>
      keep(time, { session: formatCivilDate(session), equity, cash }),
    takeBars: ({ time, step, count, cash, net }) => {
      for (let bar = 0; bar < count; bar++) {
        keep(time + bar * step, { session: null, equity: cash + net, cash });
      }
    },
  };
  return { take: () => undefined };
}

/** A change of shares: by what a fill adds, or to what a split leaves. */
interface Move {
  readonly at: number;
  readonly symbol: string;
  readonly add: number;
  readonly set: number | null;
}

/** The shares by symbol after all events up to an instant. */
function positionsAt(events: readonly JournalEvent[], symbols: readonly string[]) {
  const moves = events.flatMap((event): Move[] => {
    if (event.type === 'OrderFilled' || event.type === 'OrderPartlyFilled') {
      return [{ at: event.time, symbol: event.symbol, add: event.shares, set: null }];
    }
    if (event.type !== 'SplitApplied') return [];
    return [{ at: event.time, symbol: event.symbol, add: 0, set: event.shares }];
  });
  return (at: string): Record<string, number> => {
    const held: Record<string, number> = {};
    const time = parseInstant(at) ?? 0;
    for (const { at: moved, symbol, add, set } of moves) {
      if (moved > time) break;
      const now = set ?? (held[symbol] ?? 0) + add;
      // What fills leave behind by rounding.
      held[symbol] = Math.abs(now) < 1e-9 * Math.abs(add) ? 0 : now;
    }
    return Object.fromEntries(
      symbols.flatMap((symbol) => ((held[symbol] ?? 0) === 0 ? [] : [[symbol, held[symbol] ?? 0]])),
    );
  };
}

class KeptJournal implements JournalWriter {
  readonly events: JournalEvent[] = [];
  private readonly chain = new JournalChain();

  append(event: JournalEvent): void {
    this.chain.append(event);
    this.events.push(event);
  }

  flush(): void {}

  abandon(): void {}

  close() {
    const hash = this.chain.close();
    return { hash, records: this.events.length, bytes: this.chain.buffer.length };
  }
}

/** Notes the bars of a tape as they are released. */
function watched(
  tape: FactStream,
  header: TapeHeader,
  bars: Outcome['bars'][number][],
): FactStream {
  const note = (facts: FactColumns | null): FactColumns | null => {
    for (let row = 0; row < (facts?.count ?? 0); row++) {
      if (facts!.kind[row] !== factKinds.bar) continue;
      const { symbol } = header.instruments[facts!.instrument[row]!]!;
      bars.push({ symbol, knownAt: formatInstant(facts!.knowledgeTime[row]!) });
    }
    return facts;
  };
  return {
    header: tape.header,
    next: () => {
      const facts = tape.next();
      return facts instanceof Promise ? facts.then(note) : note(facts);
    },
    get facts() {
      return tape.facts;
    },
    hash: () => tape.hash(),
    close: () => tape.close(),
  };
}
