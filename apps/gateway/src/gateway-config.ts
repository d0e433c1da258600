/** What the gateway is told by its environment beyond what every service is. */

import { constants } from 'node:os';
import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import type { Environment } from '#service-host';
import { secretOf } from '#service-host/config/secret-files';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const portMax = 65_535;
const niceMax = 19;

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

/** Where the figures are served without a token; null where the variable is not set. `InvalidInput` otherwise. */
export const metricsPort = (env: Environment): number | null =>
  numberOf(env, 'TAPEFOLD_METRICS_PORT', { what: 'a port', max: portMax }) ?? null;

/** How far the gateway lowers its own priority, from 0 to 19. `InvalidInput` for anything else. */
export const niceness = (env: Environment): number =>
  numberOf(env, 'TAPEFOLD_NICE', { what: 'a whole number', max: niceMax }) ??
  constants.priority.PRIORITY_BELOW_NORMAL;

function numberOf(
  env: Environment,
  where: string,
  { what, max }: { readonly what: string; readonly max: number },
): number | undefined {
  const text = env[where] ?? '';
  if (text === '') return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= max) return Number(text);
  throw invalidInput('a variable of the environment', {
    where,
    expected: `${what} from 0 to ${max}`,
    found: excerpt(text),
  });
}
