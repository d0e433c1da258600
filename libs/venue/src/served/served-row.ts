/** Bars, trades and quotes as stored by the server, and in the vendor's wire format. */

import type { TradingStatus } from '#contracts';
import type { Instant } from '#values';
import { WireTime } from './wire-time.js';

/**
 * The vendor's two markets; every symbol is served in both. Their trades and quotes have
 * different members.
 */
export type Market = 'stocks' | 'crypto';

export type SeriesKind = 'bars' | 'dailyBars' | 'trades' | 'quotes';

export interface ServedRow {
  readonly kind: SeriesKind;
  readonly symbol: string;
  /** The vendor's `t`: for a bar its start. */
  readonly time: Instant;
  /** Bars `o h l c v vw`, trades `p s i`, quotes `bp bs ap as`. */
  readonly values: readonly number[];
}

export type WireBody = Readonly<Record<string, unknown>>;

/**
 * Data sets have neither exchange nor trade conditions: these describe a plain trade of
 * IEX, on tape C.
 */
const tape = 'C';
const exchange = 'V';
const conditions = ['@'];

/** The members of a row in REST; a stream message adds `T` and `S`. */
export function bodyOf({ kind, time, values }: ServedRow, market: Market): WireBody {
  const t = new WireTime(time);
  const [a = 0, b = 0, c = 0, d = 0, v = 0, vw = 0] = values;
  if (kind === 'trades') {
    if (market === 'crypto') return { i: c, p: a, s: b, t, tks: '' };
    return { c: conditions, i: c, p: a, s: b, t, x: exchange, z: tape };
  }
  if (kind === 'quotes') {
    const sides = { ap: c, as: d, bp: a, bs: b, t };
    if (market === 'crypto') return sides;
    return { ...sides, ax: exchange, bx: exchange, c: ['R'], z: tape };
  }
  // Data sets have no trade counts. The vendor writes 0 for values without trades, including the
  // volume-weighted price.
  return { c: d, h: b, l: c, n: 0, o: a, t, v, vw };
}

/**
 * `c`: a trade is corrected. The vendor corrects only stocks; crypto uses the same without the
 * members it lacks.
 */
export function correctionBody(
  { time, values: [price = 0, size = 0, id = 0] }: ServedRow,
  original: readonly number[],
  market: Market,
): WireBody {
  const [oldPrice = 0, oldSize = 0] = original;
  const numbers = { oi: id, op: oldPrice, os: oldSize, ci: id, cp: price, cs: size };
  const body = { ...numbers, t: new WireTime(time) };
  if (market === 'crypto') return body;
  return { ...body, oc: conditions, cc: conditions, x: exchange, z: tape };
}

/** `x`: a trade never happened. */
export function cancelBody(
  { time, values: [p = 0, s = 0, i = 0] }: ServedRow,
  market: Market,
): WireBody {
  const body = { a: 'C', i, p, s, t: new WireTime(time) };
  return market === 'crypto' ? body : { ...body, x: exchange, z: tape };
}

export function statusBody(
  { halted, code, reason }: Omit<TradingStatus, 'kind' | 'symbol'>,
  time: Instant,
): WireBody {
  const [sc, sm] = halted ? ['H', 'Trading Halt'] : ['T', 'Trading Resumption'];
  return { rc: code, rm: reason, sc, sm, t: new WireTime(time), z: tape };
}
