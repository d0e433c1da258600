/** How long a member may consider its partitions its own without a response from the broker. */

import { isExpulsion, isRebalance } from './kafka-failure.js';
import type { KafkaSettings } from './kafka-settings.js';

/**
 * A broker reassigns the partitions of a silent member after the session timeout. The member
 * itself, which may have been suspended meanwhile, has to know without asking. It counts from the
 * last time that the broker is known to have heard it, and less than the whole session: the broker
 * began to count a little earlier.
 */
export class KafkaLease {
  private validUntil = 0;
  /** When the others stop waiting for this member to rejoin. */
  private joinUntil = Infinity;

  constructor(private readonly settings: KafkaSettings) {}

  /** Whether the lease is valid and no rebalance waits for us. */
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

  /** The member has joined the group and was just assigned its partitions. */
  joined(): void {
    this.joinUntil = Infinity;
    this.renew();
  }

  /** The broker answered a heartbeat. */
  renew(): void {
    this.validUntil = performance.now() + 0.9 * this.settings.sessionTimeoutMs;
  }

  /** A heartbeat was refused, or did not get through. */
  refused(error: unknown): void {
    if (isExpulsion(error)) this.end();
    if (!isRebalance(error)) return;
    // The broker has received our heartbeat and waits for us to rejoin, for a limited time.
    this.renew();
    const wait = 0.9 * this.settings.rebalanceTimeoutMs;
    this.joinUntil = Math.min(this.joinUntil, performance.now() + wait);
  }

  end(): void {
    this.validUntil = 0;
  }
}
