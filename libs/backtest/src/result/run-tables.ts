/** The tables that people open: equity.csv, fills.csv and positions.csv, derived from a journal as it grows. */

import { formatCivilDate, formatInstant, type Instant } from '#values';
import { isFill, type FillEvent, type JournalEvent } from '#contracts';
import type { SessionCalendar } from '#market-data';
import { fillRowsMax, type ReportFill, type ReportFills } from '#report';
import { TradeFold, type TradingFold, type TradingPlan } from '#workflows';
import type { DerivedFile, FileState, OpenDerivedFile } from '../run-folder/derived-file.js';
import type { RunFolder } from '../run-folder/run-folder.js';
import type { EventFold } from '../loop/run-loop.js';

/** A file of a run and its outcome. */
export interface TableState {
  readonly path: string;
  readonly state: FileState;
}

/** Files that follow a journal. */
export interface RunTables extends EventFold {
  /** After the last event. */
  end(): readonly TableState[];
  abandon(): void;
}

export interface TablesOptions {
  readonly folder: Pick<RunFolder, 'equity' | 'fills' | 'positions'>;
  readonly plan: TradingPlan;
  readonly calendar: Pick<SessionCalendar, 'sessionClosingAtOrAfter'>;
  readonly open: OpenDerivedFile;
}

export class TradingTables implements RunTables {
  readonly trades = new TradeFold();
  private readonly first: ReportFill[] = [];
  private buys = 0;
  private sales = 0;
  private readonly equity: DerivedFile;
  private readonly fills: DerivedFile;
  private readonly positions: DerivedFile;

  /** `fold` takes each event first, and none has been taken yet. */
  constructor(
    readonly fold: TradingFold,
    readonly options: TablesOptions,
  ) {
    const { folder, plan, open } = options;
    [this.equity, this.fills] = [open(folder.equity), open(folder.fills)];
    this.positions = open(folder.positions);
    this.equity.write('date,equity,cash,exposure\n');
    this.fills.write('date,symbol,shares,price,fee,purpose\n');
    this.positions.write('date,symbol,position\n');
    fold.onMark = ({ time, session, equity, cash, net }) => {
      const isBar = plan.decide === 'bar' || session === undefined;
      const date = isBar ? formatInstant(time) : formatCivilDate(session);
      const exposure = equity === 0 ? '' : String(net / equity);
      this.equity.write(`${date},${equity},${cash},${exposure}\n`);
    };
    fold.onPositionChange = ({ session, time, symbol, position }) => {
      const date = plan.decide === 'bar' ? formatInstant(time) : formatCivilDate(session);
      this.positions.write(`${date},${quoted(symbol)},${position}\n`);
    };
  }

  take(event: JournalEvent): void {
    this.trades.take(event);
    if (isFill(event)) this.takeFill(event);
  }

  end(): readonly TableState[] {
    const files = [this.equity, this.fills, this.positions];
    return files.map((file) => ({ path: file.path, state: file.end() }));
  }

  abandon(): void {
    for (const file of [this.equity, this.fills, this.positions]) file.abandon();
  }

  sample(): ReportFills {
    return { first: this.first, buys: this.buys, sales: this.sales };
  }

  /** The session in which an instant falls, or the instant where decisions are due at bars. */
  dateOf(time: Instant): string {
    const { plan, calendar } = this.options;
    if (plan.decide === 'bar') return formatInstant(time);
    return formatCivilDate(calendar.sessionClosingAtOrAfter(time));
  }

  private takeFill({ time, symbol, shares, price, fee, purpose }: FillEvent): void {
    const date = this.dateOf(time);
    this.fills.write(`${date},${quoted(symbol)},${shares},${price},${fee},${purpose}\n`);
    if (shares < 0) this.sales++;
    else this.buys++;
    if (this.first.length < fillRowsMax) {
      this.first.push({ date, symbol, shares, price, fee, purpose });
    }
  }
}

/** RFC 4180; a leading sign would be a formula to a spreadsheet. */
export function quoted(field: string): string {
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
