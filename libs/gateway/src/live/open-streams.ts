/** How many streams are open, by token and in all; all of them end when the service stops. */

import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { GatewayLimits } from '../providers/gateway-limits.js';
import { GATEWAY } from '../providers/gateway-parts.js';
import { httpFailure } from '../failures/http-failure.js';

@Injectable()
export class OpenStreams implements BeforeApplicationShutdown {
  private readonly byToken = new Map<string, number>();
  private readonly stop = new AbortController();
  private open = 0;

  constructor(@Inject(GATEWAY.limits) private readonly limits: GatewayLimits) {}

  /** Reserves a slot for one more stream, released with the signal; 429 if none is free. */
  enter(token: string): AbortSignal {
    const { streams, streamsPerToken } = this.limits;
    const openForToken = this.byToken.get(token) ?? 0;
    if (openForToken >= streamsPerToken || this.open >= streams) {
      const expected = `at most ${openForToken >= streamsPerToken ? streamsPerToken : streams}`;
      throw httpFailure(429, 'TooMany', 'too many open streams', { where: 'streams', expected });
    }
    this.open += 1;
    this.byToken.set(token, openForToken + 1);
    return this.stop.signal;
  }

  beforeApplicationShutdown(): void {
    this.stop.abort();
  }

  /** Makes room again. */
  leave(token: string): void {
    this.open -= 1;
    const left = (this.byToken.get(token) ?? 1) - 1;
    if (left === 0) this.byToken.delete(token);
    else this.byToken.set(token, left);
  }
}
