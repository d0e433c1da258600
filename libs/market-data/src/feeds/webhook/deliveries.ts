/** Which deliveries came already: senders repeat what they believe was lost, most of all after a restart. */

import { createHash } from 'node:crypto';
import { partsOfChannel } from '../channel-position.js';
import type { DataFrame } from '../frame.js';

const deliveriesKept = 10_000;

/**
 * The newest 10,000, those of earlier processes too: the channel of a frame names its delivery. It is no position to go
 * on from, because what came while nobody listened may be missing.
 */
export class Deliveries {
  /** The status of each, which its copies share: one may come while another is stored. Null for those of earlier. */
  private readonly known = new Map<string, Promise<number> | null>();

  constructor(stored: Iterable<DataFrame>) {
    for (const { channel } of stored) this.add(partsOfChannel(channel).position, null);
  }

  /** The status of an earlier copy, or that of `store`, which gets the channel; `again` confirms what is stored. */
  async take(
    number: string | undefined,
    { store, again }: { store(channel: string): Promise<number>; again(): Promise<number> },
  ): Promise<number> {
    if (number === undefined) return store('body');
    const key = createHash('sha256').update(number).digest('hex').slice(0, 32);
    if (this.known.has(key)) return this.known.get(key) ?? again();
    const storing = store(`body@${key}`);
    this.add(key, storing);
    const status = await storing;
    if (status !== 202) this.known.delete(key);
    return status;
  }

  private add(key: string | undefined, status: Promise<number> | null): void {
    if (key !== undefined) this.known.set(key, status);
    if (this.known.size <= deliveriesKept) return;
    const [oldest] = this.known.keys();
    if (oldest !== undefined) this.known.delete(oldest);
  }
}
