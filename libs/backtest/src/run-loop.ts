/** One run as a fold over the tape: facts in, decisions asked for where due, everything that happens journalled. */

import { canonicalJson, invariant, type CivilDate } from '#values';
import {
  engineSemantics,
  factKinds,
  noInstrument,
  type Dividend,
  type FactColumns,
  type JournalEvent,
  type RowDropped,
  type Split,
  type TapeHeader,
} from '#contracts';
import type { JournalSummary, JournalWriter } from '#event-log';
import type { Cursor } from '#market-view';
import {
  announce,
  closeSession,
  type Book,
  liquidate,
  matchFreshBars,
  openSession,
  takeDecision,
  takeMark,
} from '#portfolio';
import { isChangeless, type AnswerEvent, type Changeless } from './journalled-answer.js';
import type { LoopObservation } from './loop-observation.js';
import { RepeatedDecisions } from './repeated-decisions.js';
import type { RunFold } from './run-fold.js';
import type { RunPlan } from './run-plan.js';

/** Where the answers come from: an agent, or a journal that has them already. */
export interface AnswerSource {
  answer(observation: LoopObservation): AnswerEvent | Promise<AnswerEvent>;
  observe?(facts: FactColumns, from: number, to: number): void;
  close(): void | Promise<void>;
}

export interface RunLoopOptions {
  readonly plan: RunPlan;
  readonly header: TapeHeader;
  readonly cursor: Cursor;
  readonly book: Book;
  readonly observation: LoopObservation;
  readonly answers: AnswerSource;
  readonly journal: JournalWriter;
  /** Sees every event after the journal has it. */
  readonly fold: RunFold;
  /** Once aborted, a run that waits for its agent goes no further; the caller abandons it. */
  readonly signal?: AbortSignal;
}

export class RunLoop {
  private readonly plan: RunPlan;
  private readonly cursor: Cursor;
  private readonly book: Book;
  /** Run's number of a tape's instrument; -1 where the run does not trade it. */
  private readonly numberOf: Int32Array;
  private readonly journal: JournalWriter;
  private readonly fold: RunFold;
  private readonly answers: AnswerSource;
  private readonly observation: LoopObservation;
  private readonly observes: boolean;
  private readonly scaled: boolean;
  private barSeen = false;
  private closing: CivilDate | null = null;
  private inWindow = false;
  private observedTo = 0;
  /** The last answer that named no symbol: agents hand out the same one again and again. */
  private changeless: Changeless | undefined;
  private readonly repeated: RepeatedDecisions;
  private waiting: Promise<void> | undefined;
  /** Corporate actions of this instant whose date has passed. */
  private readonly late: (Dividend | Split)[] = [];
  /** Corporate actions meet raw prices only: an adjusted series has them in its prices. */
  private readonly actionsApply: boolean;

  constructor(private readonly options: RunLoopOptions) {
    const { plan, header, cursor, book } = options;
    this.plan = plan;
    this.cursor = cursor;
    this.book = book;
    this.journal = options.journal;
    this.fold = options.fold;
    this.repeated = new RepeatedDecisions(options.journal, options.fold);
    this.answers = options.answers;
    this.observation = options.observation;
    this.observes = options.answers.observe !== undefined;
    this.scaled = header.tradePrice === 'adjClose';
    this.actionsApply = header.priceBasis === 'raw' && !this.scaled;
    book.recorder = (event) => this.record(event);
    this.numberOf = Int32Array.from(header.instruments, ({ symbol }) =>
      plan.symbols.indexOf(symbol),
    );
    this.record({
      type: 'RunOpened',
      asOf: 0,
      time: 0,
      semantics: engineSemantics,
      capital: plan.capital,
      currency: plan.currency,
      symbols: plan.symbols,
      portfolio: plan.portfolio,
      policy: canonicalJson(plan.policy),
      sessionsPerYear: plan.sessionsPerYear,
    });
  }

  /**
   * Takes rows [from, to) of a batch of released facts, which the store has already; a promise only when an agent
   * gave one.
   */
  process(facts: FactColumns, from = 0, to = facts.count): void | Promise<void> {
    this.observedTo = from;
    for (let row = from; row < to;) {
      if (this.isCalm()) {
        row = this.takeCalmBars(facts, row, to);
        this.repeated.flush();
      }
      let pending = this.awaited();
      if (pending === undefined && row < to) {
        this.take(facts, row++);
        if (facts.endsInstant[row - 1] === 1) pending = this.endInstant(facts, row);
      }
      if (pending !== undefined) return this.processLater(facts, row, to, pending);
    }
    this.observe(facts, to);
  }

