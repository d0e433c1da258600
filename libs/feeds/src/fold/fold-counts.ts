/** What a fold counts: what arrived, what became facts, and what was skipped and why. */

import { microsPerMilli, microsPerSecond, type Instant } from '#values';

/** How many frames and complaints are listed individually. */
const namedMax = 5;
/** Lags are counted in ranges that double, starting below 1 ms. */
const lagRanges = 32;

export class FoldCounts {
  frames = 0;
  notes = 0;
  bytes = 0;
  facts = 0;
  items = 0;
  duplicates = 0;
  late = 0;
  corrections = 0;
  unreadable = 0;
  /** Items of symbols or kinds that the description does not request. */
  unused = 0;
  /** Bars that arrived before they were over, and again later or never. */
  unfinished = 0;
  complaints = 0;
  /** Messages, or elements of a list, that match no mapping. */
  unmapped = 0;
  /** Items of a history too old to be checked for duplicates: they are skipped. */
  forgotten = 0;
  /** Items of a history that had not arrived before. */
  fetched = 0;
  /**
   * Stretches that were compared with the history of the feed, and the part of `fetched`
   * that this yielded.
   */
  reconciliations = 0;
  reconciled = 0;
  reconnects = 0;
  /** How often the machine's clock was set, and by how much the first time, milliseconds. */
  clockSteps = 0;
  firstStepMs = 0;
  lagMs: number | null = null;
  clockOffsetMs: number | null = null;
  lastAt: Instant | null = null;
  firstAt: Instant | null = null;
  /** Most items that arrived within one second of the clock. */
  itemsInSecondMax = 0;
  /** The first unreadable frames, and the first complaints of the feed. */
  readonly named: string[] = [];
  private readonly lags = new Float64Array(lagRanges);
  private second = 0;
  private itemsInSecond = 0;

  name(what: string): void {
    if (this.named.length < namedMax) this.named.push(what);
  }

  /** Counts an item that yields no fact, and why. */
  leave(why: 'duplicates' | 'late' | 'unused' | 'unfinished' | 'forgotten'): void {
    this[why]++;
  }

  /** Items that were new, or are late. */
  get used(): number {
    const { items, duplicates, unused, unreadable, unfinished, complaints, forgotten } = this;
    return items - duplicates - unused - unreadable - unfinished - complaints - forgotten;
  }

  received(receivedAt: Instant): void {
    this.items++;
    const second = Math.floor(receivedAt / microsPerSecond);
    if (second !== this.second) {
      this.second = second;
      this.itemsInSecond = 0;
    }
    this.itemsInSecond++;
    if (this.itemsInSecond > this.itemsInSecondMax) this.itemsInSecondMax = this.itemsInSecond;
  }

  lagged(micros: number): void {
    const ms = micros / microsPerMilli;
    this.lagMs = ms;
    const range = ms < 1 ? 0 : Math.min(lagRanges - 1, 1 + Math.floor(Math.log2(ms)));
    this.lags[range] = (this.lags[range] as number) + 1;
  }

  /**
   * The lag in milliseconds that a share of the items did not exceed, rounded up to a power of
   * 2; null if none.
   */
  lagQuantile(share: number): number | null {
    const total = this.lags.reduce((sum, count) => sum + count, 0);
    if (total === 0) return null;
    let seen = 0;
    const range = this.lags.findIndex((count) => (seen += count) >= share * total);
    return 2 ** range;
  }
}
