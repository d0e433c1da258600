/** What the gateway is told by its environment beyond what every service is. */

import { constants } from 'node:os';
import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { defaultLimits, type GatewayLimits } from '#gateway';
import type { Environment } from '#service-host';
import { secretOf } from '#service-host/config/secret-files';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const positive = z.int().positive();
const portMax = 65_535;
const niceMax = 19;
const limitsSchema = z.strictObject(
  Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, positive.optional()])),
);

/**
 * SHA-256 of the token that everything begins with, from the variable or its file; null where neither is set.
 * `InvalidInput` otherwise.
 */
export function adminTokenHash(env: Environment): string | null {
  const text = secretOf(env, 'TAPEFOLD_ADMIN_TOKEN_HASH');
  if (text === '') return null;
  if (hash.safeParse(text).success) return text;
  throw invalidInput('a variable of the environment', {
    where: 'TAPEFOLD_ADMIN_TOKEN_HASH',
    expected: 'the SHA-256 of a token: 64 digits of 0-9, a-f',
    found: `a text of ${text.length} characters that is not shown`,
  });
}

/** The limits, with those in place of the usual ones that `TAPEFOLD_GATEWAY_LIMITS` names as JSON. */
export function gatewayLimits(env: Environment): GatewayLimits {
  const text = env['TAPEFOLD_GATEWAY_LIMITS'] ?? '';
  if (text === '') return defaultLimits;
  const parsed = limitsSchema.safeParse(jsonOf(text));
  if (parsed.success) return { ...defaultLimits, ...(parsed.data as Partial<GatewayLimits>) };
  throw invalidInput('a variable of the environment', {
    where: 'TAPEFOLD_GATEWAY_LIMITS',
    expected: `JSON with whole numbers under ${Object.keys(defaultLimits).join(', ')}`,
    found: excerpt(text),
  });
}

/** Where the figures are served without a token; null where the variable is not set. `InvalidInput` otherwise. */
export function metricsPort(env: Environment): number | null {
  const text = env['TAPEFOLD_METRICS_PORT'] ?? '';
  if (text === '') return null;
  if (/^\d{1,5}$/.test(text) && Number(text) <= portMax) return Number(text);
  throw invalidInput('a variable of the environment', {
    where: 'TAPEFOLD_METRICS_PORT',
    expected: `a port from 0 to ${portMax}`,
    found: excerpt(text),
  });
}

/** How far the gateway steps back for whoever computes, from 0 to 19. `InvalidInput` where it is no such number. */
export function niceness(env: Environment): number {
  const text = env['TAPEFOLD_NICE'] ?? '';
  if (text === '') return constants.priority.PRIORITY_BELOW_NORMAL;
  if (/^\d{1,2}$/.test(text) && Number(text) <= niceMax) return Number(text);
  throw invalidInput('a variable of the environment', {
    where: 'TAPEFOLD_NICE',
    expected: `a whole number from 0 to ${niceMax}`,
    found: excerpt(text),
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
