/** How the rows of a bar file are placed in time, for each of its calendars. */

import type { Instant } from '#values';
import type { CalendarName } from '#contracts';
import type { BarTimes } from '../bars/bar-times.js';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { BarTable } from '../manifest/dataset-manifest.js';
import { PeriodStamps } from './period-stamps.js';

/** Where bars of a symbol are in time. */
export interface BarPlaces {
  readonly calendar: SessionCalendar;
  readonly times: BarTimes;
}

/** The rows of one calendar, by the first sound one. */
export interface BarSpans {
  readonly calendar: CalendarName;
  /** Numbers of those with sound rows. */
  readonly symbols: readonly number[];
  /** Undefined if the data set gives ends without the length of its bars. */
  readonly from: Instant | undefined;
  /** Its end, at which it is known. */
  readonly to: Instant;
  /** How many bars end with their session, before their length is over. */
  readonly cut: number;
}

interface MarketRows {
  readonly calendar: SessionCalendar;
  readonly stamps: PeriodStamps;
  readonly symbols: Set<number>;
  readonly first: Pick<BarSpans, 'from' | 'to'>;
  lastSymbol: number;
  cut: number;
}

export class SpansOfFile {
  private readonly markets = new Map<SessionCalendar, MarketRows>();
  /** That of the last row. */
  private market: MarketRows | undefined;

  constructor(private readonly frequency: BarTable['frequency']) {}

  /** Takes a sound row, which is known at `known`. */
  add({ calendar, times }: BarPlaces, symbol: number, stamp: number, known: Instant): void {
    if (this.market?.calendar !== calendar) {
      const first = { from: times.start(stamp), to: known };
      const stamps = new PeriodStamps(this.frequency);
      const made: MarketRows = {
        calendar,
        stamps,
        symbols: new Set(),
        first,
        lastSymbol: NaN,
        cut: 0,
      };
      this.market = this.markets.get(calendar) ?? made;
      this.markets.set(calendar, this.market);
    }
    const { market } = this;
    // Most rows are of the symbol of the row before.
    if (symbol !== market.lastSymbol) {
      market.symbols.add(symbol);
      market.lastSymbol = symbol;
    }
    market.stamps.add(stamp);
  }

  /** The row that was added last ends with its session, before its length is over. */
  addCut(): void {
    if (this.market !== undefined) this.market.cut++;
  }

  /**
   * Throws `InvalidInput` if the rows are weeks or months of another calendar; see `PeriodStamps`.
   */
  requireFit(file: string): void {
    for (const { calendar, stamps } of this.markets.values()) stamps.requireFit(file, calendar);
  }

  /** By the first row of each calendar. */
  get spans(): readonly BarSpans[] {
    return [...this.markets.values()].map(({ calendar, symbols, first, cut }) => {
      return { calendar: calendar.name, symbols: [...symbols], ...first, cut };
    });
  }
}
