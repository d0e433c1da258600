/** Sources for tests: rows in chunks, pulled at once or by promises, with a count of the pulls. */

import { FactColumns, factKinds, noInstrument, type FactSource, type TapeHeader } from '#contracts';

/** A fact that identifies its source, and its position there. */
export interface TestRow {
  readonly time: number;
  readonly source: number;
  readonly sequence: number;
}

export interface TestSource extends FactSource {
  readonly pulls: () => number;
  readonly closes: () => number;
}

/** Columns of bars: the instrument identifies the source, the close the sequence. */
export function barsOf(rows: readonly TestRow[]): FactColumns {
  const facts = new FactColumns(Math.max(1, rows.length));
  for (const { time, source, sequence } of rows) {
    const row = facts.count++;
    facts.kind[row] = factKinds.bar;
    facts.instrument[row] = source;
    facts.knowledgeTime[row] = time;
    facts.eventTime[row] = time - 1;
    facts.close[row] = sequence;
  }
  return facts;
}

export function rowsOf(facts: FactColumns): TestRow[] {
  return Array.from({ length: facts.count }, (_, row) => ({
    time: facts.knowledgeTime[row] as number,
    source: facts.instrument[row] as number,
    sequence: facts.close[row] as number,
  }));
}

/**
 * A source of facts at `times`. Chunk lengths come from `chunks`, in turn; the columns of a
 * chunk are overwritten at the next pull, as the port allows. Every pull whose turn in `waits`
 * is true is a promise.
 */
export function sourceOf(
  number: number,
  times: readonly number[],
  options: {
    readonly rank?: number;
    readonly chunks?: readonly number[];
    readonly waits?: readonly boolean[];
    readonly live?: boolean;
  } = {},
): TestSource {
  const { rank = number, chunks = [4], waits = [false], live } = options;
  let pulls = 0;
  let closes = 0;
  let at = 0;
  let last: FactColumns | undefined;
  const pullNow = (): FactColumns | null => {
    last?.knowledgeTime.fill(-7);
    last?.close.fill(-7);
    const size = chunks[pulls++ % chunks.length] as number;
    if (at >= times.length) return null;
    const rows = times.slice(at, at + size);
    last = barsOf(rows.map((time, index) => ({ time, source: number, sequence: at + index })));
    at += size;
    return last;
  };
  return {
    name: `source ${number}`,
    rank,
    ...(live === undefined ? {} : { live }),
    pull: () => {
      if (waits[pulls % waits.length] !== true) return pullNow();
      return Promise.resolve().then(pullNow);
    },
    close: () => closes++,
    pulls: () => pulls,
    closes: () => closes,
  };
}

/** A fact without an instrument, as delivered by a source other than a bar source. */
export function sessionOpens(times: readonly number[]): FactColumns {
  const facts = new FactColumns(times.length);
  for (const [session, time] of times.entries()) {
    const place = { kind: factKinds.sessionOpen, instrument: noInstrument };
    const payload = { kind: 'sessionOpen' as const, session };
    facts.pushFact({ ...place, knowledgeTime: time, eventTime: time, payload });
  }
  return facts;
}

export const testHeader: TapeHeader = {
  id: 'test',
  dataset: 'test',
  instruments: [{ symbol: 'AAPL', currency: 'USD' }],
  calendar: 'XNYS',
  sessionsPerYear: 252,
  priceBasis: 'raw',
  tradePrice: 'close',
  barFrequency: 'daily',
  synthetic: true,
  dateRule: 'session-close',
};
