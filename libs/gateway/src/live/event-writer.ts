/**
 * Server-sent events to one client: unread data is not buffered, and a slow client is cut off
 * after a while.
 */

import { once } from 'node:events';
import type { Response } from 'express';
import type { GatewayLimits } from '../providers/gateway-limits.js';

export interface StreamEvent {
  readonly id?: number;
  readonly event: string;
  readonly data: unknown;
}

export class EventWriter {
  private readonly heartbeat: NodeJS.Timeout;
  private readonly closed = new AbortController();
  private isFull = false;

  constructor(
    private readonly response: Response,
    private readonly limits: Pick<GatewayLimits, 'heartbeatMs' | 'slowMs'>,
  ) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    // A comment, which clients ignore; a full pipe needs none.
    this.heartbeat = setInterval(() => {
      if (!this.isFull) response.write(':\n\n');
    }, limits.heartbeatMs);
    response.once('close', () => {
      clearInterval(this.heartbeat);
      this.closed.abort();
    });
  }

  get isOpen(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  /** Settles when the client can take more; cuts it off after the time limit. */
  async write(events: readonly StreamEvent[]): Promise<void> {
    if (!this.isOpen || events.length === 0) return;
    if (this.response.write(events.map(textOf).join(''))) return;
    this.isFull = true;
    // Closed meanwhile, or cut off now: in both cases nothing more is sent.
    const signal = AbortSignal.any([this.closed.signal, AbortSignal.timeout(this.limits.slowMs)]);
    await once(this.response, 'drain', { signal }).catch(() => this.response.destroy());
    this.isFull = false;
  }

  end(): void {
    clearInterval(this.heartbeat);
    this.response.end();
  }
}

/** JSON has no line breaks, so one line of data is enough. */
function textOf({ id, event, data }: StreamEvent): string {
  return (
    `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\n` +
    `data: ${JSON.stringify(data)}\n\n`
  );
}
