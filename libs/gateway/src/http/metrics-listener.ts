/**
 * Serves only `/metrics`, on a separate port without a token, for a network that
 * outsiders cannot reach.
 */

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HealthProbe, ServiceLog } from '#service-host';
import type { GatewayLimits } from '../providers/gateway-limits.js';

interface MetricsListenerParts {
  readonly probe: Pick<HealthProbe, 'metrics'>;
  readonly limits: GatewayLimits;
  readonly logger: ServiceLog;
}

interface MetricsListener {
  /** Address of `/metrics` itself. */
  readonly url: string;
  close(): Promise<void>;
}

/** Few clients collect metrics. */
const connectionsMax = 32;

/** Listens; port 0 picks a free one. Rejects if the port is taken. */
export async function openMetricsListener(
  parts: MetricsListenerParts,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsListener> {
  const { headersMs, requestMs, keepAliveMs, idleMs, headerBytes } = parts.limits;
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: headerBytes,
  };
  const server = createServer(options, metricsAlone(parts));
  server.timeout = idleMs;
  server.maxConnections = connectionsMax;
  server.listen(port, host);
  await once(server, 'listening');
  return { url: urlOf(server), close: () => closed(server) };
}

/** Metrics query topics and database: requests that arrive meanwhile share one result. */
function metricsAlone({ probe, logger }: MetricsListenerParts): RequestListener {
  let gathering: Promise<string> | undefined;
  const figures = (): Promise<string> =>
    (gathering ??= probe.metrics().finally(() => (gathering = undefined)));
  return (request, response) => {
    if (request.method !== 'GET' || !/^\/metrics(\?|$)/.test(request.url ?? '')) {
      response.writeHead(request.method === 'TRACE' ? 405 : 404).end();
      return;
    }
    figures().then(
      (text) => {
        const type = 'text/plain; version=0.0.4; charset=utf-8';
        response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'metrics could not be collected');
        response.writeHead(503).end();
      },
    );
  };
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`;
}

const closed = (server: Server): Promise<void> =>
  new Promise((settle) => server.close(() => settle()));
