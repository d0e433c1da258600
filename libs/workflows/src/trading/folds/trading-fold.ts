/** A trading run's figures as a fold over its journal: coverage, marks, and orders. */

import {
  type CivilDate,
  corruptJournal,
  formatCivilDate,
  formatInstant,
  type Instant,
  invariant,
  NumberColumn,
} from '#values';
import { isDecision, type JournalEvent, type JournalEventOf } from '#contracts';
import type { Figures } from '#contracts/result/figures';
import type { Pair } from '#agents';
import { type TradingTerms, tradingTermsOf } from '#contracts/scenario/trading-terms';
import { MarkFigures, type Performance } from '#metrics';
import { calendarOfYear, referredCalendar } from '#market-data/calendar/calendar-of';
import { type Account, barsMax } from '#portfolio';
import { AnswerLabels } from '../../workflow/answer-labels.js';
import { CoverageFold } from '../../workflow/coverage-fold.js';
import type { WorkflowFold } from '../../workflow/workflow.js';
import { OrderFold, type PositionChange } from './order-fold.js';

/** Money may be off by rounding only. */
const tolerance = 1e-9;

export class TradingFold {
  readonly coverage = new CoverageFold();
  readonly answers = new AnswerLabels();
  records = 0;
  rowsDropped = 0;
  /** Losses of a live feed that concern the symbols of the run. */
  feedGaps = 0;
  closed: JournalEventOf<'RunClosed'> | undefined;
  /** Receives every mark; set before the first event. */
  marksInto: MarkSink | undefined;
  /** Receives each position change once it is settled; set before the first event. */
  onPositionChange: ((change: PositionChange) => void) | undefined;
  standing?: WorkflowFold['standing'];
  private started:
    | {
        readonly symbols: readonly string[];
        readonly terms: TradingTerms;
        readonly orders: OrderFold;
        readonly marks: MarkFold;
      }
    | undefined;

  /**
   * Takes the next event of the journal. `CorruptJournal` if it is not a trading journal
   * from its start.
   */
  take(event: JournalEvent): void {
    this.records++;
    if (!isDecision(event)) {
      this.takeOther(event);
      return;
    }
    this.coverage.take(event);
    this.answers.take(event);
  }

  get orders(): OrderFold {
    return this.start.orders;
  }

  get marks(): MarkFold {
    return this.start.marks;
  }

  /** What the metrics are computed from. */
  performance(): Performance {
    const { terms, orders, marks } = this.start;
    const dates = [...marks.dates.toArray()];
    return {
      dates,
      elapsedSessions: elapsedSessions(dates, terms),
      equity: marks.equity.toArray(),
      startingCapital: terms.capital,
      basis: terms.policy.basis,
      sessionsPerYear: terms.sessionsPerYear,
      gross: marks.gross.toArray(),
      ...marks.figures(),
      turnover: orders.turnover,
      tripProfits: orders.trips.profits.toArray(),
      positionsOpened: orders.trips.opened,
      fills: orders.fills,
      fees: orders.account.fees,
    };
  }

  /** Figures beside those of every performance; none in plain trading. */
  ownFigures(): Figures {
    return {};
  }

  /** The two symbols that the run chose; null if it chose none, undefined if it does not choose. */
  get chosen(): Pair | null | undefined {
    return undefined;
  }

  private takeOther(event: JournalEvent): void {
    switch (event.type) {
      case 'RunOpened':
        this.open(event);
        return;
      case 'MarkTaken':
        this.marks.take(event, this.orders.account);
        this.orders.take(event);
        return;
      case 'BarsMarked':
        this.marks.takeBars(event);
        return;
      case 'RowDropped':
        this.rowsDropped++;
        return;
      case 'FeedGap':
        if (this.concerns(event.symbols)) this.feedGaps++;
        return;
      case 'RunClosed':
        this.orders.settleChange();
        this.closed = event;
        return;
      default:
        this.orders.take(event);
    }
  }

  /** A gap without symbols may concern all of them. */
  private concerns(symbols: readonly string[]): boolean {
    const own = this.start.symbols;
    return symbols.length === 0 || symbols.some((symbol) => own.includes(symbol));
  }

  private get start() {
    const { started } = this;
    if (started !== undefined) return started;
    throw corruptJournal('the journal does not start with RunOpened', { where: 'record 1' });
  }

  private open(event: JournalEventOf<'RunOpened'>): void {
    invariant(this.records === 1, 'RunOpened is the first record');
    const terms = tradingTermsOf(event);
    const { symbols } = event;
    if (symbols.length === 1) this.answers.symbol = symbols[0];
    const { size } = terms.policy;
    const isDirectional = symbols.length === 1 && (size === 'all-in' || typeof size === 'object');
    const { reasons } = this.coverage;
    const { onPositionChange: onChange } = this;
    const ofOrders = { symbols, capital: terms.capital, isDirectional, reasons, onChange };
    const orders = new OrderFold(ofOrders);
    const firstPeak = terms.policy.basis === 'capital' ? terms.capital : undefined;
    const marks = new MarkFold(firstPeak, this.marksInto);
    this.started = { symbols, terms, orders, marks };
  }
}

