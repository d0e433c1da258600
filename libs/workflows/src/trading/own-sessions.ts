/**
 * The sessions of a symbol that are not those of its run: when its bars begin, and in which of
 * them they are.
 */

import type { CivilDate, Instant } from '#values';
import type { CalendarName, FactColumns, JournalEvent, TapeHeader } from '#contracts';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { openDate, passOwnBar, type Book } from '#portfolio';
import { tradeBar } from './market-facts.js';
import { joined } from '../workflow/workflow.js';
import { SessionBounds } from './session-bounds.js';

export interface OwnBar {
  /** Date of its shares, and the first day that it covers. */
  readonly date: CivilDate;
  readonly firstDay: CivilDate;
  /** The open of its session, before which it did not begin. */
  readonly opened: Instant;
  /** Whether orders may meet it. */
  readonly counts: boolean;
}

export class OwnSessions {
  private readonly bounds: SessionBounds;

  constructor(
    private readonly calendar: CalendarName,
    private readonly isIntraday: boolean,
  ) {
    this.bounds = new SessionBounds(calendar);
  }

  /**
   * A bar by its end: of days, weeks and months one a session, else it is of the session
   * that it ends in.
   */
  barTo(end: Instant): OwnBar {
    const calendar = calendarOf(this.calendar);
    const session = calendar.sessionClosingAtOrAfter(end);
    const opened = calendar.openOf(session);
    const date = !this.isIntraday || end > opened ? session : calendar.dateOf(end - 1);
    const counts = !this.isIntraday || this.bounds.holdsBar(session, end);
    return { date, firstDay: calendar.firstDayOf(date), opened, counts };
  }

  /** Whether a session is open at an instant, its open and close included. */
  isOpenAt(time: Instant): boolean {
    return this.bounds.holds(this.bounds.sessionOf(time), time);
  }
}

/**
 * The sessions of each symbol of a run, if those of one of them are not those of the
 * decisions; else undefined. Then decisions fall inside of bars, and orders meet the first bar
 * that begins after them.
 */
export function ownSessions(
  symbols: readonly string[],
  decisions: CalendarName,
  ofTape: CalendarName,
  { instruments, barFrequency }: Pick<TapeHeader, 'instruments' | 'barFrequency'>,
): readonly OwnSessions[] | undefined {
  const names = symbols.map(
    (symbol) => instruments.find((one) => one.symbol === symbol)?.calendar ?? ofTape,
  );
  if (names.every((name) => name === decisions)) return undefined;
  return names.map((name) => new OwnSessions(name, barFrequency === 'intraday'));
}

/** Shows a bar of a symbol with sessions of its own to a book that is at its knowledge time. */
export function showOwnBar(
  book: Book,
  sessions: OwnSessions,
  { facts, row, number }: { readonly facts: FactColumns; row: number; number: number },
  { scaled, atTicks, length }: { scaled: boolean; atTicks: boolean; length: Instant },
): readonly JournalEvent[] {
  const known = facts.knowledgeTime[row] as number;
  const end = facts.eventTime[row] as number;
  const { date, firstDay, opened, counts } = sessions.barTo(end);
  const events = openDate(book, date);
  // A split that took effect before its bar came: the open is in old shares.
  const isMet = counts && !book.hasSplitWithin(number, firstDay, date);
  book.times.noteBar(number, Math.min(known, end), { counts: isMet, length, known, opened });
  const bar = tradeBar(facts, row, scaled);
  if (isMet && book.working.length > 0 && !atTicks) {
    book.showBar(number, bar);
    return events;
  }
  const inside = passOwnBar(book, number);
  book.showCloseOf(date, number, bar.close);
  return joined(events, inside);
}
