/**
 * The k-way merge of sources into one order: knowledge time, then source rank, then the
 * source's own order.
 */

import { formatInstant, invalidInput, invariant, type Instant } from '#values';
import { FactColumns, factKinds, noInstrument, type FactSource } from '#contracts';
import { EarliestFirst, isBefore, type Placed } from './earliest-first.js';

interface Head extends Placed {
  readonly source: FactSource;
  chunk: FactColumns;
  row: number;
}

/** Holds only one chunk per source: memory grows with the number of sources, not with the facts. */
export class Merge {
  /** All heads except the one being processed. */
  private readonly heads: EarliestFirst<Head>;
  private waiting: FactSource[];
  private pulled: Promise<void> | undefined;
  /** Knowledge time of the last emitted fact. */
  private released: Instant = -Infinity;

  /** Two sources of the same rank would have no order: throws an `Invariant` failure. */
  constructor(sources: readonly FactSource[]) {
    const ranks = new Set(sources.map(({ rank }) => rank));
    invariant(ranks.size === sources.length, 'every source of a tape has a rank of its own');
    this.waiting = [...sources];
    this.heads = new EarliestFirst(sources.length);
  }

  /**
   * Fills `batch` (cleared first) as far as possible; it stays empty at the end. `endsInstant` is
   * set on every row. Throws `InvalidInput` if a source that is not live goes back in time.
   */
  fill(batch: FactColumns): void | Promise<void> {
    batch.clear();
    return this.continueFilling(batch);
  }

  private continueFilling(batch: FactColumns): void | Promise<void> {
    const opened = this.openWaiting() ?? this.awaited();
    if (opened !== undefined) return opened.then(() => this.continueFilling(batch));
    while (batch.count < batch.capacity) {
      this.takeTurns(batch);
      const head = batch.count < batch.capacity ? this.heads.takeFirst() : undefined;
      if (head === undefined) break;
      const pulled = this.takeRun(batch, head);
      if (pulled === undefined) continue;
      const goesOut = head.source.live === true && batch.count > 0 && this.isInstantWhole();
      if (!goesOut) return pulled.then(() => this.continueFilling(batch));
      // A run that ends early closes its sources, and this promise is no longer awaited: its
      // rejection is then ignored.
      pulled.catch(() => undefined);
      this.pulled = pulled;
      return this.markLive(batch);
    }
    this.markInstants(batch);
  }

  /** The pending chunk, requested from a live source when its facts were emitted. */
  private awaited(): Promise<void> | undefined {
    const { pulled } = this;
    this.pulled = undefined;
    return pulled;
  }

  /** While waiting for the first source: whether no other has a fact of the last instant. */
  private isInstantWhole(): boolean {
    const rival = this.heads.first();
    return rival === undefined || rival.time > this.released;
  }

  /**
   * A live source delivers whole instants: its delivered facts are released, and end their instant.
   */
  private markLive(batch: FactColumns): void {
    this.markInstants(batch);
    batch.endsInstant[batch.count - 1] = 1;
  }

  /** Fetches the first chunks, in source order. */
  private openWaiting(): Promise<void> | undefined {
    while (this.waiting.length > 0) {
      const source = this.waiting[0] as FactSource;
      const chunk = source.pull();
      if (chunk instanceof Promise) {
        return chunk.then((settled) => this.enter(source, settled));
      }
      this.enter(source, chunk);
    }
    return undefined;
  }

  private enter(source: FactSource, chunk: FactColumns | null): void {
    this.waiting = this.waiting.filter((other) => other !== source);
    if (chunk === null) return source.close();
    requireFacts(chunk);
    this.heads.add({
      source,
      chunk,
      rank: source.rank,
      row: 0,
      time: timeAt(chunk, 0),
    });
  }