/**
 * Sessions after the first mark, up to the last: a session without a bar has no mark, but it passes
 * like the others. The calendar is the one that the journal names, by its name or by its sessions a
 * year; marks outside of every calendar, which only tests make, pass one by one.
 */
function elapsedSessions(
  marks: readonly CivilDate[],
  { calendar: named, sessionsPerYear }: TradingTerms,
): number {
  const first = marks[0];
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return 0;
  const calendar = named ? referredCalendar(named) : calendarOfYear(sessionsPerYear);
  const isKnown = calendar && first >= calendar.firstDate && last <= calendar.lastDate;
  if (!isKnown) return marks.length - 1;
  return Math.max(marks.length - 1, calendar.sessionsBetween(first + 1, last).length);
}

/** The mark of a session. */
export type Mark = Pick<
  JournalEventOf<'MarkTaken'>,
  'time' | 'session' | 'equity' | 'cash' | 'gross' | 'net'
>;

/** Equal marks at bars, so many `step`s apart; equity is cash and net. */
export interface BarMarks {
  /** The time of the first. */
  readonly time: Instant;
  readonly step: number;
  readonly count: number;
  readonly cash: number;
  readonly gross: number;
  readonly net: number;
}

/** Takes the marks of a journal in order. */
export interface MarkSink {
  take(mark: Mark): void;
  takeBars(marks: BarMarks): void;
}

/**
 * The marks of a trading journal as columns, checked against the cash that follows from its events.
 */
class MarkFold {
  /** Sessions, as civil dates. */
  readonly dates = new NumberColumn();
  readonly equity = new NumberColumn();
  readonly cash = new NumberColumn();
  /** Absolute and signed value of the positions over equity. */
  readonly gross = new NumberColumn();
  readonly net = new NumberColumn();
  private readonly times = new NumberColumn();
  private readonly all: MarkFigures<Instant>;
  private hasBars = false;

  constructor(
    firstPeak: number | undefined,
    private readonly into: MarkSink | undefined,
  ) {
    this.all = new MarkFigures(firstPeak);
  }

  /** Takes the marks at bars before that of their session. */
  takeBars({ bars }: JournalEventOf<'BarsMarked'>): void {
    this.hasBars = true;
    let time = 0;
    let cash: number | null = null;
    for (const { step, count, gross, cash: given, net: signed } of bars) {
      cash = given ?? cash;
      invariant(cash !== null, 'the first item of marks has its cash');
      invariant(count <= barsMax, 'an item of marks has no more bars than it may');
      const net = signed ?? gross;
      const equity = cash + net;
      const first = time + step;
      const share = ratio(gross, equity);
      // A run has millions of these: none of them is an object.
      for (let bar = 0; bar < count; bar++) {
        time += step;
        this.all.take(equity, share, time);
      }
      this.into?.takeBars({ time: first, step, count, cash, gross, net });
    }
  }

  /** Dates of the drawdown are sessions, or instants if bars were marked before closes. */
  figures(): Pick<Performance, 'drawdown' | 'exposure' | 'timeInMarket'> {
    const { all, hasBars } = this;
    const drawdown = all.drawdown((time) =>
      hasBars ? formatInstant(time) : formatCivilDate(this.sessionAt(time)),
    );
    return { drawdown, exposure: all.exposure(), timeInMarket: all.timeInMarket() };
  }

  /**
   * `Invariant` where cash and positions are not the equity, or the cash is not that of `account`.
   */
  take(event: JournalEventOf<'MarkTaken'>, account: Account): void {
    const off = Math.abs(event.cash + event.net - event.equity);
    const scale = Math.abs(event.cash) + Math.abs(event.gross) + 1;
    invariant(off <= tolerance * scale, 'cash and positions make the equity');
    const strayed = Math.abs(event.cash - account.cash);
    invariant(strayed <= tolerance * scale, 'cash follows from the events');
    this.dates.push(event.session);
    this.equity.push(event.equity);
    this.cash.push(event.cash);
    this.gross.push(ratio(event.gross, event.equity));
    this.net.push(ratio(event.net, event.equity));
    this.times.push(event.time);
    this.all.take(event.equity, ratio(event.gross, event.equity), event.time);
    this.into?.take(event);
  }

  /** The session of a mark of this time. */
  private sessionAt(time: Instant): CivilDate {
    return this.dates.at(this.times.toArray().lastIndexOf(time));
  }
}

/** Value over equity; if no equity is left, the sign of the value replaces the ratio. */
const ratio = (value: number, equity: number): number =>
  equity > 0 ? value / equity : Math.sign(value);
