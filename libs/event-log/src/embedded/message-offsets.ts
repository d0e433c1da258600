/** The offsets that groups of an embedded log committed, in one small table that is replaced as a whole. */

import { unavailable } from '#values';
import type { Position } from '../message-log.js';
import type { MessageKeeper } from './message-folder.js';

type Table = Record<string, Record<string, number>>;

export class CommittedOffsets {
  private readonly table: Table;
  /** The next writing of the table, which takes everything that was committed until then. */
  private writing: Promise<void> | undefined;

  constructor(private readonly keeper: MessageKeeper) {
    this.table = (keeper.table('groups') as Table | undefined) ?? {};
  }

  /** Where the group goes on; 0 where it committed nothing. */
  of(group: string, topic: string, partition: number): number {
    return this.table[group]?.[`${topic}/${partition}`] ?? 0;
  }

  /** Settles when the offsets are kept. `Unavailable` when they cannot be. */
  commit(group: string, positions: readonly Position[]): Promise<void> {
    const offsets = (this.table[group] ??= {});
    for (const { topic, partition, offset } of positions) {
      offsets[`${topic}/${partition}`] = offset;
    }
    this.writing ??= this.write();
    return this.writing;
  }

  async settled(): Promise<void> {
    await this.writing;
  }

  private async write(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.writing = undefined;
    try {
      this.keeper.keep('groups', this.table);
    } catch (cause) {
      throw unavailable('the offsets of groups cannot be kept', { cause });
    }
  }
}
