/** A tape whose facts are counted and timed: stored, released, and folded by all runs. */

import { SqliteStore } from '#store';
import { factKinds, type FactColumns } from '#contracts';
import type { FactStream, Tape } from '#tape';
import { microsPerMilli, type Instant } from '#values';
import { Latencies } from './latencies.js';

/**
 * Latencies of facts, warm, from the receipt of their frame until every run has taken them and
 * noted what follows.
 */
export interface Stages {
  readonly toStored: Latencies;
  /** To the release of the folded fact on the tape. */
  readonly toFold: Latencies;
  readonly toJournal: Latencies;
  readonly whole: Latencies;
}

/** Notes when frames are in their file. */
export class StoredTimes {
  /** The last stamp that each write may hold, and when the write was done. */
  private readonly writes: { readonly stamped: Instant; readonly at: Instant }[] = [];

  constructor(private readonly now: () => Instant) {}

  readonly openStore = (path: string): SqliteStore => {
    const store = new SqliteStore(path);
    const append = store.append.bind(store);
    store.append = (batches) => {
      const stamped = this.now();
      append(batches);
      this.writes.push({ stamped, at: this.now() });
    };
    return store;
  };

  /** When the frame of that stamp was stored; later calls ask for later ones. */
  of(stamp: Instant): Instant {
    while ((this.writes[0]?.stamped ?? Infinity) < stamp) this.writes.shift();
    return this.writes[0]?.at ?? NaN;
  }
}

/** All runs have folded a batch when the next one is asked for. */
export class WatchedTape implements FactStream {
  trades = 0;
  outOfPlace = 0;
  bars = 0;
  marks = 0;
  /** Milliseconds that the runs took. */
  runsMs = 0;
  /** Whether latencies count from now on. */
  isWarm = false;
  readonly last: Float64Array;
  readonly latencies: Stages = {
    toStored: new Latencies(),
    toFold: new Latencies(),
    toJournal: new Latencies(),
    whole: new Latencies(),
  };
  private released: { readonly facts: FactColumns; readonly at: Instant } | undefined;

  constructor(
    private readonly tape: Tape,
    private readonly now: () => Instant,
    private readonly stored: StoredTimes,
  ) {
    this.last = new Float64Array(tape.header.instruments.length);
  }

  get header(): Tape['header'] {
    return this.tape.header;
  }

  get facts(): number {
    return this.tape.facts;
  }

  /** Whether the runs have folded all that was released. */
  get isFolded(): boolean {
    return this.released === undefined;
  }

  next(): ReturnType<Tape['next']> {
    this.noteFolded();
    const next = this.tape.next();
    return next instanceof Promise ? next.then((facts) => this.take(facts)) : this.take(next);
  }

  hash(): string {
    return this.tape.hash();
  }

  close(): void {
    this.tape.close();
  }

  private take(facts: FactColumns | null): FactColumns | null {
    if (facts === null) return null;
    const at = this.now();
    this.released = { facts, at };
    for (let row = 0; row < facts.count; row++) {
      const kind = facts.kind[row];
      if (kind === factKinds.bar) this.bars++;
      if (kind === factKinds.sessionClose) this.marks++;
      if (kind === factKinds.trade) this.takeTrade(facts, row, at);
    }
    return facts;
  }

  private takeTrade(facts: FactColumns, row: number, at: Instant): void {
    this.trades++;
    const instrument = facts.instrument[row] as number;
    const price = facts.close[row] as number;
    if (price !== (this.last[instrument] as number) + 1) this.outOfPlace++;
    this.last[instrument] = price;
    const received = facts.knowledgeTime[row] as number;
    const storedAt = this.stored.of(received);
    if (!this.isWarm) return;
    this.latencies.toStored.add(storedAt - received);
    this.latencies.toFold.add(at - storedAt);
  }

  private noteFolded(): void {
    if (!this.released) return;
    const { facts, at } = this.released;
    const now = this.now();
    this.runsMs += (now - at) / microsPerMilli;
    for (let row = 0; row < facts.count; row++) {
      if (facts.kind[row] !== factKinds.trade || !this.isWarm) continue;
      this.latencies.toJournal.add(now - at);
      this.latencies.whole.add(now - (facts.knowledgeTime[row] as number));
    }
    this.released = undefined;
  }
}
