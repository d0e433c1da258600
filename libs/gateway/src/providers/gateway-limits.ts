/** The limits on what a client may use before it is refused; all of them are configurable. */

import { z } from 'zod';
import { excerpt, invalidInput, jsonOf } from '#values';
import type { Environment } from '#service-host';

export const defaultLimits = {
  /** Requests a minute from one address, checked before anything else. */
  perAddress: 3_000,
  /** Requests a minute with one token. */
  perToken: 1_500,
  /** Submissions a minute with one token: each reads a data set. */
  submissionsPerToken: 60,
  /** Bytes of a body. */
  bodyBytes: 1_048_576,
  /** Nesting depth of brackets in a body. */
  bodyDepth: 32,
  /** Milliseconds to parse a YAML text, on a thread of its own. */
  yamlMs: 2_000,
  /** Runs of one submission. */
  runs: 10_000,
  /** Submissions in the queue. */
  submissionsWaiting: 16,
  /** Open streams of events, per token and in total. */
  streamsPerToken: 16,
  streams: 500,
  /** Milliseconds between the comments that keep a stream open. */
  heartbeatMs: 15_000,
  /** Milliseconds after which a stream polls for news without a notification. */
  lookMs: 2_000,
  /** Milliseconds that a stream's client may leave written data unread. */
  slowMs: 10_000,
  /** Milliseconds for the headers, and for a whole request, to arrive. */
  headersMs: 10_000,
  requestMs: 30_000,
  /** Milliseconds without a byte in either direction, and between two requests. */
  idleMs: 60_000,
  keepAliveMs: 5_000,
  headerBytes: 16_384,
  connections: 2_000,
};
export type GatewayLimits = { readonly [N in keyof typeof defaultLimits]: number };

const positive = z.int().positive();
const limitsSchema = z.strictObject(
  Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, positive.optional()])),
);

/**
 * The default limits with overrides from `TAPEFOLD_GATEWAY_LIMITS`, as JSON. `InvalidInput` for
 * any other text.
 */
export function gatewayLimits(env: Environment): GatewayLimits {
  const text = env['TAPEFOLD_GATEWAY_LIMITS'] ?? '';
  if (text === '') return defaultLimits;
  const parsed = limitsSchema.safeParse(jsonOf(text));
  if (parsed.success) return { ...defaultLimits, ...(parsed.data as Partial<GatewayLimits>) };
  throw invalidInput('invalid environment variable', {
    where: 'TAPEFOLD_GATEWAY_LIMITS',
    expected: `JSON with whole numbers under ${Object.keys(defaultLimits).join(', ')}`,
    found: excerpt(text),
  });
}
