/**
 * What a feed does to a market: bars come late, splits become known late, and things happen
 * at one instant.
 */

import {
  civilDate,
  microsPerHour,
  microsPerMinute,
  microsPerSecond,
  seededRandom,
  utcDateOf,
  type CivilDate,
  type Instant,
  type SeededRandom,
} from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { inTapeOrder, openOf, type Market, type MarketFact } from './generated-market.js';

/** From here on the fourth day closes early at New York, and the fifth is a holiday. */
export const earlyCloseDate: CivilDate = civilDate(2025, 6, 30);

const grid = 5 * microsPerMinute;
const ratios = [
  [1, 2],
  [1, 3],
  [2, 3],
  [10, 1],
] as const;

/** The same market as it comes over a feed. */
export function asLive(market: Market, seed: number): Market {
  const random = seededRandom(seed);
  const newest = new Map<number, Instant>();
  const facts = market.facts.map((fact) => {
    if (fact.bar !== undefined) return lateBar(fact, random, newest);
    if (fact.trade !== undefined || fact.quote !== undefined) return onGrid(fact, random);
    return fact.payload?.kind === 'split' ? lateSplit(fact, random) : fact;
  });
  return { ...market, facts: inTapeOrder(facts) };
}

/**
 * One in four comes seconds late, one in eight hours: also in the next session, where there is one
 * by the calendar.
 */
function lateBar(fact: MarketFact, random: SeededRandom, newest: Map<number, Instant>): MarketFact {
  const choice = random.below(8);
  const seconds = 1 + random.below(5);
  const hours = 1 + random.below(24);
  let late;
  if (choice < 2) {
    late = seconds * microsPerSecond;
  } else if (choice === 2) {
    late = hours * microsPerHour;
  } else {
    late = 0;
  }
  const came = fact.time + late;
  const isAtHome = utcDateOf(came) === utcDateOf(fact.time);
  const isSession = isAtHome || calendarOf('XNYS').isSession(utcDateOf(came));
  // Bars of a symbol come in their order.
  const before = newest.get(fact.instrument) ?? -Infinity;
  const time = Math.max(isSession ? came : fact.time, before + 1);
  newest.set(fact.instrument, time);
  return { ...fact, time };
}

/**
 * One in three is known at a full five minutes, where others are, decisions and orders that took
 * time among them.
 */
function onGrid(fact: MarketFact, random: SeededRandom): MarketFact {
  if (random.below(3) > 0) return fact;
  const time = Math.ceil(fact.time / grid) * grid;
  return { ...fact, time, eventTime: fact.eventTime + (time - fact.time) };
}

/**
 * Every other one becomes known up to two days behind the open of its date, alone at its instant.
 */
function lateSplit(fact: MarketFact, random: SeededRandom): MarketFact {
  const { payload } = fact;
  if (payload?.kind !== 'split') return fact;
  const [from, to] = ratios[random.below(ratios.length)] ?? ratios[0];
  const opened = openOf(payload.effectiveDate);
  const late = opened + random.below(48 * 60) * microsPerMinute + 7 * microsPerSecond + 7;
  const time = random.below(2) === 0 ? late : fact.time;
  return { ...fact, time, eventTime: opened, payload: { ...payload, from, to } };
}
