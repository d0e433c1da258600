/** One stream message as an item. Only this file knows the vendor's one-letter names. */

import { z } from 'zod';
import { excerpt, microsPerDay, microsPerHour, microsPerMinute, type Instant } from '#values';
import type { BarValues } from '#contracts';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import { checkedMessage } from '../mapping/checked-message.js';
import type { FeedItem } from '../port/feed-item.js';
import {
  anything,
  id,
  instant,
  isRecord,
  price,
  priceOrNull,
  size,
  symbol,
  text,
  vendorError,
} from './vendor-message.js';

interface StreamContext {
  /** When the frame arrived. */
  readonly receivedAt: Instant;
  readonly calendar: SessionCalendar;
}

type Reader = (message: unknown, context: StreamContext) => FeedItem | undefined;

const reader =
  <T>(
    schema: z.ZodType<T>,
    itemOf: (message: T, context: StreamContext) => FeedItem | undefined,
  ): Reader =>
  (message, context) =>
    itemOf(checkedMessage(schema, message, ''), context);

/** Long enough for the text of an article. */
const bodyCharsMax = 4_000_000;

const stamped = { S: symbol, t: instant };
const prices = { o: price, h: price, l: price, c: price };
const bar = z.object({ ...stamped, ...prices, v: size, vw: priceOrNull });

function valuesOf({ o: open, h: high, l: low, c: close, v, vw }: z.infer<typeof bar>): BarValues {
  return { open, high, low, close, volume: v, vwap: vw };
}

/** A one-minute bar, stamped with its start. */
const minuteBar = (isRevision: boolean): Reader =>
  reader(bar, (message) => {
    const { S, t: start } = message;
    const end = start + microsPerMinute;
    return { kind: 'bar', symbol: S, start, end, isRevision, ...valuesOf(message) };
  });

/**
 * A session's bar, stamped with its start. The vendor sends it each minute during the session:
 * before the close it is partial, and is skipped.
 */
const dailyBar = reader(bar, (message, { receivedAt, calendar }) => {
  const session = calendar.dateOf(message.t);
  if (!calendar.isSession(session) || receivedAt < calendar.closeOf(session)) return undefined;
  return { kind: 'dailyBar', symbol: message.S, session, ...valuesOf(message), adjClose: null };
});

/** In New York's winter time: no trades are made in the hours that this gets wrong in summer. */
const dayStart = 5 * microsPerHour;

/**
 * Each exchange numbers the trades of a symbol on its own and restarts each day, so both are part
 * of the id. Crypto trades have no exchange, and their numbers never restart.
 */
function tradeId({ x, t }: { x: string; t: Instant }, number: string | null): string | null {
  if (number === null || x === '') return number;
  return `${Math.floor((t - dayStart) / microsPerDay)}-${x}-${number}`;
}

const ofTrade = { ...stamped, x: text(32) };

const trade = reader(z.object({ ...ofTrade, i: id, p: price, s: size }), (message) => {
  const { S, t: at, i, p, s } = message;
  return { kind: 'trade', symbol: S, at, id: tradeId(message, i), price: p, size: s };
});

/** A price of 0 means that a side has no offer. */
const quote = reader(
  z.object({ ...stamped, bp: priceOrNull, bs: anything, ap: priceOrNull, as: anything }),
  ({ S, t: at, bp: bid, bs, ap: ask, as }) => {
    const bidSize = bid === null ? null : checkedMessage(size, bs, 'bs');
    const askSize = ask === null ? null : checkedMessage(size, as, 'as');
    return { kind: 'quote', symbol: S, at, bid, bidSize, ask, askSize };
  },
);

/** `cp`, `cs` are the corrected values of the trade. */
const correction = reader(z.object({ ...ofTrade, oi: id, cp: price, cs: size }), (message) => {
  const { S, t: at, oi, cp, cs } = message;
  const corrected = { price: cp, size: cs };
  return { kind: 'tradeCorrection', symbol: S, at, id: tradeId(message, oi), trade: corrected };
});

/** Canceled or erroneous: the trade never happened. */
const cancellation = reader(z.object({ ...ofTrade, i: id }), (message) => {
  const { S, t: at, i } = message;
  return { kind: 'tradeCorrection', symbol: S, at, id: tradeId(message, i), trade: null };
});

/**
 * Codes that halt and resume trading, by tape: for A and B those of the Consolidated Tape
 * Association, for C and O those of the UTP plan. Quoting resumes before trading does (Q). All
 * other codes do not affect trading.
 */
const ofCta: Readonly<Record<string, boolean>> = { 2: true, 3: false };
const ofUtp: Readonly<Record<string, boolean>> = { H: true, P: true, Q: true, T: false };
const haltsOfTape: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  A: ofCta,
  B: ofCta,
  C: ofUtp,
  O: ofUtp,
};

const status = reader(
  z.object({
    ...stamped,
    sc: symbol,
    z: text(32),
    sm: text(1000),
    rm: text(1000),
    rc: text(32),
  }),
  ({ S, t: at, sc: code, z: tape, sm, rm, rc }) => {
    const halted = (haltsOfTape[tape] ?? { ...ofCta, ...ofUtp })[code];
    if (halted === undefined) return undefined;
    const reason = [sm, rm || rc].filter((words) => words !== '').join(': ');
    return { kind: 'status', symbol: S, at, halted, code, reason: reason.slice(0, 500) };
  },
);

/** A changed article is sent again, with the time of the change as its publication time. */
const article = reader(
  z.object({
    id,
    created_at: anything,
    updated_at: anything,
    symbols: z.array(z.unknown()).optional().catch([]),
    headline: text(100_000),
    summary: text(bodyCharsMax),
    source: text(1000),
    url: text(10_000),
    content: text(bodyCharsMax),
  }),
  ({ id: number, created_at, updated_at, symbols, headline: title, content, ...texts }) => ({
    kind: 'news',
    id: number ?? '',
    publishedAt: checkedMessage(instant, updated_at ?? created_at, 'updated_at'),
    symbols: (symbols ?? []).filter((one) => typeof one === 'string'),
    title,
    ...texts,
    body: content === '' ? null : content,
  }),
);

const complaint = reader(z.object({ code: size, msg: text(1000) }), ({ code, msg }) => {
  return { kind: 'complaint', code: String(code), ...vendorError(code, msg) };
});

/** Messages we do not use but that prove the feed alive: price bands (l), order books (o). */
const unused = reader(z.object({ t: instant }), ({ t: at }) => ({ kind: 'heartbeat', at }));

const readers: Readonly<Record<string, Reader>> = {
  b: minuteBar(false),
  u: minuteBar(true),
  d: dailyBar,
  t: trade,
  q: quote,
  c: correction,
  x: cancellation,
  s: status,
  n: article,
  l: unused,
  o: unused,
  error: complaint,
  success: () => undefined,
  subscription: () => undefined,
};

/**
 * The item in a message; undefined if it holds none. Throws `InvalidInput` for an unreadable one.
 */
export function streamItem(message: unknown, context: StreamContext): FeedItem | undefined {
  const kind = isRecord(message) ? message['T'] : undefined;
  const read = typeof kind === 'string' && Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  if (read !== undefined) return read(message, context);
  const reason = `a message of an unknown kind: ${excerpt(kind)}`;
  return { kind: 'complaint', code: 'unknown', reason, fatal: false };
}
