/** The rows of equity.csv: one a session, with the least and greatest equity of its marks, or one a mark. */

import { formatCivilDate, formatInstant, type CivilDate, type Instant } from '#values';
import type { DecideAt, EquityRowsOf } from '#contracts/scenario/scenario';
import type { Mark } from '#workflows';

/** Takes the marks of a run in order. */
export interface EquityRows {
  readonly header: string;
  take(mark: Mark): void;
  /** Writes what is left where the last session has no close. */
  end(): void;
}

interface EquityRowsOptions {
  readonly decide: DecideAt;
  /** The session that a mark at a bar belongs to. */
  readonly sessionOf: (time: Instant) => CivilDate;
  /** Gets each row with its line break. */
  readonly write: (row: string) => void;
}

/** The rows of a run; drawdown follows from those of sessions but for one within a single session. */
export const equityRows = (of: EquityRowsOf, options: EquityRowsOptions): EquityRows =>
  of === 'marks' ? new MarkRows(options) : new SessionRows(options);

/** Exposure is the signed value of positions over equity; empty if equity is 0. */
const rowOf = (date: string, { equity, cash, net }: Mark): string =>
  `${date},${equity},${cash},${equity === 0 ? '' : net / equity}`;

class MarkRows implements EquityRows {
  readonly header = 'date,equity,cash,exposure\n';

  constructor(private readonly options: EquityRowsOptions) {}

  take(mark: Mark): void {
    const { time, session } = mark;
    const isBar = this.options.decide === 'bar' || session === undefined;
    const date = isBar ? formatInstant(time) : formatCivilDate(session);
    this.options.write(`${rowOf(date, mark)}\n`);
  }

  end(): void {
    // Each mark has its row.
  }
}

class SessionRows implements EquityRows {
  readonly header = 'date,equity,cash,exposure,low,high\n';
  private low = Infinity;
  private high = -Infinity;
  /** The last mark at a bar of a session that has not closed. */
  private last: Mark | undefined;

  constructor(private readonly options: EquityRowsOptions) {}

  take(mark: Mark): void {
    const { equity, session } = mark;
    if (equity < this.low) this.low = equity;
    if (equity > this.high) this.high = equity;
    if (session === undefined) this.last = mark;
    else this.close(session, mark);
  }

  end(): void {
    const { last } = this;
    if (last !== undefined) this.close(this.options.sessionOf(last.time), last);
  }

  private close(session: CivilDate, mark: Mark): void {
    const { low, high } = this;
    this.options.write(`${rowOf(formatCivilDate(session), mark)},${low},${high}\n`);
    [this.low, this.high, this.last] = [Infinity, -Infinity, undefined];
  }
}
