/**
 * The rows of equity.csv: one a session, with the least and greatest equity of its marks,
 * or one a mark.
 */

import { formatCivilDate, formatInstant, type CivilDate, type Instant } from '#values';
import type { DecideAt, EquityRowsOf } from '#contracts/scenario/scenario';
import type { BarMarks, Mark, MarkSink } from '#workflows';
import { numberText } from '../run-folder/number-text.js';

/** Turns the marks of a run into rows. */
export interface EquityRows extends MarkSink {
  readonly header: string;
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

/**
 * The rows of a run; drawdowns follow from those of sessions, but for one within a single session.
 */
export const equityRows = (of: EquityRowsOf, options: EquityRowsOptions): EquityRows =>
  of === 'marks' ? new MarkRows(options) : new SessionRows(options);

/** Exposure is the signed value of positions over equity; empty if equity is 0. */
const rowOf = (date: string, { equity, cash, net }: Pick<Mark, 'equity' | 'cash' | 'net'>) =>
  `${date},${numberText(equity)},${numberText(cash)},` +
  `${equity === 0 ? '' : numberText(net / equity)}`;

class MarkRows implements EquityRows {
  readonly header = 'date,equity,cash,exposure\n';

  constructor(private readonly options: EquityRowsOptions) {}

  take(mark: Mark): void {
    const { decide, write } = this.options;
    const date = decide === 'bar' ? formatInstant(mark.time) : formatCivilDate(mark.session);
    write(`${rowOf(date, mark)}\n`);
  }

  takeBars({ time, step, count, cash, net }: BarMarks): void {
    for (let bar = 0; bar < count; bar++) {
      const date = formatInstant(time + bar * step);
      this.options.write(`${rowOf(date, { equity: cash + net, cash, net })}\n`);
    }
  }

  end(): void {
    // Each mark has its row.
  }
}

class SessionRows implements EquityRows {
  readonly header = 'date,equity,cash,exposure,low,high\n';
  private low = Infinity;
  private high = -Infinity;
  /** The last marks at bars of a session that has not closed. */
  private last: BarMarks | undefined;

  constructor(private readonly options: EquityRowsOptions) {}

  take(mark: Mark): void {
    this.widen(mark.equity);
    this.close(mark.session, mark);
  }

  takeBars(marks: BarMarks): void {
    this.widen(marks.cash + marks.net);
    this.last = marks;
  }

  end(): void {
    const { last } = this;
    if (last === undefined) return;
    const { time, step, count, cash, net } = last;
    const session = this.options.sessionOf(time + (count - 1) * step);
    this.close(session, { equity: cash + net, cash, net });
  }

  private widen(equity: number): void {
    if (equity < this.low) this.low = equity;
    if (equity > this.high) this.high = equity;
  }

  private close(session: CivilDate, mark: Pick<Mark, 'equity' | 'cash' | 'net'>): void {
    const { low, high } = this;
    this.options.write(
      `${rowOf(formatCivilDate(session), mark)},${numberText(low)},${numberText(high)}\n`,
    );
    this.low = Infinity;
    this.high = -Infinity;
    this.last = undefined;
  }
}
