/** One stream message as an item. Only this file knows the vendor's one-letter names. */

import { excerpt, microsPerDay, microsPerHour, microsPerMinute, type Instant } from '#values';
import type { BarValues } from '#contracts';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import type { FeedItem } from '../port/feed-item.js';
import { vendorError } from './vendor-errors.js';
import {
  idOf,
  instantOf,
  isRecord,
  numberOf,
  positiveOf,
  positiveOrNull,
  symbolOf,
  textOf,
  type VendorMessage,
} from './vendor-message.js';

export interface StreamContext {
  /** When the frame arrived. */
  readonly receivedAt: Instant;
  readonly calendar: SessionCalendar;
}

type Reader = (message: VendorMessage, context: StreamContext) => FeedItem | undefined;

/** Long enough for the text of an article. */
const bodyCharsMax = 4_000_000;

function barValuesOf(message: VendorMessage): BarValues {
  return {
    open: positiveOf(message, 'o'),
    high: positiveOf(message, 'h'),
    low: positiveOf(message, 'l'),
    close: positiveOf(message, 'c'),
    volume: numberOf(message, 'v', 0),
    vwap: positiveOrNull(message, 'vw'),
  };
}

/** A one-minute bar, stamped with its start. */
export function minuteBar(message: VendorMessage, symbol: string, isRevision: boolean): FeedItem {
  const start = instantOf(message, 't');
  const end = start + microsPerMinute;
  return { kind: 'bar', symbol, start, end, isRevision, ...barValuesOf(message) };
}

/**
 * A session's bar, stamped with its start. The vendor sends it each minute during the session: before the close it
 * is partial, and is skipped.
 */
export function dailyBar(
  message: VendorMessage,
  symbol: string,
  { receivedAt, calendar }: StreamContext,
): FeedItem | undefined {
  const session = calendar.dateOf(instantOf(message, 't'));
  const values = barValuesOf(message);
  if (!calendar.isSession(session) || receivedAt < calendar.closeOf(session)) return undefined;
  return { kind: 'dailyBar', symbol, session, ...values, adjClose: null };
}

/** In New York's winter time: no trades are made in the hours that this gets wrong in summer. */
const dayStart = 5 * microsPerHour;

/**
 * Each exchange numbers the trades of a symbol on its own and restarts each day, so both are part of the id. Crypto
 * trades have no exchange, and their numbers never restart.
 */
function tradeId(message: VendorMessage, name: string, at: Instant): string | null {
  const [id, exchange] = [idOf(message, name), textOf(message, 'x', 32)];
  if (id === null || exchange === '') return id;
  return `${Math.floor((at - dayStart) / microsPerDay)}-${exchange}-${id}`;
}

export function trade(message: VendorMessage, symbol: string): FeedItem {
  const at = instantOf(message, 't');
  return {
    kind: 'trade',
    symbol,
    at,
    id: tradeId(message, 'i', at),
    price: positiveOf(message, 'p'),
    size: numberOf(message, 's', 0),
  };
}

/** A price of 0 means that a side has no offer. */
export function quote(message: VendorMessage, symbol: string): FeedItem {
  const [bid, ask] = [positiveOrNull(message, 'bp'), positiveOrNull(message, 'ap')];
  return {
    kind: 'quote',
    symbol,
    at: instantOf(message, 't'),
    bid,
    bidSize: bid === null ? null : numberOf(message, 'bs', 0),
    ask,
    askSize: ask === null ? null : numberOf(message, 'as', 0),
  };
}

/** `op`, `os` are the original values of the trade, `cp`, `cs` the corrected ones. */
const correction: Reader = (message) => ({
  kind: 'tradeCorrection',
  symbol: symbolOf(message),
  at: instantOf(message, 't'),
  id: tradeId(message, 'oi', instantOf(message, 't')),
  trade: { price: positiveOf(message, 'cp'), size: numberOf(message, 'cs', 0) },
});

/** Canceled or erroneous: the trade never happened. */
const cancellation: Reader = (message) => ({
  kind: 'tradeCorrection',
  symbol: symbolOf(message),
  at: instantOf(message, 't'),
  id: tradeId(message, 'i', instantOf(message, 't')),
  trade: null,
});

/**
 * Codes that halt and resume trading, by tape: for A and B those of the Consolidated Tape Association, for C and O
 * those of the UTP plan. Quoting resumes before trading does (Q). All other codes do not affect trading.
 */
const ofCta: Readonly<Record<string, boolean>> = { 2: true, 3: false };
const ofUtp: Readonly<Record<string, boolean>> = { H: true, P: true, Q: true, T: false };
const haltsOfTape: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  A: ofCta,
  B: ofCta,
  C: ofUtp,
  O: ofUtp,
};

const status: Reader = (message) => {
  const [code, tape] = [textOf(message, 'sc', 32, 1), textOf(message, 'z', 32)];
  const at = instantOf(message, 't');
  const symbol = symbolOf(message);
  const halted = (haltsOfTape[tape] ?? { ...ofCta, ...ofUtp })[code];
  if (halted === undefined) return undefined;
  const parts = [
    textOf(message, 'sm', 1000),
    textOf(message, 'rm', 1000) || textOf(message, 'rc', 32),
  ];
  const reason = parts.filter((text) => text !== '').join(': ');
  return { kind: 'status', symbol, at, halted, code, reason: reason.slice(0, 500) };
};

/** A changed article is sent again, with the time of the change as its publication time. */
export function article(message: VendorMessage): FeedItem {
  const updated = message['updated_at'] === undefined ? 'created_at' : 'updated_at';
  const symbols: unknown = message['symbols'] ?? [];
  const body = textOf(message, 'content', bodyCharsMax);
  return {
    kind: 'news',
    id: idOf(message, 'id') ?? '',
    publishedAt: instantOf(message, updated),
    symbols: (Array.isArray(symbols) ? symbols : []).filter(
      (symbol): symbol is string => typeof symbol === 'string',
    ),
    title: textOf(message, 'headline', 100_000),
    summary: textOf(message, 'summary', bodyCharsMax),
    source: textOf(message, 'source', 1000),
    url: textOf(message, 'url', 10_000),
    body: body === '' ? null : body,
  };
}

const complaint: Reader = (message) => {
  const code = numberOf(message, 'code', 0);
  const { reason, fatal } = vendorError(code, textOf(message, 'msg', 1000));
  return { kind: 'complaint', code: String(code), reason, fatal };
};

/** Messages we do not use but that prove the feed alive: price bands (l), order books (o). */
const unused: Reader = (message) => ({ kind: 'heartbeat', at: instantOf(message, 't') });

const readers: Readonly<Record<string, Reader>> = {
  b: (message) => minuteBar(message, symbolOf(message), false),
  u: (message) => minuteBar(message, symbolOf(message), true),
  d: (message, context) => dailyBar(message, symbolOf(message), context),
  t: (message) => trade(message, symbolOf(message)),
  q: (message) => quote(message, symbolOf(message)),
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

/** The item in a message; undefined if it holds none. Throws `InvalidInput` for an unreadable one. */
export function streamItem(message: unknown, context: StreamContext): FeedItem | undefined {
  const kind = isRecord(message) ? message['T'] : undefined;
  const read = typeof kind === 'string' && Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  if (isRecord(message) && read !== undefined) return read(message, context);
  return {
    kind: 'complaint',
    code: 'unknown',
    reason: `a message of an unknown kind: ${excerpt(kind)}`,
    fatal: false,
  };
}