  /** The journal's last record and its seal. */
  async finish(tape: { hash: string; facts: number }): Promise<JournalSummary> {
    await this.answers.close();
    const { asOf, time } = this.cursor;
    invariant(asOf === tape.facts, 'a run reads its tape to the end');
    this.book.moveTo(asOf, time);
    endOrders(this.book);
    this.record({ type: 'RunClosed', asOf, time, tapeHash: tape.hash, facts: tape.facts });
    return this.journal.close();
  }

  /** Ends the run early; its journal can be resumed. */
  async abandon(): Promise<void> {
    this.journal.abandon();
    await this.answers.close();
  }

  /** The rest of a batch, once an agent has made somebody wait. */
  private async processLater(
    facts: FactColumns,
    from: number,
    to: number,
    pending: Promise<void>,
  ): Promise<void> {
    await pending;
    for (let row = from; row < to; row++) {
      if (this.options.signal?.aborted === true) return;
      this.take(facts, row);
      if (facts.endsInstant[row] === 0) continue;
      const next = this.endInstant(facts, row + 1);
      if (next !== undefined) await next;
    }
    this.observe(facts, to);
  }

  /** Whether a bar can do nothing but become the last one, and end its instant. */
  private isCalm(): boolean {
    const { book } = this;
    if (book.working.length > 0 || book.freshNumbers.length > 0) return false;
    return this.closing === null && this.late.length === 0 && !this.scaled && !this.observes;
  }

  /**
   * The same as `take` and `endInstant` for bars in a calm, in one short loop, because nearly all rows are such
   * bars. The row that it stopped before: behind a decision that ended the calm, or that is waited for.
   */
  private takeCalmBars(facts: FactColumns, from: number, to: number): number {
    const { kind, instrument, knowledgeTime, close, endsInstant } = facts;
    const { cursor, book, numberOf } = this;
    const decides = this.inWindow && this.plan.decide === 'bar';
    let { barSeen } = this;
    let row = from;
    while (row < to && kind[row] === factKinds.bar) {
      const place = instrument[row] as number;
      cursor.takeBar(place, knowledgeTime[row] as number);
      const number = numberOf[place] as number;
      if (number >= 0) {
        barSeen = true;
        book.showClose(number, close[row] as number);
      }
      if (endsInstant[row++] === 0 || !barSeen) continue;
      barSeen = false;
      if (decides && !this.staysCalm()) break;
    }
    this.barSeen = barSeen;
    return row;
  }

  /** Asks for the decision that is due. */
  private staysCalm(): boolean {
    const { cursor, changeless } = this;
    const answer = this.answers.answer(this.observation);
    if (changeless !== undefined && answer === changeless) {
      this.repeated.take(cursor.asOf, cursor.time, changeless.decision);
      return true;
    }
    this.repeated.flush();
    this.book.moveTo(cursor.asOf, cursor.time);
    if (answer instanceof Promise) {
      this.waiting = answer.then((settled) => this.takeAnswer(settled));
      return false;
    }
    this.takeAnswer(answer);
    if (isChangeless(answer)) this.changeless = answer;
    return this.book.working.length === 0;
  }

  /** What a decision in a calm is waited for. */
  private awaited(): Promise<void> | undefined {
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }

  private take(facts: FactColumns, row: number): void {
    this.cursor.advance(facts, row);
    if (facts.kind[row] === factKinds.bar) this.takeBar(facts, row);
    else this.takeOther(facts, row);
  }

  private takeBar(facts: FactColumns, row: number): void {
    const number = this.numberOf[facts.instrument[row] as number] as number;
    if (number < 0) return;
    this.barSeen = true;
    const { book } = this;
    // Nearly every bar of nearly every run: worth a way of its own.
    if (book.working.length === 0 && !this.scaled) {
      book.showClose(number, facts.close[row] as number);
    } else {
      book.showBar(number, this.tradeBar(facts, row));
    }
  }

  /** A bar in trade prices. */
  private tradeBar(facts: FactColumns, row: number): TradeBar {
    const bar = {
      open: facts.open[row] as number,
      high: facts.high[row] as number,
      low: facts.low[row] as number,
      close: facts.close[row] as number,
    };
    return this.scaled ? scaledBar(bar, facts.adjClose[row] as number) : bar;
  }

