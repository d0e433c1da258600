/** A run's place on the tape. The engine moves it; the view that an agent holds can only read it. */

import { invariant, type CivilDate, type Instant } from '#values';
import { factKinds, type FactColumns, type SessionOpen } from '#contracts';
import type { AsOfStore } from './as-of-store.js';
import { AsOfView } from './as-of-view.js';
import type { BarSeries } from './bar-series.js';
import type { RunningIndicator } from './indicators/running-indicator.js';
import type { MarketView } from './market-view.js';
import type { ReadableCursor } from './readable-cursor.js';

export class Cursor implements ReadableCursor {
  asOf = 0;
  time: Instant = 0;
  session: CivilDate | null = null;
  /** Bars that can be read, per instrument, dropped ones included. */
  readonly visible: Uint32Array;
  readonly view: MarketView;
  private readonly followers: (RunningIndicator<unknown>[] | undefined)[];
  private readonly handles = new Map<string, unknown>();

  /**
   * `history`: bars per symbol that this reader may look back, so that what it reads never depends on
   * how much the store happens to keep; null for all.
   */
  constructor(
    readonly store: AsOfStore,
    private history: number | null = null,
  ) {
    this.visible = new Uint32Array(store.series.length);
    this.followers = store.series.map(() => undefined);
    this.view = new AsOfView(this);
  }

  /** Moves to the next fact, which is row `row` of `facts` and stands in the store already. */
  advance(facts: FactColumns, row: number): void {
    const time = facts.knowledgeTime[row] as number;
    const kind = facts.kind[row];
    this.asOf++;
    this.time = time;
    if (kind === factKinds.bar) this.showBar(facts.instrument[row] as number);
    else if (kind === factKinds.sessionOpen) {
      this.session = (facts.payload[row] as SessionOpen).session;
    }
  }

  priceOf(instrument: number): number {
    const visible = this.visible[instrument] as number;
    // Trades are in prices as quoted: beside closes on the adjusted scale they are none.
    if (this.store.tradePrice === 'close') {
      const price = this.store.ticks.priceAt(instrument, this.asOf, visible);
      if (!Number.isNaN(price)) return price;
    }
    if (visible === 0) return NaN;
    const series = this.store.series[instrument] as BarSeries;
    return series.price[visible - 1 - series.dropped] as number;
  }

  /** Narrows `history` before the first fact: some agents say what they need only once they are open. */
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
   * The indicator kept under `key`, made and fed with the readable history when it is new. From then on
   * it follows the symbol's bars.
   */
  follow<H>(
    instrument: number,
    key: string,
    make: () => { running: RunningIndicator<unknown>; handle: H },
  ): H {
    const full = `${instrument}:${key}`;
    const known = this.handles.get(full);
    if (known !== undefined) return known as H;
    const { running, handle } = make();
    const series = this.store.series[instrument] as BarSeries;
    const { from, to } = this.rowsOf(instrument);
    for (let row = from; row < to; row++) running.next(series.price[row] as number);
    (this.followers[instrument] ??= []).push(running);
    this.handles.set(full, handle);
    return handle;
  }

  private showBar(instrument: number): void {
    const visible = (this.visible[instrument] as number) + 1;
    this.visible[instrument] = visible;
    const list = this.followers[instrument];
    if (list === undefined) return;
    const series = this.store.series[instrument] as BarSeries;
    const at = visible - 1 - series.dropped;
    invariant(at < series.kept, 'a cursor never passes its store');
    const price = series.price[at] as number;
    for (let index = 0; index < list.length; index++) {
      (list[index] as RunningIndicator<unknown>).next(price);
    }
  }
}
