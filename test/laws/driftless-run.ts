/**
 * What drawn functions earn in a driftless market: all of them in one run of the product,
 * over one tape.
 */

import type { JournalEvent } from '#contracts';
import { tradingScenarioSchema } from '#contracts/scenario/scenario';
import { planRuns, runBacktest } from '#backtest';
import { openScenarioTape, openTape } from '#backtest/tape/scenario-tape';
import type { JournalWriter } from '#event-log';
import { ColumnStore } from '#market-data';
import { invariant } from '#values';
import type { World } from '../reference/world.js';
import { writeWorld } from '../reference/written-world.js';
import { shares, tick } from './driftless-market.js';
import type { DrawnFunction } from './drawn-functions.js';

/** In ticks of the walk for the shares of an order. */
export interface Earned {
  readonly profit: number;
  readonly fills: number;
  /** The largest position, in orders. */
  readonly positionMax: number;
}

/** Runs a world from files that it writes into `folder`, with an agent for each function. */
export async function earnedIn(
  world: World,
  functions: readonly DrawnFunction[],
  folder: string,
): Promise<Earned[]> {
  writeWorld(folder, world);
  const { window, capital, policy: execution } = world;
  const scenario = tradingScenarioSchema.parse({
    name: 'driftless',
    data: folder,
    window,
    symbols: Object.keys(world.data),
    portfolio: true,
    capital,
    execution,
    decide: 'bar',
    agents: functions.map((_, at) => ({
      id: `f${at}`,
      kind: 'module',
      file: './none.mjs',
      trusted: true,
      history: 10,
    })),
  });
  const tape = await openScenarioTape(scenario, folder, { store: new ColumnStore() });
  try {
    const plans = planRuns({ scenario, fileHashes: new Map(), ...tape });
    invariant(plans.length === functions.length, 'a function is one run');
    const { lastSession: until } = tape;
    const stream = await openTape(tape.dataset, tape.header, { until, badRows: 'refuse' });
    const earnings = plans.map(() => new Earnings());
    const outcome = await runBacktest({
      stream,
      runs: plans.map((plan, at) => ({
        plan,
        journal: earnings[at]!,
        openAgent: () => functions[at]!.agent as never,
      })),
      agents: { directory: folder, hidden: [] },
    });
    invariant(outcome.kind === 'finished', 'a world runs to its end');
    return earnings.map((journal) => journal.earned(capital));
  } finally {
    await tape.dataset.close();
  }
}

/** A journal that keeps the last mark, and how large positions were. */
class Earnings implements JournalWriter {
  private equity = Number.NaN;
  private fills = 0;
  private most = 0;
  private readonly held = new Map<string, number>();
  private records = 0;

  append(event: JournalEvent): void {
    this.records++;
    if (event.type === 'MarkTaken') this.equity = event.equity;
    if (event.type !== 'OrderFilled' && event.type !== 'OrderPartlyFilled') return;
    this.fills++;
    const now = (this.held.get(event.symbol) ?? 0) + event.shares;
    this.held.set(event.symbol, now);
    this.most = Math.max(this.most, Math.abs(now));
  }

  earned(capital: number): Earned {
    const profit = (this.equity - capital) / tick / shares;
    return { profit, fills: this.fills, positionMax: this.most / shares };
  }

  flush(): void {}

  abandon(): void {}

  close() {
    return { hash: '0'.repeat(64), records: this.records, bytes: 0 };
  }
}
