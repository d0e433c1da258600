/** Server-sent events to one client: what it does not read is not piled up, and after a while it is cut off. */

import { once } from 'node:events';
import type { Response } from 'express';
import type { GatewayLimits } from '../parts/gateway-limits.js';

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
    // A comment, which clients pass over; a full pipe says by itself that somebody is there.
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

  /** Settles when the client can take more; cuts it off when that takes longer than it may. */
  async write(events: readonly StreamEvent[]): Promise<void> {
    if (!this.isOpen || events.length === 0) return;
    if (this.response.write(events.map(textOf).join(''))) return;
    this.isFull = true;
    // Whether it was closed meanwhile, or is cut off now: nothing more goes out.
    const signal = AbortSignal.any([this.closed.signal, AbortSignal.timeout(this.limits.slowMs)]);
    await once(this.response, 'drain', { signal }).catch(() => this.response.destroy());
    this.isFull = false;
  }

  end(): void {
    clearInterval(this.heartbeat);
    this.response.end();
  }
}

/** JSON has no line breaks, so that one line of data is enough. */
function textOf({ id, event, data }: StreamEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
