/**
 * One run at the portfolio: tape and decisions joined by as-of, and the journal that
 * follows from both.
 */

import { behind, dueInAll } from '#contracts';
import type { Decisions, Events, RunSubmitted } from '#contracts/streams/runs';
import { conflict, invariant } from '#values';
import { openRun, RecordedDecisions } from '#backtest';
import type { AnswerEvent, Workflows } from '#workflows';
import { EventCollector } from '../tape/event-collector.js';
import { InOrder } from '../messages/in-order.js';
import type { LoadedTape } from '../tape/loaded-tape.js';
import { TapeRun, type OpenedWalk } from '../tape/tape-run.js';

export class PortfolioRun extends TapeRun {
  private readonly journal = new EventCollector();
  private readonly decided: InOrder<Decisions>;
  private readonly sent: InOrder<null>;
  private readonly queue = new RecordedDecisions(outOfPlace);
  private watermark = -1;
  private hashSent: string | undefined;
  private opened: Promise<OpenedWalk> | undefined;
  private hash: string | undefined;

  constructor(
    submitted: RunSubmitted,
    private readonly workflows: Workflows,
  ) {
    super(submitted);
    this.decided = new InOrder(`agent.decisions: ${submitted.run}`);
    this.sent = new InOrder(`portfolio.events: ${submitted.run}`);
  }

  get semantics(): number {
    return this.submitted.semantics;
  }

  /** Applies decisions; drops those already received. */
  decide(message: Decisions): void {
    const pieces = this.decided.accept(message.first, dueInAll(message.decisions), message);
    for (const { content, from } of pieces) {
      this.queue.add(behind(content.decisions, from));
      this.watermark = Math.max(this.watermark, content.watermark);
    }
  }

  /** Applies a message that this run, or another worker on its behalf, has sent. */
  noteSent({ first, events, hash }: Pick<Events, 'first' | 'events' | 'hash'>): void {
    this.sent.accept(first, events.length, null);
    this.hashSent ??= hash ?? undefined;
  }

  get isDone(): boolean {
    return this.hashSent !== undefined && !this.sent.hasGap;
  }

  /**
   * Advances as far as tape and decisions reach; returns the messages that are still to be sent.
   */
  async advance(tape: LoadedTape): Promise<Events[]> {
    if (this.isDone) return [];
    const until = Math.min(tape.length, this.watermark);
    if (this.opened === undefined && until < 0) return [];
    const { run, walk } = await (this.opened ??= this.open(tape));
    walk.go(until);
    invariant(run.loop.waiting === undefined, 'decisions up to the watermark are here');
    const isOver = tape.isWhole && walk.asOf === tape.length && this.watermark >= tape.length;
    if (isOver && tape.closed !== undefined && this.hash === undefined) {
      this.hash = (await run.loop.finish(tape.closed)).hash;
    }
    return this.messages();
  }

  private async open(tape: LoadedTape): Promise<OpenedWalk> {
    const run = await openRun(
      { plan: this.plan, journal: this.journal },
      {
        header: tape.header,
        store: tape.store,
        workflows: this.workflows,
        agents: { directory: '', hidden: [] },
        answers: {
          answer: ({ asOf }) => this.decidedAt(asOf),
          preludes: () => this.queue.preludes,
          close: () => undefined,
        },
      },
    );
    return this.walkAlong(tape, run);
  }

  private decidedAt(asOf: number): AnswerEvent {
    const decision = this.queue.take(asOf);
    if (decision === undefined) throw outOfPlace(asOf, 'none');
    return decision;
  }

  private messages(): Events[] {
    const { first, events } = this.journal.take();
    const known = Math.max(0, this.sent.next - first);
    if (known >= events.length) return [];
    const rest = { first: first + known, events: events.slice(known), hash: this.hash ?? null };
    return [{ type: 'Events', version: 1, run: this.id, ...rest }];
  }
}

const outOfPlace = (asOf: number, found: string): Error =>
  conflict('the decisions of a run do not fit its tape', {
    where: `as-of ${asOf}`,
    expected: 'a decision at this as-of',
    found,
  });
