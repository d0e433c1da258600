/** A run's figures as a fold over its journal: marks, coverage, round trips, position changes. */

import { invariant } from '#values';
import type { ExecutionPolicy, JournalEvent, JournalEventOf } from '#contracts';
import type { Coverage } from '#contracts/result';
import type { Performance } from '#metrics';
import { evolve, numberOfSymbol, openAccount, type Account } from '#portfolio';
import { NumberColumn } from './number-column.js';
import { RoundTrips } from './round-trips.js';

/** One change of a position, in columns of `RunFold`. */
export interface PositionChange {
  /** Session of the decision, civil date. */
  readonly session: number;
  /** Knowledge time of the decision. */
  readonly time: number;
  readonly symbol: string;
  readonly position: number;
}

/** Money may be off by rounding only. */
const tolerance = 1e-9;

export class RunFold {
  account: Account = openAccount([], 0);
  policy: ExecutionPolicy | undefined;
  readonly coverage = {
    due: 0,
    answered: 0,
    missing: 0,
    invalid: 0,
    late: 0,
    failed: 0,
    forced: 0,
  };
  fills = 0;
  denied = 0;
  rowsDropped = 0;
  turnover = 0;
  records = 0;
  closed: JournalEventOf<'RunClosed'> | undefined;
  readonly dates = new NumberColumn();
  readonly equity = new NumberColumn();
  readonly cash = new NumberColumn();
  readonly gross = new NumberColumn();
  readonly net = new NumberColumn();
  private opened: JournalEventOf<'RunOpened'> | undefined;
  private trips = new RoundTrips(0);
  /** Orders that have not ended, which tell when a fill was decided. */
  private readonly accepted = new Map<number, JournalEventOf<'OrderAccepted'>>();
  /** The one that came last stays out of the map: it mostly fills before the next one comes. */
  private newest: JournalEventOf<'OrderAccepted'> | undefined;
  private readonly changeSession = new NumberColumn();
  private readonly changeTime = new NumberColumn();
  private readonly changeSymbol = new NumberColumn();
  private readonly changePosition = new NumberColumn();
  private lastChangeAsOf = -1;
  private lastPosition = new Float64Array(0);
  private filledOrder = 0;

  /** Takes the next event of the journal. */
  take(event: JournalEvent): void {
    this.records++;
    switch (event.type) {
      case 'DecisionMade':
        this.coverage.due++;
        this.coverage.answered++;
        return;
      case 'DecisionMissing':
        this.coverage.due++;
        this.coverage.missing++;
        return;
      case 'DecisionInvalid':
        this.coverage.due++;
        this.coverage.invalid++;
        return;
      case 'DecisionLate':
        this.coverage.due++;
        this.coverage.late++;
        return;
      case 'DecisionFailed':
        this.coverage.due++;
        this.coverage.failed++;
        return;
      default:
        this.takeOther(event);
    }
  }

  /** The same as taking `times` events `DecisionMade`, none of whose members count. */
  takeDecisions(times: number): void {
    this.records += times;
    this.coverage.due += times;
    this.coverage.answered += times;
  }

  /** What the metrics are computed from. */
  performance(): Performance {
    const { opened, policy, trips } = this;
    invariant(opened !== undefined && policy !== undefined, 'a journal starts with RunOpened');
    return {
      dates: [...this.dates.toArray()],
      equity: this.equity.toArray(),
      startingCapital: opened.capital,
      basis: policy.basis,
      sessionsPerYear: opened.sessionsPerYear,
      gross: ratios(this.gross, this.equity),
      net: ratios(this.net, this.equity),
      turnover: this.turnover,
      tripProfits: trips.profits.toArray(),
      positionsOpened: trips.opened,
      fills: this.fills,
      fees: this.account.fees,
    };
  }

  coverageNow(): Coverage {
    return { ...this.coverage };
  }

  /** Position changes in the order of the fills. */
  *positionChanges(): Generator<PositionChange> {
    for (let index = 0; index < this.changeSession.length; index++) {
      yield {
        session: this.changeSession.at(index),
        time: this.changeTime.at(index),
        symbol: this.account.symbols[this.changeSymbol.at(index)] as string,
        position: this.changePosition.at(index),
      };
    }
  }

