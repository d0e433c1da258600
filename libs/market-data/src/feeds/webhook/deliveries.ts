/** Which deliveries came already: senders repeat what they believe was lost, most of all after a restart. */

import { createHash } from 'node:crypto';
import { partsOfChannel } from '../channel-position.js';
import type { DataFrame } from '../frame.js';

const deliveriesKept = 10_000;
const way = 'body';

/**
 * The newest 10,000, those of earlier processes too: the channel of a frame names its delivery. It is no position to go
 * on from: what came while nobody listened may be missing.
 */
export class Deliveries {
  /** The status of each, which all its copies share: one may come while another is being stored. */
  private readonly known = new Map<string, Promise<number>>();

  /** `stored`: frames of the recording, oldest first; `confirm` answers for what they hold. */
  constructor(stored: Iterable<DataFrame>, confirm: () => Promise<number>) {
    const earlier = new Set<string>();
    for (const { channel } of stored) {
      const { position } = partsOfChannel(channel);
      if (position !== undefined) earlier.add(position);
      if (earlier.size > deliveriesKept) forgetOldest(earlier);
    }
    if (earlier.size === 0) return;
    const confirmed = confirm();
    for (const key of earlier) this.known.set(key, confirmed);
  }

  /** Stores a body under its channel unless its delivery is there; 202 once it is stored. */
  async take(
    number: string | undefined,
    store: (channel: string) => Promise<number>,
  ): Promise<number> {
    if (number === undefined) return store(way);
    const key = createHash('sha256').update(number).digest('hex').slice(0, 32);
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const storing = store(`${way}@${key}`);
    this.known.set(key, storing);
    if (this.known.size > deliveriesKept) forgetOldest(this.known);
    const status = await storing;
    if (status !== 202) this.known.delete(key);
    return status;
  }
}

function forgetOldest(known: Pick<Map<string, unknown>, 'keys' | 'delete'>): void {
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}
