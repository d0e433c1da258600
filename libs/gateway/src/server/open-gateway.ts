/**
 * The gateway over its parts: the order in which a request passes them, and a server that listens.
 */

import { createServer } from 'node:http';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication, ExpressAdapter } from '@nestjs/platform-express';
import helmet from 'helmet';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { frameworkLog } from '#service-host';
import { AccessTokens } from '../auth/access-tokens.js';
import { authenticate, byOwnNames, isOpen } from '../auth/authentication.js';
import { GatewayModule } from './gateway.module.js';
import type { GatewayParts } from '../providers/gateway-parts.js';
import { openApiDocument } from '../http/openapi-document.js';
import { PublishedDocument } from '../http/openapi.controller.js';
import { jsonTypes, readBody, yamlTypes } from '../http/read-body.js';
import type { GatewayLimits } from '../providers/gateway-limits.js';
import { httpFailure } from '../failures/http-failure.js';
import { principalOf } from '../auth/principal.js';

export interface Gateway {
  /** Without a trailing slash. */
  readonly url: string;
  /** Ends open streams, answers pending requests, and releases the port; leaves the parts open. */
  close(): Promise<void>;
}

/** Starts a gateway that listens; port 0 picks a free one. */
export async function openGateway(
  parts: GatewayParts,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Gateway> {
  const app = await applicationOf(parts, host);
  try {
    await app.listen(port, host);
  } catch (error) {
    await app.close();
    throw error;
  }
  return { url: await app.getUrl(), close: () => app.close() };
}

/** The application, ready to listen. */
async function applicationOf(parts: GatewayParts, host: string): Promise<NestExpressApplication> {
  const { limits, logger } = parts;
  const app = await NestFactory.create<NestExpressApplication>(
    GatewayModule.over(parts),
    new BoundedHttpAdapter(limits),
    { logger: frameworkLog(logger), abortOnError: false, bodyParser: false },
  );
  app.use(helmet());
  app.use(byOwnNames(host));
  // Counted before tokens are checked, so that guessing them is slow.
  app.use(limited(limits.perAddress, 'address', ({ ip = '' }) => ipKeyGenerator(ip)));
  app.use(authenticate(app.get(AccessTokens)));
  app.use(limited(limits.perToken, 'token', tokenOf));
  app.use(limited(limits.submissionsPerToken, 'submissions', tokenOf, isNoSubmission));
  // Compressed bodies are refused: a small one can expand to a large one.
  const type = [...jsonTypes, ...yamlTypes];
  app.useBodyParser('text', { type, limit: limits.bodyBytes, inflate: false });
  app.use(readBody(limits));
  await app.init();
  app.get(PublishedDocument).make = () => openApiDocument(app);
  return app;
}

/** Interval of checks for connections that have not sent their request in time, milliseconds. */
const sweepMs = 1_000;

/**
 * The HTTP server with its limits: no client can stall it, or hold all of its connections for long.
 */
class BoundedHttpAdapter extends ExpressAdapter {
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
  }
}

const windowMs = 60_000;

const tokenOf = (request: Request): string => principalOf(request)?.name ?? '';
const isNoSubmission = ({ method, path }: Request): boolean =>
  method !== 'POST' || !path.startsWith('/v1/submissions');

function limited(
  limit: number,
  identifier: string,
  keyGenerator: (request: Request) => string,
  isFree: (request: Request) => boolean = () => false,
): RequestHandler {
  return rateLimit({
    windowMs,
    limit,
    identifier,
    keyGenerator,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skip: (request) => isOpen(request.path) || isFree(request),
    handler: (_request, _response, next) => {
      const expected = `at most ${limit} in ${windowMs / 1_000} seconds`;
      next(httpFailure(429, 'TooMany', 'too many requests', { where: identifier, expected }));
    },
  });
}
