/** Which deliveries came already: senders repeat what they believe was lost. */

import { createHash } from 'node:crypto';

const deliveriesKept = 10_000;

/**
 * The newest of this process. What is repeated after a restart is stored again, and dropped where its items are known:
 * a feed that nobody kept anything for must not look as if it had gone on where it stopped.
 */
export class Deliveries {
  private readonly known = new Set<string>();

  /** The sender's number, of any length, as a key. */
  static keyOf(number: string): string {
    return createHash('sha256').update(number).digest('hex').slice(0, 32);
  }

  has(key: string): boolean {
    return this.known.has(key);
  }

  add(key: string): void {
    this.known.add(key);
    if (this.known.size <= deliveriesKept) return;
    const [oldest] = this.known;
    if (oldest !== undefined) this.known.delete(oldest);
  }
}
