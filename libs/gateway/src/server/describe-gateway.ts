/**
 * The published description of the interface, made without a running gateway:
 * `docs/reference/openapi.json`.
 */

import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { openServiceLog, type HealthProbe } from '#service-host';
import { GatewayModule } from './gateway.module.js';
import { defaultLimits } from '../providers/gateway-limits.js';
import type { GatewayParts } from '../providers/gateway-parts.js';
import { LiveUpdates } from '../providers/live-updates.js';
import { openApiDocument } from '../http/openapi-document.js';

/** Parts of a gateway whose routes are inspected, never called. */
export const idleParts = (): GatewayParts => ({
  log: { append: () => Promise.resolve() },
  models: {} as GatewayParts['models'],
  probe: {} as HealthProbe,
  datasets: new Map(),
  adminTokenHash: null,
  limits: defaultLimits,
  updates: new LiveUpdates(),
  waits: { of: () => undefined },
  logger: openServiceLog({ service: 'gateway', level: 'silent' }),
  nowMs: () => 0,
});

/** The document as JSON text. */
export async function describeGateway(): Promise<string> {
  const app = await NestFactory.create(GatewayModule.over(idleParts()), { logger: false });
  try {
    return JSON.stringify(openApiDocument(app), null, 2);
  } finally {
    await app.close();
  }
}
