/** A store of frames on a disk of a fixed size, which a test fills and empties. */

import { SqliteStore, type Batch } from '#store';

/**
 * Fewer pages than what is added to a batch while the disk is full, and more than any test stores.
 */
const pagesMax = 500;

export class FullStore extends SqliteStore {
  isFull = false;
  /** Batches that the full disk refused. */
  refused = 0;

  constructor(path: string) {
    super(path, { pagesMax });
  }

  /** While the disk is full, SQLite itself runs out of pages in the middle of the batch. */
  override append(batches: readonly Batch[]): void {
    if (!this.isFull) return super.append(batches);
    this.refused++;
    const more = Buffer.alloc(pagesMax * 4096);
    super.append(batches.map((batch) => ({ ...batch, bodies: [...batch.bodies, more] })));
  }
}
