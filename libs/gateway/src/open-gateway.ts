/** The gateway over its parts: what a request passes in which order, and a server that listens. */

import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import helmet from 'helmet';
import { frameworkLog } from '#service-host';
import { AccessTokens } from './auth/access-tokens.js';
import { authenticate, byOwnNames } from './auth/authentication.js';
import { GatewayModule } from './gateway.module.js';
import type { GatewayParts } from './gateway-parts.js';
import { BoundedHttpAdapter } from './http/bounded-http-adapter.js';
import { openApiDocument } from './http/openapi-document.js';
import { PublishedDocument } from './http/openapi.controller.js';
import { limitPerAddress, limitPerToken, limitSubmissions } from './http/rate-limits.js';
import { jsonTypes, readBody, yamlTypes } from './http/read-body.js';

export interface Gateway {
  /** Without a slash at the end. */
  readonly url: string;
  readonly document: OpenAPIObject;
  /** Ends open streams, answers what was asked, and lets go of the port; of none of the parts. */
  close(): Promise<void>;
}

/** Starts a gateway that listens; port 0 takes a free one. */
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
  const document = app.get(PublishedDocument).value as OpenAPIObject;
  return { url: await app.getUrl(), document, close: () => app.close() };
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
  app.use(limitPerAddress(limits));
  app.use(authenticate(app.get(AccessTokens)));
  app.use(limitPerToken(limits));
  app.use(limitSubmissions(limits));
  // Packed bodies are refused: a small one can be a large one.
  const type = [...jsonTypes, ...yamlTypes];
  app.useBodyParser('text', { type, limit: limits.bodyBytes, inflate: false });
  app.use(readBody(limits));
  await app.init();
  app.get(PublishedDocument).value = openApiDocument(app);
  return app;
}
