/**
 * Another future for a market: the same facts up to a cut, and random ones after it, marked
 * with canaries.
 */

import fc from 'fast-check';
import {
  microsPerDay,
  microsPerHour,
  seededRandom,
  type Instant,
  type SeededRandom,
} from '#values';
import { factKinds, noInstrument } from '#contracts';
import {
  closeOf,
  eventFact,
  eventKinds,
  inTapeOrder,
  openOf,
  symbolsOfMarket,
  type BarValues,
  type Market,
  type MarketFact,
} from './generated-market.js';

/** Values that only the changed future holds. */
export const canaryText = 'CANARY';
const canaryPrice = 666_666.25;
export const isCanary = (value: number): boolean => value >= 666_666 && value < 666_667;

export interface FutureShape {
  readonly seed: number;
  /** The fact of the market at which the cut is, in thousandths, and its offset in microseconds. */
  readonly place: number;
  readonly beside: number;
  /** What becomes of a fact after the cut. */
  readonly fate: 'gone' | 'kept' | 'changed' | 'mixed';
  readonly inserted: number;
}

export const futureShapes: fc.Arbitrary<FutureShape> = fc.record({
  seed: fc.nat(),
  place: fc.nat(999),
  beside: fc.constantFrom(0, 0, 1, -1),
  fate: fc.constantFrom('gone', 'kept', 'changed', 'changed', 'mixed'),
  inserted: fc.integer({ min: 0, max: 12 }),
});

export interface ChangedMarket {
  readonly market: Market;
  /** The last instant up to which both markets are the same. */
  readonly cut: Instant;
}

export function changeFuture(base: Market, shape: FutureShape): ChangedMarket {
  const at = Math.min(base.facts.length - 1, Math.floor((shape.place / 1000) * base.facts.length));
  const cut = (base.facts[at]?.time ?? 0) + shape.beside;
  const random = seededRandom(shape.seed);
  const documents = new Map(base.documents);
  const past = base.facts.filter(({ time }) => time <= cut);
  const future = base.facts
    .filter(({ time }) => time > cut)
    .flatMap((fact) => fated(fact, shape.fate, random));
  const inserted = Array.from({ length: shape.inserted }, () =>
    insertedFacts(base, cut, random, documents),
  ).flat();
  const facts = inTapeOrder([...past, ...future, ...inserted]);
  return { market: { ...base, facts, documents }, cut };
}

function fated(fact: MarketFact, fate: FutureShape['fate'], random: SeededRandom): MarketFact[] {
  if (fate === 'gone') return [];
  if (fate === 'kept') return [fact];
  if (fate === 'changed') return [changed(fact, random)];
  const choice = random.below(3);
  if (choice === 0) return [];
  return [choice === 1 ? fact : changed(fact, random)];
}

function changed(fact: MarketFact, random: SeededRandom): MarketFact {
  if (fact.bar !== undefined) return { ...fact, bar: canaryBar(random) };
  if (fact.trade !== undefined) return { ...fact, trade: { price: canaryPrice, size: 1 } };
  if (fact.quote !== undefined) return { ...fact, quote: canaryQuote };
  const { payload } = fact;
  switch (payload?.kind) {
    case 'news':
      return { ...fact, payload: { ...payload, title: canaryText, summary: canaryText } };
    case 'filing':
      return { ...fact, payload: { ...payload, form: canaryText, sections: [] } };
    case 'dividend':
      return { ...fact, payload: { ...payload, amount: canaryPrice } };
    case 'split':
      return { ...fact, payload: { ...payload, from: 1 + random.below(50) } };
    default:
      return fact;
  }
}

const canaryQuote = {
  bid: canaryPrice,
  ask: canaryPrice + 0.25,
  bidSize: canaryPrice,
  askSize: canaryPrice,
};

function canaryBar(random: SeededRandom): BarValues {
  const price = (): number => canaryPrice + random.below(64) / 128;
  const open = price();
  const close = price();
  const high = Math.max(open, close);
  const low = Math.min(open, close);
  return { open, high, low, close, adjClose: close, volume: price(), vwap: price() };
}

/** One fact after the cut, often a microsecond after it, about something that may be before it. */
function insertedFacts(
  { header, sessions }: Market,
  cut: Instant,
  random: SeededRandom,
  documents: Map<string, string>,
): MarketFact[] {
  const delay = [1, 1, 2, microsPerHour, microsPerDay * random.below(30) + 1];
  const time = cut + (delay[random.below(delay.length)] as number);
  const instrument = random.below(header.instruments.length);
  const session = sessions[random.below(sessions.length)] as number;
  const choice = random.below(eventKinds.length + 3);
  const bar = { kind: factKinds.bar, instrument, time, eventTime: cut - microsPerHour };
  if (choice >= eventKinds.length + 1) return [{ ...bar, bar: canaryBar(random) }];
  if (choice === eventKinds.length) return laterSession(sessions.at(-1) as number, cut, random);
  const kind = eventKinds[choice] as (typeof eventKinds)[number];
  const symbol = symbolsOfMarket[instrument] as string;
  const text = `${canaryText} ${random.below(1000)}`;
  const size = kind === 'split' ? 1 + random.below(9) : canaryPrice;
  const { fact, document } = eventFact({ kind, symbol, session, time, text, size });
  if (document !== undefined) documents.set(document[0], document[1]);
  const whole = { ...fact, instrument, eventTime: cut - microsPerHour };
  return kind === 'news' ? [whole, lateNews(whole, random)] : [whole];
}

/** News of before the cut that a live feed delivers behind `news`, too late for the tape. */
function lateNews(news: MarketFact, random: SeededRandom): MarketFact {
  const time = news.time - 1 - random.below(1000) * 1_000_000;
  return { ...news, time, deliveredAt: news.time };
}

/** Sessions after the last one, so that the calendar continues differently. */
function laterSession(last: number, cut: Instant, random: SeededRandom): MarketFact[] {
  const session = last + 1 + random.below(5);
  const at = (time: Instant) => ({ instrument: noInstrument, time, eventTime: time });
  if (openOf(session) <= cut) return [];
  return [
    {
      kind: factKinds.sessionOpen,
      ...at(openOf(session)),
      payload: { kind: 'sessionOpen', session },
    },
    {
      kind: factKinds.sessionClose,
      ...at(closeOf(session)),
      payload: { kind: 'sessionClose', session, early: true },
    },
  ];
}

/**
 * The market with a bar behind a later one of its symbol, both after the cut: a tape
 * that breaks there.
 */
export function breakFuture({ market, cut }: ChangedMarket, seed: number): Market {
  const random = seededRandom(seed);
  const [first] = market.facts.filter(({ kind, time }) => kind === factKinds.bar && time > cut + 1);
  if (first === undefined) return market;
  const { instrument, time } = first;
  const late = { ...first, time: cut + 1, deliveredAt: time, instrument, bar: canaryBar(random) };
  return { ...market, facts: inTapeOrder([...market.facts, late]) };
}
