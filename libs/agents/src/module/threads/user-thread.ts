/**
 * The intake's hold on the thread that runs a user's code: gives it what is released, asks it,
 * reads its replies.
 */

import { serialize } from 'node:v8';
import { FactColumns, isColumnar } from '#contracts';
import type { PlainData } from '../../seat/work.js';
import { factMessage } from '../facts/fact-message.js';
import type { ThreadMessage } from '../facts/parent-message.js';
import { pieceBytesMax, rowsMax, type HandOver, type SharedMoment } from './hand-over.js';

/** How long the intake blocks for a turn before its event loop continues. */
const standMs = 2;

/** Asks that are answered at once between two looks at what the process holds. */
const asksUnwatched = 64;

/** The reply: the text of a message, one of `replies`, or nothing in time. */
export type Replied = string | number | 'late';

/** Sends one message or question at a time, and pending facts before it. */
export class UserThread {
  /** Released facts; those from `row` on are not sent yet. */
  private facts = new FactColumns(rowsMax);
  private row = 0;
  /** The message that is sent in pieces, and how much of it was sent. */
  private message: Uint8Array | undefined;
  private sent = 0;

  /** Called before the intake's event loop continues without an answer. */
  onSlow: () => void = () => undefined;
  /** Called now and then while answers come at once. */
  watch: () => void = () => undefined;
  private asks = 0;

  constructor(private readonly shared: HandOver) {}

  /** Takes rows [from, to) of released facts, to be sent before the next question. */
  release(facts: FactColumns, from: number, to: number): void {
    const needed = this.facts.count + to - from;
    if (needed > this.facts.capacity) {
      const kept = this.facts;
      this.facts = new FactColumns(2 * needed);
      this.facts.appendRows(kept, 0, kept.count);
    }
    this.facts.appendRows(facts, from, to);
  }

  /** Gives a message; its reply, however long that takes. */
  async give(message: Uint8Array): Promise<Replied> {
    this.message = message;
    return this.takeTurns(undefined, Infinity);
  }

  /** Gives, before the next question, what is shown with it and with those behind. */
  showNext(shown: PlainData): void {
    const message: ThreadMessage = { kind: 'shown', shown };
    this.message = serialize(message);
  }

  /** Hands over what is released. */
  async flush(): Promise<void> {
    if (this.row < this.facts.count) await this.takeTurns(undefined, Infinity);
  }

  /** Hands over what is released, and asks; at once where the answer comes in a moment. */
  ask(moment: SharedMoment, budgetMs: number): Replied | Promise<Replied> {
    if (++this.asks % asksUnwatched === 0) this.watch();
    return this.takeTurns(moment, budgetMs);
  }

  private takeTurns(
    question: SharedMoment | undefined,
    budgetMs: number,
  ): Replied | Promise<Replied> {
    const { shared } = this;
    for (;;) {
      const isLast = this.next(question);
      shared.turns.pass();
      if (!shared.turns.comes(Math.min(standMs, budgetMs))) {
        return this.waitForTurns(question, budgetMs, isLast);
      }
      if (isLast) return shared.replied();
    }
  }

  /** The same from a turn on that takes longer. */
  private async waitForTurns(
    question: SharedMoment | undefined,
    budgetMs: number,
    wasLast: boolean,
  ): Promise<Replied> {
    this.onSlow();
    if (!(await this.shared.turns.comesLater(budgetMs - standMs))) return 'late';
    return wasLast ? this.shared.replied() : this.takeTurns(question, budgetMs);
  }

  /** Writes what the next turn gives; whether it is the last. */
  private next(question: SharedMoment | undefined): boolean {
    const { shared, facts, row: from } = this;
    if (this.message === undefined) {
      const to = this.endOfKind(from);
      const inColumns = from === to || isColumnar(facts.kind[from] as number);
      if (inColumns) shared.giveFacts(facts, from, to);
      else this.message = serialize({ kind: 'facts', facts: factMessage(facts, from, to) });
      this.row = to;
      if (to === facts.count) this.forget();
    }
    const { message } = this;
    const isLast = this.row === facts.count;
    if (message === undefined) {
      if (isLast && question !== undefined) shared.ask(question);
      return isLast;
    }
    const end = Math.min(message.length, this.sent + pieceBytesMax);
    const isWhole = end === message.length;
    shared.givePiece(message.subarray(this.sent, end), isWhole);
    this.sent = isWhole ? 0 : end;
    if (isWhole) this.message = undefined;
    return isWhole && isLast && question === undefined;
  }

  /** End of the facts from row `from` on that are sent in one way: in columns, or as a message. */
  private endOfKind(from: number): number {
    const { facts } = this;
    const most = Math.min(facts.count, from + rowsMax);
    if (from === most) return most;
    const inColumns = isColumnar(facts.kind[from] as number);
    let to = from + 1;
    while (to < most && isColumnar(facts.kind[to] as number) === inColumns) to++;
    return to;
  }

  private forget(): void {
    this.facts.clear();
    this.row = 0;
  }
}