  /**
   * Moves one instant of sources that take turns, one row of each: daily bars of many symbols. Ends
   * at a source whose next row is not later, or is in a chunk that must be pulled.
   */
  private takeTurns(batch: FactColumns): void {
    const { heads } = this;
    const time = heads.turn();
    if (!(time >= this.released)) return;
    while (batch.count < batch.capacity) {
      const head = heads.inTurn(time);
      if (head === undefined) break;
      const { chunk, row } = head;
      const next = row + 1 < chunk.count ? (chunk.knowledgeTime[row + 1] as number) : NaN;
      if (!(next > time)) break;
      batch.appendRow(chunk, row);
      this.released = time;
      head.row = row + 1;
      head.time = next;
      heads.endTurn();
    }
  }

  /** Moves the rows of the earliest head that come before every other source's head. */
  private takeRun(batch: FactColumns, head: Head): Promise<void> | undefined {
    const { chunk, row, rank } = head;
    const rival = this.heads.first();
    const room = Math.min(chunk.count, row + batch.capacity - batch.count);
    let end = row;
    let time = this.released;
    while (end < room) {
      const next = chunk.knowledgeTime[end] as number;
      // Anything not at or after: a NaN time is out of order too.
      if (!(next >= time)) {
        this.refuseOrNote(batch, head, end);
        return this.move(head, end + 1);
      }
      if (rival !== undefined && !isBefore(next, rank, rival)) break;
      time = next;
      end++;
    }
    batch.appendRows(chunk, row, end);
    this.released = time;
    return this.move(head, end);
  }

  /**
   * Disorder ends a file's tape; in a live feed the late fact is skipped, and the tape notes it.
   */
  private refuseOrNote(batch: FactColumns, head: Head, at: number): void {
    const { source, chunk, row } = head;
    const time = chunk.knowledgeTime[at] as number;
    const frontier = at > row ? (chunk.knowledgeTime[at - 1] as number) : this.released;
    const expected = `knowledge times at or after ${instantText(frontier)}`;
    if (source.live !== true || Number.isNaN(time)) {
      const found = instantText(time);
      throw invalidInput('facts are out of order', { where: source.name, expected, found });
    }
    batch.appendRows(chunk, row, at);
    this.released = frontier;
    const payload = {
      kind: 'lateFact' as const,
      source: source.name,
      knowledgeTime: time,
      reason: `expected ${expected}`,
    };
    const knowledgeTime = this.released;
    const place = { kind: factKinds.lateFact, instrument: noInstrument, eventTime: time };
    batch.pushFact({ ...place, knowledgeTime, payload });
  }

  /** Moves the head to its next row, pulling the next chunk when this one is used up. */
  private move(head: Head, row: number): Promise<void> | undefined {
    head.row = row;
    if (row < head.chunk.count) {
      head.time = timeAt(head.chunk, row);
      this.heads.add(head);
      return undefined;
    }
    const pulled = head.source.pull();
    if (pulled instanceof Promise) return pulled.then((chunk) => this.replace(head, chunk));
    this.replace(head, pulled);
    return undefined;
  }

  private replace(head: Head, chunk: FactColumns | null): void {
    if (chunk === null) return head.source.close();
    requireFacts(chunk);
    head.chunk = chunk;
    head.row = 0;
    head.time = timeAt(chunk, 0);
    this.heads.add(head);
  }

  private markInstants(batch: FactColumns): void {
    const { knowledgeTime, endsInstant, count } = batch;
    if (count === 0) return;
    const next = this.heads.first();
    const goesOn = next !== undefined && next.time <= (knowledgeTime[count - 1] as number);
    endsInstant[count - 1] = goesOn ? 0 : 1;
    for (let row = 1; row < count; row++) {
      endsInstant[row - 1] = knowledgeTime[row] === knowledgeTime[row - 1] ? 0 : 1;
    }
  }
}

/** If an empty chunk were taken for the end, it would silently cut the tape short. */
function requireFacts(chunk: FactColumns): void {
  invariant(chunk.count > 0, 'a source delivers no empty chunk');
}

function instantText(time: Instant): string {
  return Number.isFinite(time) ? formatInstant(time) : String(time);
}

/** A NaN time cannot be ordered: it comes first, and is rejected. */
function timeAt(chunk: FactColumns, row: number): Instant {
  const time = chunk.knowledgeTime[row] as number;
  return Number.isNaN(time) ? -Infinity : time;
}
