/** How many streams are open, by token and in all; all of them end when the service stops. */

import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { GATEWAY, type GatewayParts } from '../parts/gateway-parts.js';
import { httpFailure } from '../parts/http-failure.js';

export interface OpenStream {
  /** Rings when the service stops. */
  readonly signal: AbortSignal;
  /** Makes room again; calling it twice changes nothing. */
  release(): void;
}

@Injectable()
export class OpenStreams implements BeforeApplicationShutdown {
  private readonly byToken = new Map<string, number>();
  private readonly stop = new AbortController();
  private open = 0;

  constructor(@Inject(GATEWAY) private readonly parts: GatewayParts) {}

  /** A place for one more stream; 429 where there is none. */
  enter(token: string): OpenStream {
    const { streams, streamsPerToken } = this.parts.limits;
    const own = this.byToken.get(token) ?? 0;
    if (own >= streamsPerToken || this.open >= streams) {
      const expected = `at most ${own >= streamsPerToken ? streamsPerToken : streams}`;
      throw httpFailure(429, 'TooMany', 'too many open streams', { where: 'streams', expected });
    }
    this.open += 1;
    this.byToken.set(token, own + 1);
    let isReleased = false;
    const release = (): void => {
      if (!isReleased) this.leave(token);
      isReleased = true;
    };
    return { signal: this.stop.signal, release };
  }

  beforeApplicationShutdown(): void {
    this.stop.abort();
  }

  private leave(token: string): void {
    this.open -= 1;
    const left = (this.byToken.get(token) ?? 1) - 1;
    if (left === 0) this.byToken.delete(token);
    else this.byToken.set(token, left);
  }
}
