/**
 * Folds split anywhere: a prefix of a journal and then the rest give what all of it gives at once.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { TradingFold } from '#workflows';
import { ByteReader, ByteWriter, JournalCodec, type JournalEvent } from '#contracts';
import { evolve, openAccount, type Account } from '#portfolio';
import { copied } from './copied-state.js';
import { bookRuns } from './generated-book-run.js';
import { play } from './played-book-run.js';

const cases = runsOfSweep(sweepSize(100, 1000));

/** The journal of a real book, and a place to cut it. */
const cutJournals = fc.tuple(bookRuns, fc.nat()).map(([run, place]) => {
  const events = play(run).map(({ event }) => event);
  return { run, events, cut: place % (events.length + 1) };
});

describe('the fold of an account', () => {
  it('continues from a copy of its state as from itself', () => {
    fc.assert(
      fc.property(cutJournals, ({ run, events, cut }) => {
        const take = (account: Account, part: readonly JournalEvent[]): Account => {
          for (const event of part) evolve(account, event);
          return account;
        };
        const open = (): Account => openAccount(run.symbols, run.capital);
        const prefix = take(open(), events.slice(0, cut));
        const atCut = copied(prefix);
        expect(take(copied(prefix), events.slice(cut))).toEqual(take(open(), events));
        expect(prefix).toEqual(atCut);
      }),
      cases,
    );
  });
});

describe('the fold of a run', () => {
  it('continues from a copy of its state as from itself, even if it was read in between', () => {
    fc.assert(
      fc.property(cutJournals, ({ events, cut }) => {
        const prefix = folded(new TradingFold(), events.slice(0, cut));
        const figures = cut === 0 ? undefined : figuresOf(prefix);
        const rest = folded(copied(prefix), events.slice(cut));
        expect(figuresOf(rest)).toEqual(figuresOf(folded(new TradingFold(), events)));
        if (figures !== undefined) expect(figuresOf(prefix)).toEqual(figures);
      }),
      cases,
    );
  });

  it('gives the same from the journal’s bytes, read in two parts', () => {
    fc.assert(
      fc.property(cutJournals, ({ events, cut }) => {
        const writer = new ByteWriter();
        const encoder = new JournalCodec();
        for (const event of events) encoder.encode(writer, event);
        const reader = new ByteReader(writer.bytes.subarray(0, writer.length));
        const decoder = new JournalCodec();
        const next = (): JournalEvent => decoder.decode(reader) as JournalEvent;
        const prefix = folded(new TradingFold(), Array.from({ length: cut }, next));
        const rest = folded(prefix, Array.from({ length: events.length - cut }, next));
        expect(figuresOf(rest)).toEqual(figuresOf(folded(new TradingFold(), events)));
      }),
      cases,
    );
  });
});

function folded(fold: TradingFold, events: readonly JournalEvent[]): TradingFold {
  for (const event of events) fold.take(event);
  return fold;
}

/** Everything that a run's result is computed from. */
function figuresOf(fold: TradingFold) {
  const { records, closed, rowsDropped } = fold;
  const { account, fills, denied, turnover } = fold.orders;
  return {
    performance: fold.performance(),
    coverage: fold.coverage.now(),
    changes: [...fold.orders.positionChanges()],
    account: copied(account),
    fills,
    denied,
    records,
    closed,
    rowsDropped,
    turnover,
  };
}
