/**
 * The schema of `feed.yaml`: what is recorded, and how its tape is made. It names where
 * credentials are kept.
 */

import { z } from 'zod';
import { baseCalendarSchema } from '#contracts/facts/calendar-name';
import { fieldMappingsSchema } from './field-mapping.js';

const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'expected letters, digits, ".", "_", "-", 64 at most',
  );
const symbol = z.string().min(1).max(32);
const currency = z.string().min(1).max(16);
const path = z.string().min(1).max(1000);
const ms = z.int().min(0).max(3_600_000);
const header = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'expected the name of a header');
const httpAddress = z
  .string()
  .max(2000)
  .regex(/^https?:[/][/][^ /]/, 'expected http:// or https://');
const socketAddress = z
  .string()
  .max(2000)
  .regex(/^wss?:[/][/][^ /]/, 'expected ws:// or wss://');

/** Where a secret is: an environment variable, or a file that holds only the secret. */
const secret = z.union([
  z.strictObject({
    env: z.string().regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'expected the name of a variable'),
  }),
  z.strictObject({ file: path }),
]);

const connections = [
  z.strictObject({
    kind: z.literal('alpaca'),
    /** `sip`, `iex`, `delayed_sip`, `test`; for crypto `crypto`. */
    feed: z.string().max(32).default('iex'),
    channels: z
      .array(
        z.enum([
          'bars',
          'updatedBars',
          'dailyBars',
          'trades',
          'quotes',
          'statuses',
          'news',
          'actions',
        ]),
      )
      .min(1)
      .default(['bars', 'updatedBars', 'trades', 'statuses', 'news', 'actions']),
    encoding: z.enum(['msgpack', 'json']).default('msgpack'),
    stream: socketAddress.default('wss://stream.data.alpaca.markets'),
    rest: httpAddress.default('https://data.alpaca.markets'),
    key: secret.default({ env: 'APCA_API_KEY_ID' }),
    secret: secret.default({ env: 'APCA_API_SECRET_KEY' }),
    /** The only certificate to trust, in PEM, for a private server. */
    certificate: path.optional(),
  }),
  /** Trades and best offers of a public crypto exchange, without a key. */
  z.strictObject({
    kind: z.literal('coinbase'),
    channels: z
      .array(z.enum(['trades', 'quotes']))
      .min(1)
      .default(['trades', 'quotes']),
    stream: socketAddress.default('wss://ws-feed.exchange.coinbase.com'),
    rest: httpAddress.default('https://api.exchange.coinbase.com'),
  }),
  z.strictObject({
    kind: z.literal('kafka'),
    brokers: z.array(z.string().min(1).max(300)).min(1).max(20),
    topic: z.string().min(1).max(249),
    mappings: fieldMappingsSchema,
    /** Consumer group that commits its offsets; `tapefold-` and the name of the feed by default. */
    group: name.optional(),
    /** Where a group without committed offsets begins. */
    start: z.enum(['earliest', 'latest']).default('earliest'),
    tls: z.boolean().default(false),
    /** An additional certificate to trust, for private brokers. */
    certificate: path.optional(),
    mechanism: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).default('scram-sha-512'),
    username: secret.optional(),
    password: secret.optional(),
  }),
  z.strictObject({
    kind: z.literal('poll'),
    url: httpAddress,
    everyMs: z.int().min(100).max(86_400_000).default(60_000),
    /** Headers whose values are secret. */
    headers: z.record(z.string().max(100), secret).default({}),
    mappings: fieldMappingsSchema,
  }),
  z.strictObject({
    kind: z.literal('webhook'),
    host: z.string().max(200).default('127.0.0.1'),
    port: z.int().min(0).max(65_535),
    path: z.string().regex(/^[/]/, 'expected a path that begins with /').default('/'),
    /** Signs each body with HMAC-SHA256, or serves as the bearer token. */
    secret,
    auth: z.enum(['bearer', 'hmac-sha256']).default('hmac-sha256'),
    /** The header with the signature in hexadecimal, with or without a `sha256=` prefix. */
    signatureHeader: header.default('x-hub-signature-256'),
    /** The header with the sender's delivery id: a repeated delivery is not stored again. */
    deliveryHeader: header.default('webhook-id'),
    bodyBytesMax: z.int().min(1).max(16_777_216).default(1_048_576),
    /** Requests per address. */
    perSecond: z.int().min(1).max(100_000).default(100),
    mappings: fieldMappingsSchema,
  }),
  /** A file to which another program appends lines of JSON. */
  z.strictObject({
    kind: z.literal('file'),
    path,
    /** Poll interval. */
    everyMs: z.int().min(10).max(60_000).default(200),
    mappings: fieldMappingsSchema,
  }),
  /** Daily bars of Yahoo Finance, requested after each close. */
  z.strictObject({ kind: z.literal('yahoo'), everyMs: z.int().min(60_000).default(900_000) }),
] as const;

