/**
 * The tables that people open: equity.csv, fills.csv and positions.csv, derived from a
 * journal as it grows.
 */

import { followedCalendar } from '#market-data/dataset/tape-calendars';
import { formatCivilDate, formatInstant, invariant, type CivilDate, type Instant } from '#values';
import { isFill, type FillEvent, type JournalEvent } from '#contracts';
import type { SessionCalendar } from '#market-data';
import { fillRowsMax, type ReportFill, type ReportFills, type ReportLegs } from '#report';
import {
  HedgingFold,
  TradeFold,
  type TradingFold,
  type TradingPlan,
  type WorkflowFold,
} from '#workflows';
import type { DerivedFile, OpenDerivedFile } from '../run-folder/derived-file.js';
import { numberText } from '../run-folder/number-text.js';
import type { RunFolder } from '../run-folder/run-folder.js';
import type { EventFold } from '../loop/run-loop.js';
import { equityRows, type EquityRows } from './equity-rows.js';
import { runResult, type MeasuredRun } from './measured-run.js';

/** Files that follow a run's journal, and beside its fold give its figures. */
export interface RunTables<E> extends EventFold {
  readonly fold: WorkflowFold;
  /**
   * After the last event; `open` if the run has no end yet, and its fold took the events that
   * would end it here.
   */
  end(journalHash: string, open: boolean): E;
  /** Safe to call after the end. */
  abandon(): void;
}

export interface TablesOptions {
  readonly folder: Pick<RunFolder, 'equity' | 'fills' | 'positions'>;
  readonly plan: TradingPlan;
  readonly calendar: Pick<SessionCalendar, 'sessionClosingAtOrAfter'>;
  readonly open: OpenDerivedFile;
}

export class TradingTables implements RunTables<MeasuredRun> {
  readonly trades = new TradeFold();
  private readonly first: ReportFill[] = [];
  private buys = 0;
  private sales = 0;
  private readonly equity: DerivedFile;
  private readonly fills: DerivedFile;
  private readonly positions: DerivedFile;
  private readonly equityRows: EquityRows;

  /** `fold` takes each event first, and none has been taken yet. */
  constructor(
    readonly fold: TradingFold,
    readonly options: TablesOptions,
  ) {
    const { folder, plan, open } = options;
    this.equity = open(folder.equity);
    this.fills = open(folder.fills);
    this.positions = open(folder.positions);
    this.fills.write('date,symbol,shares,price,fee,purpose,exitReason\n');
    this.positions.write('date,symbol,position\n');
    this.equityRows = equityRows(plan.equity ?? 'marks', {
      decide: plan.decide,
      sessionOf: (time) => this.sessionOf(time),
      write: (row) => this.equity.write(row),
    });
    this.equity.write(this.equityRows.header);
    fold.marksInto = this.equityRows;
    fold.onPositionChange = ({ session, time, symbol, position }) => {
      const date = plan.decide === 'bar' ? formatInstant(time) : formatCivilDate(session);
      this.positions.write(`${date},${quoted(symbol)},${numberText(position)}\n`);
    };
  }

  take(event: JournalEvent): void {
    this.trades.take(event);
    if (isFill(event)) this.takeFill(event);
  }

  end(journalHash: string, open = false): MeasuredRun {
    const { fold } = this;
    const { plan } = this.options;
    const { closed } = fold;
    invariant(closed !== undefined, 'a run that is measured is closed');
    this.equityRows.end();
    const performance = fold.performance();
    const { scaled, weightsScaled, weightsUnpaid, unpaidSum, unpaidBeside } = fold.orders;
    const { cancelsIgnored, firstIgnored } = fold.orders;
    const dateOf = (time: Instant): string => this.dateOf(time);
    const files = [this.equity, this.fills, this.positions];
    return {
      plan,
      performance,
      closed,
      open,
      cancelsIgnored,
      firstIgnored,
      scaled,
      weightsScaled,
      weightsUnpaid,
      unpaidSum,
      unpaidBeside,
      classes: fold.coverage.classes(),
      result: runResult(plan, fold, { performance, journalHash, dateOf }),
      answers: fold.answers.runs(),
      cash: fold.marks.cash.toArray(),
      ...(fold instanceof HedgingFold ? { legs: legsOf(fold) } : {}),
      fills: this.sample(),
      trades: this.trades.trades(),
      tables: files.map((file) => ({ path: file.path, state: file.end() })),
    };
  }

  abandon(): void {
    for (const file of [this.equity, this.fills, this.positions]) file.abandon();
  }

  sample(): ReportFills {
    return { first: this.first, buys: this.buys, sales: this.sales };
  }

  /** The session in which an instant falls, or the instant where decisions are due at bars. */
  private dateOf(time: Instant): string {
    if (this.options.plan.decide === 'bar') return formatInstant(time);
    return formatCivilDate(this.sessionOf(time));
  }

  private sessionOf(time: Instant): CivilDate {
    const { plan, calendar } = this.options;
    return followedCalendar(plan, calendar).sessionClosingAtOrAfter(time);
  }

  private takeFill({ time, symbol, shares, price, fee, purpose }: FillEvent): void {
    const date = this.dateOf(time);
    const reason = this.trades.lastReason ?? '';
    const numbers = [shares, price, fee].map(numberText).join(',');
    this.fills.write(`${date},${quoted(symbol)},${numbers},${purpose},${reason}\n`);
    if (shares < 0) this.sales++;
    else this.buys++;
    if (this.first.length < fillRowsMax) {
      this.first.push({ date, symbol, shares, price, fee, purpose });
    }
  }
}

function legsOf({ legs: { course } }: HedgingFold): ReportLegs {
  const { left, right, side } = course;
  return { left: left.toArray(), right: right.toArray(), side: side.toArray() };
}

/** RFC 4180; a leading sign would be a formula to a spreadsheet. */
export function quoted(field: string): string {
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
