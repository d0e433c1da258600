/** How much of everything a client may take before it is turned away; all of it can be set. */

import { z } from 'zod';
import { excerpt, invalidInput, jsonOf } from '#values';
import type { Environment } from '#service-host';

export interface GatewayLimits {
  /** Requests a minute from one address, asked before anything else. */
  readonly perAddress: number;
  /** Requests a minute with one token. */
  readonly perToken: number;
  /** Submissions a minute with one token: each reads a data set. */
  readonly submissionsPerToken: number;
  /** Bytes of a body. */
  readonly bodyBytes: number;
  /** Brackets within brackets of a body. */
  readonly bodyDepth: number;
  /** Milliseconds that a YAML text may take to be read, on a thread of its own. */
  readonly yamlMs: number;
  /** Runs of one submission. */
  readonly runs: number;
  /** Submissions that wait for their turn. */
  readonly submissionsWaiting: number;
  /** Open streams of events, with one token and in all. */
  readonly streamsPerToken: number;
  readonly streams: number;
  /** Milliseconds between the comments that keep a stream open. */
  readonly heartbeatMs: number;
  /** Milliseconds after which a stream looks for news that nobody told it of. */
  readonly lookMs: number;
  /** Milliseconds that a stream's client may leave what was written unread. */
  readonly slowMs: number;
  /** Milliseconds for the headers, and for the whole of a request to arrive. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Milliseconds without a byte in either direction, and between two requests. */
  readonly idleMs: number;
  readonly keepAliveMs: number;
  readonly headerBytes: number;
  readonly connections: number;
}

export const defaultLimits: GatewayLimits = {
  perAddress: 3_000,
  perToken: 1_500,
  submissionsPerToken: 60,
  bodyBytes: 1_048_576,
  bodyDepth: 32,
  yamlMs: 2_000,
  runs: 10_000,
  submissionsWaiting: 16,
  streamsPerToken: 16,
  streams: 500,
  heartbeatMs: 15_000,
  lookMs: 2_000,
  slowMs: 10_000,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  keepAliveMs: 5_000,
  headerBytes: 16_384,
  connections: 2_000,
};

const positive = z.int().positive();
const limitsSchema = z.strictObject(
  Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, positive.optional()])),
);

/**
 * The default limits with those that `TAPEFOLD_GATEWAY_LIMITS` overrides as JSON. `InvalidInput` for any other text.
 */
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
