/** The contents of a recording, found by folding all of it once. */

import { setImmediate } from 'node:timers/promises';
import { isFailure, type CivilDate, type Instant } from '#values';
import { factKinds, noInstrument, type FactColumns, type News } from '#contracts';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import type { FeedSession } from '#market-data';
import type { Defect } from '#market-data/rows/row-defect';
import type { RecordedSource } from './recorded-source.js';

/** The data of one symbol. Sessions are those of bars, trades and quotes. */
const emptyTally = () => ({
  bars: 0,
  trades: 0,
  quotes: 0,
  news: 0,
  dividends: 0,
  splits: 0,
  firstBar: null as Instant | null,
  lastBar: null as Instant | null,
  firstSession: null as CivilDate | null,
  lastSession: null as CivilDate | null,
  /** Ranges of dates without bars, between dates with bars. */
  missing: [] as { readonly from: CivilDate; readonly to: CivilDate }[],
});
type SymbolTally = ReturnType<typeof emptyTally>;

export interface RecordingScan {
  readonly source: RecordedSource;
  readonly symbols: readonly SymbolTally[];
  /** Sessions that closed, ascending. */
  readonly sessions: readonly FeedSession[];
  /** The last of them; null if none closed. */
  readonly lastClosed: CivilDate | null;
  /** Where a frame is damaged: nothing after it was read. */
  readonly damage: Defect | null;
}

/**
 * Folds a source that is not live to its end, then closes it; its counts remain. Yields to the
 * event loop between chunks: a feed may be recorded meanwhile.
 */
export async function scanRecording(
  source: RecordedSource,
  symbols: readonly string[],
  calendar: SessionCalendar,
): Promise<RecordingScan> {
  const tallies = symbols.map(emptyTally);
  const numbers = new Map(symbols.map((symbol, number) => [symbol, number]));
  const turns = new SessionTurns();
  let damage: Defect | null = null;
  const sessionOf = sessionsOf(calendar);
  try {
    for (let chunk = source.pullStored(); chunk !== null; chunk = source.pullStored()) {
      for (let row = 0; row < chunk.count; row++) {
        const payload = chunk.payload[row];
        if (turns.take(payload)) continue;
        if (payload?.kind === 'news') tallyNews(payload, tallies, numbers);
        else tallyFact(chunk, row, tallies[chunk.instrument[row] as number], sessionOf);
      }
      await setImmediate();
    }
  } catch (error) {
    if (!isFailure(error, 'CorruptJournal')) throw error;
    const found = error.where === undefined ? {} : { found: error.where };
    damage = { what: error.message, ...found };
  } finally {
    source.close();
  }
  const { lastClosed, sessions } = turns;
  return { lastClosed, damage, sessions, source, symbols: tallies };
}

/** The sessions that have closed, each with the gaps and corrections until then. */
class SessionTurns {
  readonly sessions: FeedSession[] = [];
  lastClosed: CivilDate | null = null;
  private gaps = 0;
  private corrections = 0;

  /** False for facts of other kinds. */
  take(payload: FactColumns['payload'][number] | undefined): boolean {
    switch (payload?.kind) {
      case 'sessionClose':
        this.close(payload.session);
        return true;
      case 'feedGap':
        this.gaps++;
        return true;
      case 'correction':
        this.corrections++;
        return true;
      default:
        return false;
    }
  }

  private close(session: CivilDate): void {
    this.lastClosed = session;
    this.sessions.push({ session, gaps: this.gaps, corrections: this.corrections });
    this.gaps = 0;
    this.corrections = 0;
  }
}

function tallyNews(
  { symbols }: News,
  tallies: readonly SymbolTally[],
  numbers: ReadonlyMap<string, number>,
): void {
  for (const symbol of symbols) {
    const tally = tallies[numbers.get(symbol) ?? noInstrument];
    if (tally !== undefined) tally.news++;
  }
}

function tallyFact(
  facts: FactColumns,
  row: number,
  tally: SymbolTally | undefined,
  sessionOf: (at: Instant) => CivilDate,
): void {
  const counted = countedAs.get(facts.kind[row] as number);
  if (tally === undefined || counted === undefined) return;
  tally[counted]++;
  if (counted === 'dividends' || counted === 'splits') return;
  const at = facts.eventTime[row] as number;
  tallySession(tally, sessionOf(at));
  if (counted !== 'bars') return;
  tally.firstBar ??= at;
  tally.lastBar = at;
}

const countedAs = new Map<number, 'bars' | 'trades' | 'quotes' | 'dividends' | 'splits'>([
  [factKinds.bar, 'bars'],
  [factKinds.trade, 'trades'],
  [factKinds.quote, 'quotes'],
  [factKinds.dividend, 'dividends'],
  [factKinds.split, 'splits'],
]);

function tallySession(tally: SymbolTally, session: CivilDate): void {
  tally.firstSession ??= session;
  const last = tally.lastSession ?? session;
  if (session <= last) {
    tally.lastSession = last;
    return;
  }
  if (session > last + 1) tally.missing.push({ from: last + 1, to: session - 1 });
  tally.lastSession = session;
}

/**
 * The session of an instant; facts are in order, so nearly all are in the same session as
 * the previous one.
 */
function sessionsOf(calendar: SessionCalendar): (at: Instant) => CivilDate {
  let session = 0;
  let after = Infinity;
  let until = -Infinity;
  return (at) => {
    if (at > after && at <= until) return session;
    session = calendar.sessionClosingAtOrAfter(at);
    until = calendar.closeOf(session);
    const before = calendar.sessionOnOrBefore(session - 1);
    after = calendar.closeOf(before);
    return session;
  };
}
