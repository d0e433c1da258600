/** Which deliveries came already: senders repeat what they believe was lost. */

import { createHash } from 'node:crypto';

const deliveriesKept = 10_000;

/** The way of deliveries with a number; its positions are the keys of deliveries. */
export const deliveryWay = 'delivery';

export class Deliveries {
  private readonly known = new Set<string>();

  /** `newest` is the position that the recording has of `deliveryWay`. */
  constructor(newest: string | undefined) {
    if (newest !== undefined) this.known.add(newest);
  }

  /** The sender's number as a position of the recording: of any length and characters, so its hash. */
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
