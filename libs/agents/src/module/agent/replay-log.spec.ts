/**
 * The replay keeps what a new process needs, counts what it drops, and does not grow with the bars.
 */

import { describe, expect, it } from 'vitest';
import { factKinds, FactColumns, noInstrument } from '#contracts';
import { ReplayLog } from './replay-log.js';

/** Days of a session open and one bar for each of two instruments; a bar's close is its day. */
function days(from: number, to: number): FactColumns {
  const facts = new FactColumns((to - from) * 3);
  for (let day = from; day < to; day++) {
    const times = { knowledgeTime: day, eventTime: day };
    const payload = { kind: 'sessionOpen', session: day } as const;
    facts.pushFact({ kind: factKinds.sessionOpen, instrument: noInstrument, ...times, payload });
    for (const instrument of [0, 1]) {
      const row = facts.count++;
      facts.kind[row] = factKinds.bar;
      facts.instrument[row] = instrument;
      facts.close[row] = day;
    }
  }
  return facts;
}

const closesOf = (log: ReplayLog, instrument: number): number[] =>
  Array.from({ length: log.kept.count }, (_, row) => row)
    .filter(
      (row) => log.kept.kind[row] === factKinds.bar && log.kept.instrument[row] === instrument,
    )
    .map((row) => log.kept.close[row] as number);

describe('a replay log', () => {
  it('without a history keeps all', () => {
    const log = new ReplayLog(2, null);
    for (let day = 0; day < 1000; day += 10) log.append(days(day, day + 10), 0, 30);
    expect([log.total, log.kept.count, log.droppedFacts]).toEqual([3000, 3000, 0]);
    expect(closesOf(log, 1)).toEqual(Array.from({ length: 1000 }, (_, day) => day));
  });

  it('with a history keeps at least that many bars, every other fact, and the count of the rest', () => {
    const log = new ReplayLog(2, 5);
    for (let day = 0; day < 1000; day++) {
      log.append(days(day, day + 1), 0, 3);
      for (const instrument of [0, 1]) {
        const closes = closesOf(log, instrument);
        expect(closes.slice(-5)).toEqual(
          closes.map((_, i) => day - closes.length + 1 + i).slice(-5),
        );
        expect(closes.length).toBeGreaterThanOrEqual(Math.min(5, day + 1));
        expect(closes.length + (log.droppedBars[instrument] as number)).toBe(day + 1);
      }
    }
    const opens = [...log.kept.kind.subarray(0, log.kept.count)].filter(
      (kind) => kind === factKinds.sessionOpen,
    );
    expect(opens.length).toBe(1000);
    expect(log.kept.count + log.droppedFacts).toBe(3000);
  });

  it('of bars alone stays small', () => {
    const log = new ReplayLog(1, 10);
    const bars = new FactColumns(64);
    bars.kind.fill(factKinds.bar);
    bars.count = 64;
    for (let batch = 0; batch < 1000; batch++) log.append(bars, 0, 64);
    expect(log.total).toBe(64_000);
    expect(log.kept.capacity).toBeLessThanOrEqual(256);
  });

  it('of trades and quotes keeps the last of each symbol, and the last quote with two sides', () => {
    const log = new ReplayLog(2, null);
    const place = { instrument: 0, knowledgeTime: 0, eventTime: 0 };
    for (let round = 0; round < 1000; round++) {
      const facts = new FactColumns(4);
      facts.pushTrade({ ...place, price: round, size: 1 });
      facts.pushTrade({ ...place, instrument: 1, price: round, size: 1 });
      facts.pushQuote({ ...place, bid: round, ask: round + 1, bidSize: 1, askSize: 1 });
      facts.pushQuote({ ...place, bid: round, ask: NaN, bidSize: 1, askSize: NaN });
      log.append(facts, 0, 4);
    }
    expect(log.kept.capacity).toBeLessThanOrEqual(512);
    expect(log.kept.count + log.droppedFacts).toBe(4000);
    const { kind, close, low, high, count } = log.kept;
    const rows = Array.from({ length: count }, (_, row) => row);
    expect(rows.findLast((row) => kind[row] === factKinds.trade)).toBe(count - 3);
    expect([close[count - 3], low[count - 2], high[count - 2]]).toEqual([999, 999, 1000]);
  });

  it('keeps counting after it was cleared', () => {
    const log = new ReplayLog(2, null);
    log.append(days(0, 5), 0, 15);
    log.clear();
    expect([log.total, log.kept.count]).toEqual([15, 0]);
  });
});
