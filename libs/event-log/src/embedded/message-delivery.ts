/** The loop that delivers batches to one handler, one at a time, until it is stopped or fails. */

import type { MessageBatch } from '../log/message-log.js';
import type { MessageReader } from './message-reader.js';

interface DeliveryOptions {
  readonly reader: MessageReader;
  /** Runs between two batches: revokes and assigns partitions. Retried when it throws. */
  readonly between?: () => Promise<void>;
  /**
   * Takes one batch; false if it does not count as taken. If it throws, the batch is redelivered.
   */
  readonly take: (batch: MessageBatch) => Promise<boolean>;
  readonly onCrash?: ((error: Error) => void) | undefined;
  readonly retryDelayMs: number;
}

export class MessageDelivery {
  private woken = false;
  private resume: (() => void) | undefined;
  private stopping = false;
  private ended: Promise<void> | undefined;

  constructor(private readonly options: DeliveryOptions) {}

  start(): void {
    this.ended = this.run().catch((error: unknown) => {
      this.options.onCrash?.(error instanceof Error ? error : new Error(String(error)));
    });
  }

  /** Wakes the loop: there may be work. */
  wake(): void {
    this.woken = true;
    this.resume?.();
  }

  /** Settles when the current batch is finished; no other follows. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.ended;
  }

  private async run(): Promise<void> {
    const { reader, between } = this.options;
    while (!this.stopping) {
      // Yields to timers and sockets between batches: a busy log does not starve other work.
      await new Promise((resolve) => setImmediate(resolve));
      if (!(await this.settled(between))) continue;
      if (this.stopping) break;
      const batch = reader.next(Date.now());
      if (batch === undefined) await this.woke();
      else await this.deliver(batch);
    }
  }

  private async settled(between: (() => Promise<void>) | undefined): Promise<boolean> {
    try {
      await between?.();
      return true;
    } catch {
      await this.pause();
      return false;
    }
  }

  private async deliver(batch: MessageBatch): Promise<void> {
    const { reader, take, retryDelayMs } = this.options;
    try {
      if (await take(batch)) reader.taken(batch);
    } catch {
      reader.failed(batch, Date.now() + retryDelayMs);
      setTimeout(() => this.wake(), retryDelayMs + 1).unref();
    }
  }

  private async woke(): Promise<void> {
    if (!this.woken) await new Promise<void>((resolve) => (this.resume = resolve));
    this.resume = undefined;
    this.woken = false;
  }

  private async pause(): Promise<void> {
    const timer = setTimeout(() => this.wake(), this.options.retryDelayMs);
    await this.woke();
    clearTimeout(timer);
  }
}
