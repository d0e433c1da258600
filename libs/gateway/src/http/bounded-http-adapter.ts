/** The HTTP server with its bounds: nobody keeps it waiting, and nobody takes all of its connections for long. */

import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { GatewayLimits } from '../gateway-limits.js';

/** How often connections are looked at that have not sent their request in time. */
const sweepMs = 1_000;

export class BoundedHttpAdapter extends ExpressAdapter {
  constructor(private readonly limits: GatewayLimits) {
    super();
    this.disable('x-powered-by');
    this.disable('etag');
    // Queries are flat: no brackets, no objects, no lists.
    this.set('query parser', 'simple');
  }

  override initHttpServer(): void {
    const { headersMs, requestMs, keepAliveMs, idleMs, headerBytes, connections } = this.limits;
    const server = createServer(
      {
        headersTimeout: headersMs,
        requestTimeout: requestMs,
        keepAliveTimeout: keepAliveMs,
        maxHeaderSize: headerBytes,
        connectionsCheckingInterval: Math.min(sweepMs, headersMs),
      },
      this.getInstance(),
    );
    server.timeout = idleMs;
    server.maxConnections = connections;
    this.httpServer = server;
    this.closeWithConnections(server);
  }

  /** A stop waits for answers that are being given, not for connections that lie open. */
  private closeWithConnections(server: ReturnType<typeof createServer>): void {
    const close = server.close.bind(server);
    server.close = (done) => {
      close(done);
      server.closeIdleConnections();
      return server;
    };
  }
}
