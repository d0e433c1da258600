/**
 * A run's place on the tape. The engine moves it; the view that an agent holds can only read it.
 */

import { invariant, type CivilDate, type Instant } from '#values';
import {
  factKinds,
  type CalendarName,
  type FactColumns,
  type SessionOpen,
  type Split,
} from '#contracts';
import type { AsOfStore } from '../store/as-of-store.js';
import { AsOfView } from './as-of-view.js';
import type { BarSeries } from '../store/bar-series.js';
import type { RunningIndicator } from '../indicators/running/running-indicator.js';
import type { MarketView } from './market-view.js';
import type { Followed, ReadableCursor } from './readable-cursor.js';
import { beginOf, scaled, scalesOf } from '../store/share-scale.js';

/** Shared by all cursors, and never pushed to. */
const noSplits: readonly Split[] = [];

export class Cursor implements ReadableCursor {
  asOf = 0;
  time: Instant = 0;
  session: CivilDate | null = null;
  /** Bars that can be read, per instrument, dropped ones included. */
  readonly visible: Uint32Array;
  readonly view: MarketView;
  private readonly followers: (RunningIndicator<unknown>[] | undefined)[];
  /** For each follower how to begin it again. */
  private readonly restarts: (() => RunningIndicator<unknown>)[][];
  /** Splits that are known and not yet effective, or not yet met by the followers. */
  private waiting = noSplits;
  private readonly handles = new Map<string, unknown>();

  /**
   * `history`: bars per symbol that this reader may look back, so that what it reads never depends
   * on how much the store happens to keep; null for all.
   */
  constructor(
    readonly store: AsOfStore,
    private history: number | null = null,
    /** The calendar whose sessions the run follows, if it is not the tape's own. */
    private readonly followed?: CalendarName,
  ) {
    this.visible = new Uint32Array(store.series.length);
    this.followers = store.series.map(() => undefined);
    this.restarts = store.series.map(() => []);
    this.view = new AsOfView(this);
  }

  get calendar(): CalendarName {
    return this.followed ?? this.store.calendar;
  }

  /** Moves to the next fact, which is row `row` of `facts` and already in the store. */
  advance(facts: FactColumns, row: number): void {
    const time = facts.knowledgeTime[row] as number;
    const kind = facts.kind[row];
    this.asOf++;
    this.time = time;
    if (kind === factKinds.sessionOpen) {
      const { session, calendar } = facts.payload[row] as SessionOpen;
      if (calendar === this.followed) this.session = session;
    } else if (kind === factKinds.split && this.store.priceBasis === 'raw') {
      this.waiting = [...this.waiting, facts.payload[row] as Split];
    }
    if (this.waiting.length > 0) this.meetSplits();
    if (kind === factKinds.bar) this.showBar(facts.instrument[row] as number);
  }

  priceOf(instrument: number): number {
    const visible = this.visible[instrument] as number;
    // Trades are in prices as quoted, so they cannot be mixed with closes on the adjusted scale.
    if (this.store.tradePrice === 'close') {
      const scales = scalesOf(this, instrument);
      const price = this.store.ticks.priceAt(instrument, this.asOf, visible, scales);
      if (!Number.isNaN(price)) return price;
    }
    if (visible === 0) return NaN;
    const series = this.store.series[instrument] as BarSeries;
    return this.priceIn(instrument, visible - 1 - series.dropped);
  }

  /**
   * Narrows `history` before the first fact: some agents declare what they need only once
   * they are open.
   */
  limitHistory(bars: number | null): void {
    invariant(this.asOf === 0, 'a reader says before the first fact how far it looks back');
    if (bars !== null) this.history = Math.min(bars, this.history ?? bars);
  }

  /** The kept rows [from, to) that this cursor may read. */
  rowsOf(instrument: number): { from: number; to: number } {
    const to =
      (this.visible[instrument] as number) - (this.store.series[instrument] as BarSeries).dropped;
    return { from: this.history === null ? 0 : Math.max(0, to - this.history), to };
  }

  /**
   * The indicator kept under `key`, made and fed with the readable history when it is new. From
   * then on it follows the symbol's bars.
   */
  follow<T, H>(
    instrument: number,
    key: string,
    make: () => RunningIndicator<T>,
    handleOf: (followed: Followed<T>) => H,
  ): H {
    const full = `${instrument}:${key}`;
    const known = this.handles.get(full);
    if (known !== undefined) return known as H;
    const fed = (): RunningIndicator<T> => {
      const running = make();
      const { from, to } = this.rowsOf(instrument);
      for (let row = from; row < to; row++) running.next(this.priceIn(instrument, row));
      return running;
    };
    const followed = { running: fed() };
    (this.followers[instrument] ??= []).push(followed.running);
    this.restarts[instrument]?.push(() => (followed.running = fed()));
    const handle = handleOf(followed);
    this.handles.set(full, handle);
    return handle;
  }

  /** The trade price of a kept row, in the shares of the as-of. */
  private priceIn(instrument: number, row: number): number {
    const series = this.store.series[instrument] as BarSeries;
    const price = series.price[row] as number;
    if (this.store.tradePrice !== 'close') return price;
    return scaled(price, series.end[row] as number, scalesOf(this, instrument));
  }

  /**
   * Recomputes indicators from all bars that can be read, once a split of their symbol is in force.
   */
  private meetSplits(): void {
    const due = this.waiting.filter(
      (split) =>
        beginOf(this, split.effectiveDate, this.store.symbols.indexOf(split.symbol)) !== undefined,
    );
    if (due.length === 0) return;
    this.waiting = this.waiting.filter((split) => !due.includes(split));
    for (const instrument of new Set(due.map(({ symbol }) => this.store.symbols.indexOf(symbol)))) {
      if (this.followers[instrument] === undefined) continue;
      this.followers[instrument] = this.restarts[instrument]?.map((restart) => restart());
    }
  }

  private showBar(instrument: number): void {
    const visible = (this.visible[instrument] as number) + 1;
    this.visible[instrument] = visible;
    const list = this.followers[instrument];
    if (list === undefined) return;
    const series = this.store.series[instrument] as BarSeries;
    const at = visible - 1 - series.dropped;
    invariant(at < series.kept, 'a cursor never passes its store');
    const price = this.priceIn(instrument, at);
    for (let index = 0; index < list.length; index++) {
      (list[index] as RunningIndicator<unknown>).next(price);
    }
  }
}
