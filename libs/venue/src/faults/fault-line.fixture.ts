/** Decides, from the seed alone, what happens to each message of a venue. */

import { microsPerMinute, seededRandom, type Instant } from '#values';
import type { FaultPlan } from './fault-plan.fixture.js';
import type { HistoryChanges } from './history-changes.fixture.js';
import {
  amendingMessage,
  cancellingMessage,
  OutgoingMessage,
  rowMessage,
} from '../served/outgoing-message.js';
import { statusBody, type ServedRow } from '../served/served-row.js';

/** How a message departs from the data. */
export type Fault =
  | 'doubled'
  | 'reordered'
  /** Wrong at first: its correction follows. */
  | 'preliminary'
  | 'corrected'
  /** A trade that is not in the data: its cancellation follows. */
  | 'invented'
  | 'cancelled';

export type Omission =
  | 'dropped'
  /** Dropped, and missing in REST as well. */
  | 'lost'
  /** Its symbol was halted: it never happened. */
  | 'halted';

export type Step =
  | { readonly do: 'send'; readonly message: OutgoingMessage; readonly fault?: Fault }
  | { readonly do: 'omit'; readonly message: OutgoingMessage; readonly why: Omission }
  | { readonly do: 'disconnect'; readonly refuseSeconds: number }
  | { readonly do: 'silence'; readonly seconds: number }
  | { readonly do: 'restart'; readonly downSeconds: number };

interface Held {
  /** The message count at which it is sent. */
  readonly due: number;
  release(): Step;
}

/** Ids of invented trades start here. */
const inventedIds = 900_000_000;
/** Range for the digits of a price that is wrong at first. */
const priceSteps = 10_000;

export class FaultLine {
  private readonly random;
  private messages = 0;
  private invented = 0;
  private held: Held[] = [];
  private readonly restarts: FaultPlan['restarts'];
  private readonly halts: FaultPlan['halts'];
  private readonly halted = new Map<string, Instant>();

  constructor(
    private readonly plan: FaultPlan,
    private readonly history: HistoryChanges,
  ) {
    this.random = seededRandom(plan.seed);
    this.restarts = plan.restarts.toSorted((one, other) => one.at - other.at);
    this.halts = plan.halts.toSorted((one, other) => one.at - other.at);
  }

  /** The data has reached `at`: returns the halts and restarts that are due. */
  reach(at: Instant): Step[] {
    const steps: Step[] = [];
    for (const [symbol, until] of this.halted) {
      if (until > at) continue;
      this.halted.delete(symbol);
      steps.push(this.status({ symbol, at: until, halted: false, code: '', reason: '' }));
    }
    for (let halt = this.halts[0]; halt !== undefined && halt.at <= at; halt = this.halts[0]) {
      this.halts.shift();
      this.halted.set(halt.symbol, halt.at + halt.minutes * microsPerMinute);
      steps.push(this.status({ ...halt, halted: true }));
    }
    for (
      let next = this.restarts[0];
      next !== undefined && next.at <= at;
      next = this.restarts[0]
    ) {
      this.restarts.shift();
      steps.push({ do: 'restart', downSeconds: next.downSeconds });
    }
    return steps;
  }

  /** A bar, trade or quote of the data. */
  row(row: ServedRow): Step[] {
    if (this.halted.has(row.symbol) && row.kind !== 'quotes') {
      this.history.put(row, []);
      return [{ do: 'omit', message: rowMessage(row), why: 'halted' }];
    }
    const { corrections, drop, historyHoles } = this.plan;
    if (corrections !== undefined && this.draws(corrections.share)) {
      const wrong = this.wrongAtFirst(row, corrections.window);
      if (wrong !== undefined) return this.pass(wrong);
    }
    const message = rowMessage(row);
    if (this.draws(drop)) {
      const lost = this.draws(historyHoles);
      if (lost) this.history.put(row, []);
      return this.pass([{ do: 'omit', message, why: lost ? 'lost' : 'dropped' }]);
    }
    return this.pass(this.repeated(message));
  }

