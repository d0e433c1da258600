/** For how long a member may take its partitions for its own without hearing from the broker. */

import { isExpulsion, isRebalance } from './kafka-failure.js';
import type { KafkaSettings } from './kafka-settings.js';

/**
 * A broker gives the partitions of a silent member to others once the session timeout is over; the member itself, which
 * may have been stopped meanwhile, has to know without asking. It counts from when it last knew the broker to have
 * heard it, and less than the whole session: the broker began to count a little earlier.
 */
export class KafkaLease {
  private validUntil = 0;
  /** When the others stop waiting for this member to rejoin. */
  private joinUntil = Infinity;

  constructor(private readonly settings: KafkaSettings) {}

  /** Valid, and no change of the group waits for us. */
  get isQuiet(): boolean {
    return this.isValid && this.joinUntil === Infinity;
  }

  get isValid(): boolean {
    return performance.now() < Math.min(this.validUntil, this.joinUntil);
  }

  /** Milliseconds since the lease ended; negative while it lasts. */
  get lapsedMs(): number {
    return performance.now() - this.validUntil;
  }

  /** The member is in the group, with partitions that were just given to it. */
  joined(): void {
    this.joinUntil = Infinity;
    this.heard();
  }

  /** The broker answered a sign of life. */
  heard(): void {
    this.validUntil = performance.now() + 0.9 * this.settings.sessionTimeoutMs;
  }

  /** A sign of life was refused, or did not get through. */
  refused(error: unknown): void {
    if (isExpulsion(error)) this.end();
    if (!isRebalance(error)) return;
    // The broker has heard us; it waits for us, and does so for a while.
    this.heard();
    const wait = 0.9 * this.settings.rebalanceTimeoutMs;
    this.joinUntil = Math.min(this.joinUntil, performance.now() + wait);
  }

  end(): void {
    this.validUntil = 0;
  }
}