  private takeOther(facts: FactColumns, row: number): void {
    const payload = facts.payload[row];
    invariant(payload !== undefined, 'a fact that is no bar has a payload');
    this.book.moveTo(this.cursor.asOf, this.cursor.time);
    switch (payload.kind) {
      case 'sessionOpen':
        openSession(this.book, payload.session);
        this.inWindow =
          payload.session >= this.plan.firstSession && payload.session <= this.plan.lastSession;
        break;
      case 'sessionClose':
        this.closing = payload.session;
        break;
      case 'dividend':
      case 'split':
        if (this.actionsApply) this.takeAction(payload);
        break;
      case 'rowDropped':
        this.noteDroppedRow(payload, facts.instrument[row] as number);
        break;
      case 'lateFact':
        this.record({ ...this.place(), type: 'LateFact', ...without(payload) });
        break;
      default:
    }
  }

  /**
   * An action whose date has passed takes effect once the bars of its instant have met the orders: they
   * began before it was known, and what fills at their opens may not feel it.
   */
  private takeAction(action: Dividend | Split): void {
    const date = action.kind === 'split' ? action.effectiveDate : action.exDate;
    if (date <= this.book.session) this.late.push(action);
    else announce(this.book, action);
  }

  private noteDroppedRow(payload: RowDropped, instrument: number): void {
    if (instrument !== noInstrument && (this.numberOf[instrument] as number) < 0) return;
    this.record({ ...this.place(), type: 'RowDropped', ...without(payload) });
  }

  /** Everything that belongs behind the last fact of an instant: fills, expiry, the decision, the mark. */
  private endInstant(facts: FactColumns, to: number): Promise<void> | undefined {
    const { book, closing, barSeen } = this;
    if (!barSeen && closing === null && this.late.length === 0) return undefined;
    book.moveTo(this.cursor.asOf, this.cursor.time);
    if (book.working.length > 0 || book.freshNumbers.length > 0) matchFreshBars(book);
    if (this.late.length > 0) {
      for (const action of this.late.splice(0)) announce(book, action);
    }
    if (closing !== null) closeSession(book);
    if (!this.isDecisionDue()) return this.closeInstant();
    this.observe(facts, to);
    const answer = this.answers.answer(this.observation);
    if (answer instanceof Promise) return answer.then((settled) => this.takeAnswer(settled));
    this.takeAnswer(answer);
    return undefined;
  }

  private takeAnswer(answer: AnswerEvent): void {
    const { asOf, time } = this.cursor;
    if (answer.type === 'DecisionMade') {
      const { type, decision, rationale } = answer;
      if (rationale === null) {
        this.journal.appendDecision(asOf, time, decision);
        this.fold.takeDecisions(1);
      } else {
        this.record({ type, asOf, time, decision, rationale });
      }
      takeDecision(this.book, decision);
    } else {
      this.record({ ...answer, asOf, time });
    }
    this.closeInstant();
  }

  private closeInstant(): undefined {
    const { book, plan, closing } = this;
    if (closing !== null && this.inWindow) {
      if (closing === plan.lastSession && plan.policy.liquidate) liquidate(book);
      if (plan.portfolio || book.quotes.tradedIn(0, closing)) takeMark(book);
    }
    this.barSeen = false;
    this.closing = null;
    return undefined;
  }

  private isDecisionDue(): boolean {
    if (!this.inWindow) return false;
    if (this.plan.decide === 'bar') return this.barSeen;
    if (this.closing === null) return false;
    return this.plan.portfolio || this.book.quotes.tradedIn(0, this.closing);
  }

  private observe(facts: FactColumns, to: number): void {
    if (this.observes && to > this.observedTo) {
      this.answers.observe?.(facts, this.observedTo, to);
    }
    this.observedTo = to;
  }

  private record(event: JournalEvent): void {
    this.journal.append(event);
    this.fold.take(event);
  }

  private place(): { asOf: number; time: number } {
    return { asOf: this.cursor.asOf, time: this.cursor.time };
  }
}

interface TradeBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Open, high and low move with the close to the adjusted scale. */
function scaledBar({ open, high, low, close }: TradeBar, adjClose: number): TradeBar {
  if (Number.isNaN(adjClose)) return { open, high, low, close };
  const factor = adjClose / close;
  return { open: open * factor, high: high * factor, low: low * factor, close: adjClose };
}

function endOrders(book: Book): void {
  for (const order of [...book.working]) book.end(order, 'run closed');
}

function without<T extends { readonly kind: string }>({ kind: _, ...rest }: T): Omit<T, 'kind'> {
  return rest;
}
