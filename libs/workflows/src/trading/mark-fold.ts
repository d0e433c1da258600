/** The marks of a trading journal as columns, checked against the cash that follows from its events. */

import { invariant } from '#values';
import type { JournalEventOf } from '#contracts';
import type { Account } from '#portfolio';
import { NumberColumn } from '../number-column.js';

/** Money may be off by rounding only. */
const tolerance = 1e-9;

export class MarkFold {
  /** Sessions, as civil dates. */
  readonly dates = new NumberColumn();
  readonly equity = new NumberColumn();
  readonly cash = new NumberColumn();
  /** Absolute and signed value of the positions. */
  readonly gross = new NumberColumn();
  readonly net = new NumberColumn();

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
  }

  /** Gross position value over equity, mark by mark. */
  grossRatios(): Float64Array {
    return ratios(this.gross, this.equity);
  }

  netRatios(): Float64Array {
    return ratios(this.net, this.equity);
  }
}

/** Value over equity; where nothing is left, the sign of the value stands in for the ratio. */
function ratios(values: NumberColumn, equity: NumberColumn): Float64Array {
  const result = values.toArray();
  for (let index = 0; index < result.length; index++) {
    const whole = equity.at(index);
    const value = result[index] as number;
    result[index] = whole > 0 ? value / whole : Math.sign(value);
  }
  return result;
}
