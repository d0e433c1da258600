/**
 * The tape of a golden journal: its facts as sources, one for each kind, as the readers of
 * files make them.
 */

import { invariant, parseCivilDate, parseInstant, startOfUtcDay, type Instant } from '#values';
import { FactColumns, factKinds, noInstrument, rankOfKind } from '#contracts';
import type { FactKind, FactPayload, FactSource, TapeHeader } from '#contracts';
import type { GoldenFact, GoldenInput, GoldenSession } from './golden-input.js';

const microsPerMinute = 60_000_000;
const openMinute = 14 * 60 + 30;
const closeMinute = 21 * 60;

export function dateOf(text: string): number {
  const date = parseCivilDate(text);
  invariant(date !== undefined, `a golden journal has dates, not ${text}`);
  return date;
}

export function headerOf({ symbols }: GoldenInput): TapeHeader {
  return {
    id: 'golden',
    dataset: 'golden',
    instruments: symbols.map((symbol) => ({ symbol, currency: 'USD' })),
    calendar: 'XNYS',
    sessionsPerYear: 252,
    priceBasis: 'raw',
    tradePrice: 'close',
    barFrequency: 'daily',
    synthetic: true,
    dateRule: 'session-close',
  };
}

export function sourcesOf(input: GoldenInput): FactSource[] {
  const { sessions, symbols, facts = [], feed = [] } = input;
  const byKind = Object.groupBy(facts, ({ fact }) => fact.kind);
  return [
    sourceOf('session opens', factKinds.sessionOpen, sessions.map(opening), symbols),
    sourceOf('session closes', factKinds.sessionClose, sessions.map(closing), symbols),
    ...symbols.map((symbol, instrument) => barSource(symbol, instrument, sessions)),
    ...Object.entries(byKind).map(([kind, list]) =>
      sourceOf(kind, factKinds[kind as FactPayload['kind']], list, symbols),
    ),
    ...(feed.length === 0 ? [] : [liveSource(feed, symbols)]),
  ];
}

function opening({ date }: GoldenSession): GoldenFact {
  const session = dateOf(date);
  return { at: `${date}T14:30:00Z`, fact: { kind: 'sessionOpen', session } };
}

function closing({ date }: GoldenSession): GoldenFact {
  const session = dateOf(date);
  return { at: `${date}T21:00:00Z`, fact: { kind: 'sessionClose', session, early: false } };
}

function liveSource(feed: readonly GoldenFact[], symbols: readonly string[]): FactSource {
  return { ...sourceOf('live news', factKinds.news, feed, symbols, 1), live: true };
}

function sourceOf(
  name: string,
  kind: FactKind,
  facts: readonly GoldenFact[],
  symbols: readonly string[],
  number = 0,
): FactSource {
  const chunk = new FactColumns(Math.max(1, facts.length));
  for (const { at, fact } of facts) {
    const time = parseInstant(at);
    invariant(time !== undefined, `a golden journal has instants, not ${at}`);
    const symbol = 'symbol' in fact ? symbols.indexOf(fact.symbol) : noInstrument;
    chunk.pushFact({
      kind,
      instrument: symbol,
      knowledgeTime: time,
      eventTime: time,
      payload: fact,
    });
  }
  return onceSource(name, rankOfKind[kind] * 65_536 + number, chunk);
}

function barSource(
  symbol: string,
  instrument: number,
  sessions: readonly GoldenSession[],
): FactSource {
  const chunk = new FactColumns(sessions.length);
  for (const { date, bars } of sessions) {
    const bar = bars[symbol];
    if (bar === undefined) continue;
    const row = chunk.count++;
    chunk.kind[row] = factKinds.bar;
    chunk.instrument[row] = instrument;
    chunk.knowledgeTime[row] = minuteOf(date, closeMinute);
    chunk.eventTime[row] = minuteOf(date, openMinute);
    [chunk.open[row], chunk.high[row], chunk.low[row], chunk.close[row]] = bar;
  }
  return onceSource(`bars of ${symbol}`, rankOfKind[factKinds.bar] * 65_536 + instrument, chunk);
}

function minuteOf(date: string, minute: number): Instant {
  return startOfUtcDay(dateOf(date)) + minute * microsPerMinute;
}

function onceSource(name: string, rank: number, chunk: FactColumns): FactSource {
  let isGiven = chunk.count === 0;
  return {
    name,
    rank,
    pull: () => {
      if (isGiven) return null;
      isGiven = true;
      return chunk;
    },
    close: () => undefined,
  };
}
