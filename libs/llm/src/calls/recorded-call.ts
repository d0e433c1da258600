/** A model call as recorded on the wire: its request, each try, and the response frame by frame. */

import { z } from 'zod';
import { askKeySchema } from './ask.js';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

/** The forms of request and response that the gateway reads. */
export const wireApis = [
  'anthropic-messages',
  'openai-chat',
  'openai-responses',
  'google-generate-content',
] as const;
export type WireApi = (typeof wireApis)[number];

/** Identifies the call. One key is one call, for any caller and any number of requests. */
export const callKeySchema = askKeySchema.extend({
  /** A conversation within the attempt; `main` if there is only one. */
  lane: z.string().min(1).max(64),
  /** Number of the call within its lane, from 1. */
  ordinal: z.int().positive(),
});

/** What is durable before a call leaves the gateway. */
export const claimedCallSchema = callKeySchema.extend({
  provider: z.string(),
  api: z.enum(wireApis),
  /** As the request names it, or its path. */
  model: z.string(),
  /** Path and query below the provider's base URL; no key is ever part of it. */
  path: z.string(),
  /**
   * Those that change what the provider does, such as `anthropic-beta`; left out if there are none.
   */
  headers: z.record(z.string(), z.string()).optional(),
  /** The body as the agent sent it, UTF-8. */
  request: z.string(),
  /** Id of the canonicaliser behind `digest`. */
  canonicaliser: z.string(),
  /** SHA-256 of path, headers and canonical request. */
  digest: sha256,
});

/** Outcome of one try; only the first three are retried. */
const tryOutcomes = [
  'rate limited',
  'server error',
  'unreachable',
  'answered',
  'refused by provider',
  'stalled',
  'cut off',
  'abandoned',
  'unknown',
] as const;

export const callTrySchema = z.strictObject({
  outcome: z
    .enum(tryOutcomes)
    .describe(
      'unknown: in flight when the gateway died, so the response, if any, is lost. abandoned: ' +
        'its decision ended first. cut off: the response ended before its end, or never began ' +
        'though the whole request had left, or is in no form of its API. ' +
        'unreachable: the request had not left.',
    ),
  status: z.int().nullable(),
  /** Wall time, ISO 8601, UTC. */
  startedAt: z.string(),
  durationMs: z.number().nonnegative(),
});

/** Tokens as the provider counts them; parts are contained in the whole. */
const tokenUsageSchema = z.strictObject({
  input: count,
  output: count,
  cachedInput: count.describe('Input tokens read from a cache.'),
  cacheWrite: count.describe('Input tokens written to a cache.'),
  reasoning: count.describe('Reasoning tokens, included in `output`.'),
});

const callFrameSchema = z.strictObject({
  /** Milliseconds since the try began; part of no comparison. */
  atMs: z.number().nonnegative(),
  /** UTF-8: one event of a stream with the blank line that ends it, or a whole body. */
  text: z.string(),
});

/** A call that has ended, with any outcome. */
export const recordedCallSchema = claimedCallSchema.extend({
  tries: z.array(callTrySchema).min(1),
  /** The agent's response: of the last try, or of the gateway itself if it refused. */
  response: z
    .strictObject({
      status: z.int(),
      contentType: z.string(),
      /** As sent to the agent, with any key removed. */
      frames: z.array(callFrameSchema),
      address: z
        .string()
        .optional()
        .describe('Origin and path that were asked, of status 404 and 405.'),
      location: z.string().optional().describe('Where a redirect leads, without its query.'),
    })
    .nullable(),
  usage: tokenUsageSchema.nullable().describe('null if the provider did not report it.'),
  /** In the provider's own word. */
  stopReason: z.string().nullable(),
  cost: z
    .strictObject({ usd: z.number().nonnegative(), prices: z.string() })
    .nullable()
    .describe('Priced by the price table of that version; null means unpriced, not free.'),
});

/** A try whose gateway died before its end. `startedAt`: wall time, ISO 8601, UTC. */
export const unknownTry = (startedAt: string): CallTry => ({
  outcome: 'unknown',
  status: null,
  startedAt,
  durationMs: 0,
});

/**
 * The record of a call whose gateway died during it, and which was not requested again before its
 * attempt ended.
 */
export const lostCall = (claimed: ClaimedCall, tries: readonly CallTry[]): RecordedCall => ({
  ...claimed,
  tries: [...tries],
  response: null,
  usage: null,
  stopReason: null,
  cost: null,
});

export const isLost = ({ tries }: Pick<RecordedCall, 'tries'>): boolean =>
  tries.at(-1)?.outcome === 'unknown';

/** Statuses with which a proxy reports that no server answers behind it. */
const awayStatuses = new Set<number | null>([502, 503, 504]);

/** Whether the provider could not be reached. */
export const isAway = ({ outcome, status }: Pick<CallTry, 'outcome' | 'status'>): boolean =>
  outcome === 'unreachable' || (outcome === 'server error' && awayStatuses.has(status));

const chargeable: ReadonlySet<string> = new Set<CallTry['outcome']>([
  'answered',
  'stalled',
  'cut off',
  'abandoned',
  'unknown',
]);

/** Whether a provider may have answered one of these tries, and may have charged for it. */
export const mayBeCharged = (tries: RecordedCall['tries']): boolean =>
  sentTries(tries).some(({ outcome }) => chargeable.has(outcome));

/**
 * Without the mark behind the last try of a call that was abandoned while it waited for the next:
 * nothing was sent.
 */
export const sentTries = (tries: RecordedCall['tries']): RecordedCall['tries'] =>
  tries.filter(
    ({ outcome, durationMs }, at) => at === 0 || outcome !== 'abandoned' || durationMs > 0,
  );

export type CallKey = Readonly<z.infer<typeof callKeySchema>>;
export type ClaimedCall = Readonly<z.infer<typeof claimedCallSchema>>;
export type CallTry = Readonly<z.infer<typeof callTrySchema>>;
export type TokenUsage = Readonly<z.infer<typeof tokenUsageSchema>>;
export type RecordedCall = Readonly<z.infer<typeof recordedCallSchema>>;
