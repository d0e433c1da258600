/**
 * Trades, quotes, halts, corrections and gaps of one symbol, inside and outside of one
 * session, from a seed.
 */

import {
  microsPerMinute,
  microsPerSecond,
  seededRandom,
  type Instant,
  type SeededRandom,
} from '#values';
import { factKinds, type FactKind, type FactPayload } from '#contracts';

export interface TradeValues {
  readonly price: number;
  readonly size: number;
}

/** NaN on a side without an offer, and for an unknown size. */
export interface QuoteValues {
  readonly bid: number;
  readonly ask: number;
  readonly bidSize: number;
  readonly askSize: number;
}

/** What is known of one symbol at an instant. */
export interface TickFact {
  readonly kind: FactKind;
  readonly instrument: number;
  readonly time: Instant;
  readonly eventTime: Instant;
  readonly trade?: TradeValues;
  readonly quote?: QuoteValues;
  readonly payload?: FactPayload;
}

export interface TickTerms {
  readonly seed: number;
  readonly ticks: number;
  readonly instrument: number;
  readonly symbol: string;
  /** Around which they trade. */
  readonly price: number;
  readonly hours: { readonly open: Instant; readonly close: Instant };
}

/**
 * `ticks` of them, unordered; most happened up to two seconds before they were known, some hours
 * before, and some are known with the last bar of the session.
 */
export function tickFacts(terms: TickTerms): TickFact[] {
  const { seed, ticks, instrument, symbol, price, hours } = terms;
  const random = seededRandom(seed + instrument);
  const from = hours.open - 20 * microsPerMinute;
  const length = hours.close + 20 * microsPerMinute - from;
  return Array.from({ length: ticks }, () => {
    const isAtClose = random.below(6) === 0;
    const time = isAtClose ? hours.close : from + Math.floor(random.next() * length);
    const late = random.below(4) === 0 ? 60 * random.below(120) : random.below(3);
    const eventTime = time - late * microsPerSecond;
    return { instrument, time, eventTime, ...tickOf(random, symbol, price) };
  });
}

type Said = Pick<TickFact, 'kind' | 'trade' | 'quote' | 'payload'>;

function tickOf(random: SeededRandom, symbol: string, price: number): Said {
  const near = (): number => Math.max(0.01, price * (0.97 + 0.06 * random.next()));
  const choice = random.below(20);
  if (choice >= 10) {
    const trade = { price: near(), size: random.below(8) === 0 ? 0 : random.below(900) };
    return { kind: factKinds.trade, trade };
  }
  if (choice >= 3) return { kind: factKinds.quote, quote: quoteNear(near(), random) };
  const payload = saidOf(choice, random, symbol);
  return { kind: factKinds[payload.kind], payload };
}

function quoteNear(price: number, random: SeededRandom) {
  const side = (value: number): number => (random.below(8) === 0 ? NaN : value);
  // Some are locked, some crossed.
  const half = ([0.001, 0.001, 0.001, 0.001, 0, -0.002] as const)[random.below(6)] as number;
  return {
    bid: side(price * (1 - half)),
    ask: side(price * (1 + half)),
    bidSize: side(random.below(900)),
    askSize: side(random.below(900)),
  };
}

function saidOf(choice: number, random: SeededRandom, symbol: string): FactPayload {
  if (choice === 0) {
    const halted = random.below(2) === 0;
    return { kind: 'tradingStatus', symbol, halted, code: halted ? 'H' : 'T', reason: '' };
  }
  if (choice === 1) {
    const trade = { price: 1 + random.below(500), size: random.below(900) };
    const change = (['late', 'replaced', 'cancelled'] as const)[random.below(3)] ?? 'late';
    const what = { of: 'trade', id: null, bar: null } as const;
    const said = { change, trade: change === 'cancelled' ? null : trade };
    return { kind: 'correction', symbol, eventTime: 0, ...what, ...said };
  }
  const span = { from: 0, to: 1, missing: null };
  return { kind: 'feedGap', source: 'feed', symbols: [symbol], ...span, reason: 'lost' };
}
