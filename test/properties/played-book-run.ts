/**
 * Plays a generated run through a real book, and keeps the prices that held at each of its events.
 */

import type { Dividend, JournalEvent, PairAction, Split } from '#contracts';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import {
  announce,
  Book,
  closeSession,
  endOrders,
  liquidate,
  matchFreshBars,
  openSession,
  takeDecision,
  takeMark,
  takePairDecision,
} from '#portfolio';
import type { BookRun, BookSession } from './generated-book-run.js';

export interface PlayedEvent {
  readonly event: JournalEvent;
  /** Last prices by symbol number, with the bars of the instant at their opens. */
  readonly atOpen: readonly number[];
  /** The same at their closes. */
  readonly atClose: readonly number[];
}

const sessionsPerYear = 252;
/** Behind the open, which is at `date * 1000`. */
const closeOf = (date: number): number => date * 1000 + 500;

/** The whole journal of the run, from `RunOpened` to `RunClosed`. */
export function play(run: BookRun): PlayedEvent[] {
  const book = new Book({ ...run, sessionsPerYear });
  const prices = new PricePath(run.symbols);
  const isPair = run.sessions.some(({ decision }) => typeof decision === 'string');
  const played: PlayedEvent[] = [];
  const note = (event: JournalEvent): void => {
    played.push({ event, atOpen: [...prices.atOpen], atClose: [...prices.atClose] });
  };
  note(runOpened(run.symbols, { capital: run.capital, policy: run.policy }));
  for (const [index, session] of run.sessions.entries()) {
    const date = index + 1;
    book.moveTo(date, date * 1000);
    const steps = stepsOf(book, prices, session, date);
    if (date === run.sessions.length && run.policy.liquidate)
      steps.push(() => liquidate(book, isPair));
    steps.push(() => takeMark(book));
    for (const step of steps) for (const event of step()) note(event);
  }
  for (const event of endOrders(book)) note(event);
  note(runClosed({ asOf: run.sessions.length, time: closeOf(run.sessions.length) }));
  return played;
}

type Step = () => readonly JournalEvent[];

function stepsOf(book: Book, prices: PricePath, session: BookSession, date: number): Step[] {
  const { decision, bars } = session;
  const closes = closeOf(date);
  const place = { asOf: date, time: closes };
  const announced = (action: Dividend | Split) => (): readonly JournalEvent[] => {
    prices.announce(action);
    return announce(book, action);
  };
  const opens = (): readonly JournalEvent[] => {
    prices.open(date);
    return openSession(book, date);
  };
  const shows = (): readonly JournalEvent[] => {
    book.moveTo(date, closes);
    for (const [number, bar] of bars.entries()) {
      if (bar === null) continue;
      prices.show(number, bar);
      book.times.noteBar(number, closes);
      book.showBar(number, bar);
    }
    return matchFreshBars(book);
  };
  const settles = (): readonly JournalEvent[] => {
    prices.settle();
    return [];
  };
  const decides = (): readonly JournalEvent[] => {
    if (decision === null) return [{ type: 'DecisionMissing', ...place }];
    if (typeof decision === 'string') return takesPair(book, decision, place);
    const made: JournalEvent = { type: 'DecisionMade', ...place, decision, rationale: null };
    return [made, ...takeDecision(book, decision)];
  };
  return [
    ...session.announced.map(announced),
    opens,
    shows,
    settles,
    ...session.late.map(announced),
    () => closeSession(book),
    decides,
  ];
}

/** As a run does: no decision is due in a session in which a leg did not trade. */
function takesPair(
  book: Book,
  action: PairAction,
  place: { readonly asOf: number; readonly time: number },
): readonly JournalEvent[] {
  const [left = '', right = ''] = book.account.symbols;
  if (![0, 1].every((number) => book.quotes.tradedIn(number, place.asOf))) return [];
  const decision = { left, right, action };
  const made: JournalEvent = { type: 'PairDecided', ...place, ...decision, rationale: null };
  return [made, ...takePairDecision(book, decision)];
}

/**
 * Last prices by an independent rule: the last close, divided by the splits that came
 * after its session.
 */
class PricePath {
  atOpen: number[];
  atClose: number[];
  private readonly sessionOf: number[];
  private waiting: Split[] = [];
  private date = 0;

  constructor(private readonly symbols: readonly string[]) {
    this.atOpen = symbols.map(() => 0);
    this.atClose = symbols.map(() => 0);
    this.sessionOf = symbols.map(() => -Infinity);
  }

  announce(action: Dividend | Split): void {
    if (action.kind === 'split') this.waiting.push(action);
    this.applyDue();
  }

  open(date: number): void {
    this.date = date;
    this.applyDue();
  }

  show(number: number, bar: { readonly open: number; readonly close: number }): void {
    this.atOpen[number] = bar.open;
    this.atClose[number] = bar.close;
    this.sessionOf[number] = this.date;
  }

  settle(): void {
    this.atOpen = [...this.atClose];
  }

  private applyDue(): void {
    for (const { symbol, effectiveDate, from, to } of this.waiting) {
      const number = this.symbols.indexOf(symbol);
      if (effectiveDate > this.date || (this.sessionOf[number] as number) >= effectiveDate)
        continue;
      this.atOpen[number] = ((this.atOpen[number] as number) * from) / to;
      this.atClose[number] = this.atOpen[number] as number;
    }
    this.waiting = this.waiting.filter(({ effectiveDate }) => effectiveDate > this.date);
  }
}
