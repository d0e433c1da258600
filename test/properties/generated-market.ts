/**
 * A small market from a few drawn numbers: sessions, bars with gaps, and every other kind of fact.
 */

import fc from 'fast-check';
import {
  civilDate,
  microsPerHour,
  microsPerMinute,
  seededRandom,
  sha256Hex,
  startOfUtcDay,
  type CivilDate,
  type Instant,
  type SeededRandom,
} from '#values';
import {
  factKinds,
  noInstrument,
  rankOfKind,
  type DocumentRef,
  type FactKind,
  type FactPayload,
  type TapeHeader,
} from '#contracts';
import { tickFacts, type QuoteValues, type TradeValues } from './generated-ticks.js';

/** What fast-check draws and shrinks; the values follow from `seed`. */
export interface MarketShape {
  readonly seed: number;
  readonly sessions: number;
  readonly symbols: number;
  /** 1 for daily bars; the last bar of a session ends at its close. */
  readonly barsPerSession: number;
  readonly priceBasis: 'raw' | 'split-adjusted' | 'adjusted';
  readonly tradePrice: 'close' | 'adjClose';
  /** The first session, `firstDate` unless it is given. */
  readonly from?: CivilDate;
  /**
   * Trades and quotes of each symbol and session; with them halts, corrections and gaps of a feed.
   */
  readonly ticks: number;
}

export interface BarValues {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly adjClose: number;
  readonly volume: number;
  readonly vwap: number;
}

export interface MarketFact {
  readonly kind: FactKind;
  readonly instrument: number;
  /** Knowledge time. */
  readonly time: Instant;
  readonly eventTime: Instant;
  readonly bar?: BarValues;
  readonly trade?: TradeValues;
  readonly quote?: QuoteValues;
  readonly payload?: FactPayload;
  /** In a live feed: when it came, if later than it should have. */
  readonly deliveredAt?: Instant;
}

export interface Market {
  readonly header: TapeHeader;
  /** In tape order. */
  readonly facts: readonly MarketFact[];
  readonly documents: ReadonlyMap<string, string>;
  readonly sessions: readonly CivilDate[];
}

export const symbolsOfMarket = ['AA', 'BB', 'CC'] as const;
export const firstDate = civilDate(2025, 3, 3);

export const openOf = (session: CivilDate): Instant =>
  startOfUtcDay(session) + 14 * microsPerHour + 30 * microsPerMinute;
export const closeOf = (session: CivilDate): Instant => startOfUtcDay(session) + 21 * microsPerHour;

/** Markets of at most `sessionsMax` sessions. */
export function marketShapes(sessionsMax: number): fc.Arbitrary<MarketShape> {
  return fc.record({
    seed: fc.nat(),
    sessions: fc.oneof(
      { arbitrary: fc.integer({ min: 5, max: Math.min(12, sessionsMax) }), weight: 3 },
      { arbitrary: fc.integer({ min: 5, max: sessionsMax }), weight: 1 },
    ),
    symbols: fc.integer({ min: 1, max: symbolsOfMarket.length }),
    barsPerSession: fc.constantFrom(1, 1, 2, 3),
    priceBasis: fc.constantFrom('raw', 'raw', 'split-adjusted', 'adjusted'),
    tradePrice: fc.constantFrom('close', 'close', 'adjClose'),
    ticks: fc.constantFrom(0, 2, 6),
  });
}

export function marketOf(shape: MarketShape): Market {
  const draft = new MarketDraft(shape);
  const from = shape.from ?? firstDate;
  for (let day = 0; day < shape.sessions; day++) draft.addSession(from + day);
  return {
    header: headerOf(shape),
    facts: inTapeOrder(draft.facts),
    documents: draft.documents,
    sessions: Array.from({ length: shape.sessions }, (_, day) => from + day),
  };
}

/** From the begin of a bar to its end. */
export const lengthOfBars = ({ barsPerSession }: MarketShape): number =>
  (closeOf(firstDate) - openOf(firstDate)) / barsPerSession;

/** By delivery, then by the rank of the source. */
export function inTapeOrder(facts: readonly MarketFact[]): MarketFact[] {
  return [...facts].sort(
    (a, b) =>
      (a.deliveredAt ?? a.time) - (b.deliveredAt ?? b.time) ||
      rankOfKind[a.kind] - rankOfKind[b.kind] ||
      a.instrument - b.instrument,
  );
}

function headerOf({ symbols, barsPerSession, priceBasis, tradePrice }: MarketShape): TapeHeader {
  return {
    id: 'generated',
    dataset: 'generated',
    instruments: symbolsOfMarket.slice(0, symbols).map((symbol) => ({ symbol, currency: 'USD' })),
    calendar: 'XNYS',
    sessionsPerYear: 252,
    priceBasis,
    tradePrice,
    barFrequency: barsPerSession === 1 ? 'daily' : 'intraday',
    synthetic: true,
    dateRule: 'session-close',
  };
}

class MarketDraft {
  readonly facts: MarketFact[] = [];
  readonly documents = new Map<string, string>();
  private readonly random: SeededRandom;
  private readonly price: number[];

  constructor(private readonly shape: MarketShape) {
    this.random = seededRandom(shape.seed);
    this.price = Array.from({ length: shape.symbols }, () => 20 + this.random.below(200));
  }

