/**
 * The models file: providers with their keys and limits, and prices. The published schema of
 * `models.yaml`.
 */

import { z } from 'zod';
import { wireApis } from '../calls/recorded-call.js';
import { baseUrlDefect } from './endpoint.js';

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'expected lower-case letters, digits and "-", 32 at most');
const usdPerMillion = z.number().nonnegative();

const providerMembers = z.strictObject({
  api: z.enum(wireApis),
  /**
   * Address of the provider's API, with or without the path of a version, or the whole address of
   * its endpoint: `https://api.anthropic.com`. A query goes along with every request.
   */
  baseUrl: z.string().regex(/^https?:[/][/][^ ]+$/, {
    error: 'expected an address that begins with http:// or https://',
    abort: true,
  }),
  /** Where its key is read from; a provider without one is sent none. */
  key: z
    .union([
      z.strictObject({ env: z.string().min(1) }),
      z.strictObject({ file: z.string().min(1) }),
    ])
    .optional(),
  limits: z
    .strictObject({
      concurrent: z.int().min(1).max(10_000).default(16),
      requestsPerMinute: z.int().min(1).optional(),
      tokensPerMinute: z.int().min(1).optional(),
    })
    .prefault({}),
  /** Bounds one try, from request to the end of the response. */
  timeoutMs: z.int().min(1).max(3_600_000).default(300_000),
  /**
   * Bounds the tries of a call that was rate limited, failed at the server, or did not reach it.
   */
  triesMax: z.int().min(1).max(20).default(6),
  /**
   * Wait before the second try; doubled from try to try, and at least the value of `retry-after`.
   */
  backoffMs: z.int().min(1).max(60_000).default(1_000),
});

export const providerSchema = providerMembers.superRefine(({ api, baseUrl }, context) => {
  const found = baseUrlDefect(baseUrl, api);
  if (found === undefined) return;
  const message = `expected an address of ${api}; found ${found}`;
  context.addIssue({ code: 'custom', path: ['baseUrl'], message });
});

const pricesSchema = z.strictObject({
  /** Named in every recording. */
  version: z.string().min(1).max(64),
  /** US dollars a million tokens, by `provider/model`. */
  models: z.record(
    z.string(),
    z.strictObject({
      input: usdPerMillion,
      output: usdPerMillion,
      /** As `input` when left out. */
      cachedInput: usdPerMillion.optional(),
      cacheWrite: usdPerMillion.optional(),
    }),
  ),
});

export const modelsFileSchema = z.strictObject({
  /** Beside those that are built in: anthropic, openai, openai-chat, google. */
  providers: z.record(name, providerSchema).default({}),
  prices: pricesSchema.optional(),
});

export type Provider = Readonly<z.infer<typeof providerSchema>>;
export type Prices = Readonly<z.infer<typeof pricesSchema>>;
export type ModelsFile = Readonly<z.infer<typeof modelsFileSchema>>;
