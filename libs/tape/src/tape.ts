/**
 * A tape being released: facts in their single order, numbered without gaps, hashed as they pass.
 */

import { invariant } from '#values';
import { FactColumns, type FactSource, type TapeHeader } from '#contracts';
import { Merge } from './merge.js';
import { TapeHash } from './tape-hash.js';

const batchFactsDefault = 4096;

/** What a reader of facts needs from a tape, paced or not. */
export interface FactStream {
  readonly header: TapeHeader;
  /**
   * The next facts, or null at the end. The columns are reused: they are valid until the next call.
   * Row r of a batch has the seq `facts before this batch + r + 1`.
   */
  next(): FactColumns | null | Promise<FactColumns | null>;
  /** Number of facts released so far, which is the seq of the last one. */
  readonly facts: number;
  /** The hash of the whole tape; only after `next` returned null. */
  hash(): string;
  close(): void;
}

export interface TapeOptions {
  readonly batchFacts?: number;
  /**
   * The tape ends after this fact, the last one of its instant, whatever the sources still have.
   */
  readonly factsMax?: number | undefined;
}

export class Tape implements FactStream {
  facts = 0;
  private readonly merge: Merge;
  private readonly tapeHash: TapeHash;
  private readonly batch: FactColumns;
  private digest: string | undefined;

  constructor(
    readonly header: TapeHeader,
    private readonly sources: readonly FactSource[],
    private readonly options: TapeOptions = {},
  ) {
    this.merge = new Merge(sources);
    this.tapeHash = new TapeHash(header);
    this.batch = new FactColumns(options.batchFacts ?? batchFactsDefault);
  }

  next(): FactColumns | null | Promise<FactColumns | null> {
    if (this.facts === this.options.factsMax) return this.end();
    const filled = this.merge.fill(this.batch);
    return filled === undefined ? this.release() : filled.then(() => this.release());
  }

  hash(): string {
    invariant(this.digest !== undefined, 'a tape has its hash at its end');
    return this.digest;
  }

  close(): void {
    for (const source of this.sources) source.close();
  }

  private release(): FactColumns | null {
    if (this.batch.count === 0) return this.end();
    const { factsMax = Infinity } = this.options;
    this.batch.count = Math.min(this.batch.count, factsMax - this.facts);
    this.tapeHash.update(this.batch);
    this.facts += this.batch.count;
    return this.batch;
  }

  private end(): null {
    this.digest ??= this.tapeHash.digest();
    return null;
  }
}
