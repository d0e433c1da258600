/** The marks of a trading journal as columns, checked against the cash that follows from its events. */

import { invariant } from '#values';
import type { JournalEventOf } from '#contracts';
import type { Performance } from '#metrics';
import { barsMax, type Account } from '#portfolio';
import { NumberColumn } from '../number-column.js';

/** Money may be off by rounding only. */
const tolerance = 1e-9;

/** A mark at a bar, or that of a session. */
export type Mark = Pick<
  JournalEventOf<'MarkTaken'>,
  'time' | 'equity' | 'cash' | 'gross' | 'net'
> & { readonly session?: number };

export class MarkFold {
  /** Sessions, as civil dates. */
  readonly dates = new NumberColumn();
  readonly equity = new NumberColumn();
  readonly cash = new NumberColumn();
  /** Absolute and signed value of the positions. */
  readonly gross = new NumberColumn();
  readonly net = new NumberColumn();
  /** Receives every mark; set before the first event. */
  onMark: ((mark: Mark) => void) | undefined;
  /** Of every mark: instants, equity, and gross position value over equity. */
  private readonly all = [new NumberColumn(), new NumberColumn(), new NumberColumn()] as const;

  /** Takes the marks at bars before that of their session. */
  takeBars({ bars }: JournalEventOf<'BarsMarked'>): void {
    let time = 0;
    let cash: number | null = null;
    for (const { step, count, gross, cash: given, net: signed } of bars) {
      cash = given ?? cash;
      invariant(cash !== null, 'the first item of marks has its cash');
      invariant(count <= barsMax, 'an item of marks has no more bars than it may');
      const net = signed ?? gross;
      for (let bar = 0; bar < count; bar++) {
        time += step;
        this.keep({ time, cash, gross, net, equity: cash + net });
      }
    }
  }

  /** Nothing where no bar was marked but at a close. */
  atBars(): Pick<Performance, 'bars'> {
    const [dates, equity, gross] = this.all;
    if (dates.length === this.dates.length) return {};
    return { bars: { dates: dates.toArray(), equity: equity.toArray(), gross: gross.toArray() } };
  }

  /** `Invariant` where cash and positions are not the equity, or the cash is not that of `account`. */
  take(event: JournalEventOf<'MarkTaken'>, account: Account): void {
    const off = Math.abs(event.cash + event.net - event.equity);
    const scale = Math.abs(event.cash) + Math.abs(event.gross) + 1;
    invariant(off <= tolerance * scale, 'cash and positions make the equity');
    const strayed = Math.abs(event.cash - account.cash);
    invariant(strayed <= tolerance * scale, 'cash follows from the events');
    this.dates.push(event.session);
    this.equity.push(event.equity);
    this.cash.push(event.cash);
    this.gross.push(event.gross);
    this.net.push(event.net);
    this.keep(event);
  }

  private keep(mark: Mark): void {
    const [times, equity, gross] = this.all;
    times.push(mark.time);
    equity.push(mark.equity);
    gross.push(ratio(mark.gross, mark.equity));
    this.onMark?.(mark);
  }

  /** Gross position value over equity, mark by mark. */
  grossRatios(): Float64Array {
    return ratios(this.gross, this.equity);
  }

  netRatios(): Float64Array {
    return ratios(this.net, this.equity);
  }
}

function ratios(values: NumberColumn, equity: NumberColumn): Float64Array {
  return values.toArray().map((value, index) => ratio(value, equity.at(index)));
}

/** Value over equity; where nothing is left, the sign of the value stands in for the ratio. */
const ratio = (value: number, equity: number): number =>
  equity > 0 ? value / equity : Math.sign(value);