  /** News and statuses of the data: duplicated, dropped or delayed like the rest. */
  message(message: OutgoingMessage): Step[] {
    if (this.draws(this.plan.drop)) return this.pass([{ do: 'omit', message, why: 'dropped' }]);
    return this.pass(this.repeated(message));
  }

  /** Releases what is still held back at the end of the data. */
  end(): Step[] {
    const steps = this.held.map((held) => held.release());
    this.held = [];
    return steps;
  }

  private repeated(message: OutgoingMessage): Step[] {
    const { double, reorder } = this.plan;
    if (reorder !== undefined && this.draws(reorder.share)) {
      this.hold(reorder.window, () => ({ do: 'send', message, fault: 'reordered' }));
      return [];
    }
    const once: Step = { do: 'send', message };
    return this.draws(double) ? [once, { ...once, fault: 'doubled' }] : [once];
  }

  /** Undefined if a wrong row would look the same, or its kind is never corrected. */
  private wrongAtFirst(row: ServedRow, window: number): Step[] | undefined {
    if (row.kind === 'trades' && this.draws(0.5)) return this.inventedTrade(row, window);
    const wrong = wrongRow(row);
    if (wrong === undefined) return undefined;
    this.history.put(row, [wrong]);
    this.hold(window, () => {
      this.history.restore(row);
      const message = amendingMessage(row, wrong.values);
      return { do: 'send', message, fault: 'corrected' };
    });
    return [{ do: 'send', message: rowMessage(wrong), fault: 'preliminary' }];
  }

  private inventedTrade(row: ServedRow, window: number): Step[] {
    const [price = 0, size = 0] = row.values;
    const false_: ServedRow = { ...row, values: [price, size, inventedIds + ++this.invented] };
    this.history.put(row, [row, false_]);
    this.hold(window, () => {
      this.history.restore(row);
      return { do: 'send', message: cancellingMessage(false_), fault: 'cancelled' };
    });
    const message = rowMessage(false_);
    return [
      { do: 'send', message: rowMessage(row) },
      { do: 'send', message, fault: 'invented' },
    ];
  }

  private hold(window: number, release: () => Step): void {
    this.held.push({ due: this.messages + 1 + this.random.below(window), release });
  }

  /** Counts one message of the data, and adds the steps that are now due. */
  private pass(steps: Step[]): Step[] {
    this.messages++;
    const due = this.held.filter((held) => held.due < this.messages);
    if (due.length > 0) {
      this.held = this.held.filter((held) => held.due >= this.messages);
      steps.push(...due.map((held) => held.release()));
    }
    const { disconnect, silence } = this.plan;
    if (silence !== undefined && this.messages % silence.everyMessages === 0) {
      steps.push({ do: 'silence', seconds: silence.seconds });
    }
    if (disconnect !== undefined && this.messages % disconnect.everyMessages === 0) {
      steps.push({ do: 'disconnect', refuseSeconds: disconnect.refuseSeconds });
    }
    return steps;
  }

  private status(status: {
    readonly symbol: string;
    readonly at: Instant;
    readonly halted: boolean;
    readonly code: string;
    readonly reason: string;
  }): Step {
    const body = statusBody(status, status.at);
    const message = new OutgoingMessage('s', [status.symbol], () => body);
    return { do: 'send', message };
  }

  private draws(share: number): boolean {
    return share > 0 && this.random.next() < share;
  }
}

/** A bar before its last trades, or a trade at another price. */
function wrongRow(row: ServedRow): ServedRow | undefined {
  if (row.kind === 'trades') {
    const [price = 0, ...rest] = row.values;
    const other = Math.round(price * 1.002 * priceSteps) / priceSteps;
    return other === price ? undefined : { ...row, values: [other, ...rest] };
  }
  if (row.kind !== 'bars') return undefined;
  const [open = 0, high = 0, low = 0, close = 0, volume = 0, vwap = 0] = row.values;
  const top = Math.max(open, close);
  const bottom = Math.min(open, close);
  if (top === high && bottom === low && volume === 0) return undefined;
  return { ...row, values: [open, top, bottom, close, volume * 0.9, vwap] };
}