const feedConnectionSchema = z.discriminatedUnion('kind', connections);

const descriptionSchema = z.strictObject({
  name,
  calendar: baseCalendarSchema,
  currency,
  currencies: z.record(symbol, currency).default({}),
  symbols: z.array(symbol).min(1).max(65_000),
  /** `intraday` if bars are shorter than a session. */
  frequency: z.enum(['intraday', 'daily']).default('intraday'),
  feed: feedConnectionSchema,
  /** Bars built here from trades or quotes, for feeds that provide none. */
  bars: z
    .strictObject({
      from: z.enum(['trades', 'quotes']),
      minutes: z.int().min(1).max(1440).default(1),
    })
    .optional(),
  /** How long to wait for last facts after the close of a session: decisions are due then. */
  closeDelayMs: ms.default(5000),
  /** A trade or bar is late if it is older than the newest of its symbol by more than this. */
  lateAfterMs: ms.default(2000),
  /**
   * An item whose time is farther ahead of its arrival is unreadable; an hour if omitted. There is
   * no default here, because the ids of tapes derive from the description.
   */
  aheadMaxMs: z.int().min(0).optional(),
  /** The same for times before the arrival, for items that a feed pushes; no limit if omitted. */
  behindMaxMs: z.int().min(1).optional(),
  /**
   * How long a stream may deliver no data in a session before it is reopened; `silencePause`
   * has the defaults.
   */
  silenceMs: z.int().min(100).max(3_600_000).optional(),
  /**
   * How often the data is compared with the history of the feed; 0 for never. `reconcilePause`
   * has the defaults.
   */
  reconcileEveryMs: z.union([z.literal(0), z.int().min(100).max(86_400_000)]).optional(),
});

/** A mapping to a symbol that is not recorded would silently yield nothing. */
export const feedDescriptionSchema = descriptionSchema.superRefine(({ symbols, feed }, context) => {
  if (!('mappings' in feed)) return;
  const recorded = new Set(symbols);
  for (const [number, mapping] of feed.mappings.entries()) {
    for (const [theirs, ours] of Object.entries(mapping.symbols)) {
      if (recorded.has(ours)) continue;
      const message = 'expected one of the symbols of the feed';
      const path = ['feed', 'mappings', number, 'symbols', theirs];
      context.addIssue({ code: 'custom', path, message });
    }
  }
});

export type FeedDescription = z.infer<typeof feedDescriptionSchema>;
export type FeedConnection = z.infer<typeof feedConnectionSchema>;
export type FeedConnectionOf<K extends FeedConnection['kind']> = Extract<
  FeedConnection,
  { kind: K }
>;
export type SecretPlace = z.infer<typeof secret>;

/**
 * Milliseconds; 0 for never. Feeds without numbers but with a history are compared with it
 * once a minute.
 */
export function reconcilePause({ feed, reconcileEveryMs }: FeedDescription): number {
  const hasHistory = feed.kind === 'alpaca' && feed.feed !== 'test';
  return reconcileEveryMs ?? (hasHistory ? 60_000 : 0);
}

/**
 * Milliseconds. Prices of Alpaca may be quiet, and late by 15 minutes; other streams
 * have heartbeats.
 */
export function silencePause({ feed, silenceMs }: FeedDescription): number {
  return silenceMs ?? (feed.kind === 'alpaca' ? 1_800_000 : 30_000);
}