  private takeOther(event: JournalEvent): void {
    switch (event.type) {
      case 'RunOpened':
        this.open(event);
        return;
      case 'OrderAccepted':
        this.keepOrder(event);
        return;
      case 'OrderCancelled':
        this.dropOrder(event.order);
        return;
      case 'OrderDenied':
        this.denied++;
        if (event.order !== null) this.dropOrder(event.order);
        return;
      case 'OrderFilled':
        this.takeFill(event);
        return;
      case 'DividendBooked':
        this.trips.addCash(this.numberOf(event.symbol), event.cash);
        break;
      case 'MarkTaken':
        this.takeMark(event);
        return;
      case 'RowDropped':
        this.rowsDropped++;
        return;
      case 'RunClosed':
        this.closed = event;
        return;
      default:
    }
    evolve(this.account, event);
  }

  private open(event: JournalEventOf<'RunOpened'>): void {
    invariant(this.records === 1, 'RunOpened is the first record');
    this.opened = event;
    this.policy = JSON.parse(event.policy) as ExecutionPolicy;
    this.account = openAccount(event.symbols, event.capital);
    this.trips = new RoundTrips(event.symbols.length);
    this.lastPosition = new Float64Array(event.symbols.length);
  }

  private takeFill(event: JournalEventOf<'OrderFilled'>): void {
    const number = this.numberOf(event.symbol);
    const before = this.account.shares[number] as number;
    evolve(this.account, event);
    this.fills++;
    this.turnover += Math.abs(event.weightAfter - event.weightBefore);
    this.trips.takeFill(number, event, before);
    this.noteChange(number, event);
  }

  /** Fills of one instant and symbol are one change: a flip is not flat in between. */
  private noteChange(number: number, event: JournalEventOf<'OrderFilled'>): void {
    const { newest } = this;
    const placed = newest?.order === event.order ? newest : this.accepted.get(event.order);
    invariant(placed !== undefined, 'an order is accepted before it is filled');
    const directional = this.policy?.size === 'all-in' || typeof this.policy?.size === 'object';
    const single = this.account.symbols.length === 1;
    const position =
      directional && single ? Math.sign(this.account.shares[number] as number) : event.weightAfter;
    const last = this.changeSession.length - 1;
    if (this.lastChangeAsOf === event.asOf && this.changeSymbol.at(last) === number) {
      this.changePosition.set(last, position);
    } else if (position !== this.lastPosition[number]) {
      this.changeSession.push(placed.session);
      this.changeTime.push(placed.time);
      this.changeSymbol.push(number);
      this.changePosition.push(position);
      this.lastChangeAsOf = event.asOf;
    }
    this.lastPosition[number] = position;
    this.forgetOrder(event.order);
  }

  /** An order fills at one instant only; a flip's second fill follows its first at once. */
  private forgetOrder(order: number): void {
    if (this.filledOrder !== order) this.dropOrder(this.filledOrder);
    this.filledOrder = order;
  }

  /** What was filled is over when another order comes. */
  private keepOrder(event: JournalEventOf<'OrderAccepted'>): void {
    const { newest } = this;
    if (newest !== undefined && newest.order !== this.filledOrder) {
      this.accepted.set(newest.order, newest);
    }
    this.newest = event;
  }

  private dropOrder(order: number): void {
    if (this.newest?.order === order) this.newest = undefined;
    else this.accepted.delete(order);
  }

  private takeMark(event: JournalEventOf<'MarkTaken'>): void {
    const off = Math.abs(event.cash + event.net - event.equity);
    const scale = Math.abs(event.cash) + Math.abs(event.gross) + 1;
    invariant(off <= tolerance * scale, 'cash and positions make the equity');
    invariant(
      Math.abs(event.cash - this.account.cash) <= tolerance * scale,
      'cash follows from the events',
    );
    this.dates.push(event.session);
    this.equity.push(event.equity);
    this.cash.push(event.cash);
    this.gross.push(event.gross);
    this.net.push(event.net);
  }

  private numberOf(symbol: string): number {
    return numberOfSymbol(this.account, symbol) as number;
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