  addSession(session: CivilDate): void {
    const open = openOf(session);
    const close = closeOf(session);
    const at = (time: Instant) => ({ instrument: noInstrument, time, eventTime: time });
    this.facts.push(
      { kind: factKinds.sessionOpen, ...at(open), payload: { kind: 'sessionOpen', session } },
      {
        kind: factKinds.sessionClose,
        ...at(close),
        payload: { kind: 'sessionClose', session, early: this.random.below(9) === 0 },
      },
    );
    for (let instrument = 0; instrument < this.shape.symbols; instrument++) {
      this.addBars(instrument, open);
      this.addEvents(instrument, session);
      const { seed, ticks } = this.shape;
      const price = this.price[instrument] as number;
      const symbol = symbolsOfMarket[instrument] as string;
      const of = { instrument, symbol, price, hours: { open, close } };
      this.facts.push(...tickFacts({ seed: seed + session * 8, ticks, ...of }));
    }
  }

  /** One bar in eight is missing. */
  private addBars(instrument: number, open: Instant): void {
    const length = lengthOfBars(this.shape);
    for (let bar = 1; bar <= this.shape.barsPerSession; bar++) {
      if (this.random.below(8) === 0) continue;
      const time = open + bar * length;
      const values = this.barValues(instrument);
      this.facts.push({ kind: factKinds.bar, instrument, time, eventTime: time, bar: values });
    }
  }

  private barValues(instrument: number): BarValues {
    const { random, price } = this;
    const open = cents((price[instrument] as number) * (1 + 0.04 * (random.next() - 0.5)));
    const close = cents(open * (1 + 0.08 * (random.next() - 0.5)));
    price[instrument] = close;
    return {
      open,
      close,
      high: cents(Math.max(open, close) * (1 + 0.03 * random.next())),
      low: cents(Math.min(open, close) * (1 - 0.03 * random.next())),
      adjClose: random.below(4) === 0 ? NaN : cents(close * 0.5),
      volume: random.below(6) === 0 ? NaN : random.below(100_000),
      vwap: random.below(3) === 0 ? NaN : close,
    };
  }

  private addEvents(instrument: number, session: CivilDate): void {
    for (const kind of eventKinds) {
      if (this.random.below(6) !== 0) continue;
      const time = this.eventTime(session);
      const symbol = symbolsOfMarket[instrument] as string;
      const text = `${kind} ${symbol} ${session}`;
      const fact = eventFact({ kind, symbol, session, time, text });
      this.facts.push({ ...fact.fact, instrument, eventTime: time - microsPerHour });
      if (fact.document !== undefined) this.documents.set(fact.document[0], fact.document[1]);
    }
  }

  /** At the open, at the close, or anywhere in the day. */
  private eventTime(session: CivilDate): Instant {
    const choice = this.random.below(4);
    if (choice === 0) return openOf(session);
    if (choice === 1) return closeOf(session);
    return startOfUtcDay(session) + this.random.below(86_400) * 1_000_000 + this.random.below(3);
  }
}

export const eventKinds = [
  'news',
  'filing',
  'fundamentals',
  'dividend',
  'split',
  'rowDropped',
] as const;
export type EventKind = (typeof eventKinds)[number];

export interface EventTerms {
  readonly kind: EventKind;
  readonly symbol: string;
  readonly session: CivilDate;
  readonly time: Instant;
  /** Part of every text of the fact, and of its document. */
  readonly text: string;
  /** Amount of a dividend, new shares of a split, a fundamental's value. */
  readonly size?: number;
}

/** A fact of any kind but bars and sessions, with the document that it refers to. */
export function eventFact(terms: EventTerms): {
  fact: Pick<MarketFact, 'kind' | 'time' | 'payload'>;
  document?: readonly [sha256: string, text: string];
} {
  const { kind, time, text } = terms;
  const body = `document of ${text}`;
  const reference = { sha256: sha256Hex(body), chars: body.length };
  const fact = { kind: factKinds[kind], time, payload: payloadOf(terms, reference) };
  return kind === 'news' || kind === 'filing'
    ? { fact, document: [reference.sha256, body] }
    : { fact };
}

function payloadOf(terms: EventTerms, document: DocumentRef): FactPayload {
  const { kind, symbol, session, time, text, size } = terms;
  const filed = { symbol, form: text, filedDate: session, acceptedAt: time, accession: text };
  switch (kind) {
    case 'news':
      return {
        kind,
        id: text,
        symbols: [symbol],
        publishedAt: time,
        title: text,
        summary: text,
        source: text,
        url: text,
        body: document,
      };
    case 'filing':
      return { kind, ...filed, periodEnd: null, sections: [{ name: text, document }] };
    case 'fundamentals':
      return { kind, ...filed, ...period(session), statements: statementsOf(text, size ?? 5) };
    case 'dividend':
      return { kind, symbol, ...dividendDates(session), amount: size ?? 0.5, ...inDollars(text) };
    case 'split':
      return { kind, symbol, effectiveDate: session + 1, from: 1, to: size ?? 2 };
    case 'rowDropped':
      return { kind, file: text, line: 1, reason: text };
  }
}

const period = (session: CivilDate) =>
  ({ fiscalYear: 2025, fiscalPeriod: 'Q1', periodStart: null, periodEnd: session }) as const;
const statementsOf = (label: string, value: number) => ({
  income: { revenue: { value, unit: 'USD', label } },
});
/** One in three is declared on its ex date or after it. */
const dividendDates = (session: CivilDate) => ({
  exDate: session + (session % 3),
  declaredDate: session,
  recordDate: null,
  payDate: null,
});
const inDollars = (type: string) => ({ currency: 'USD', type });

function cents(price: number): number {
  return Math.max(0.01, Math.round(price * 100) / 100);
}
