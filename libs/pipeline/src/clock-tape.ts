/** One tape at the clock: sources merged as they come, released at a pace, written on from where it stood. */

import type {
  ClockCommand,
  RawEnded,
  RawFacts,
  RawOpened,
  TapeRequested,
} from '#contracts/streams/market';
import { wireFacts } from '#contracts/streams/wire-facts';
import type { FactColumns } from '#contracts';
import type { OutgoingMessage } from '#event-log';
import { Clock, Tape, type FactStream, type WallClock } from '#tape';
import { factMessages } from './fact-messages.js';
import { outgoing } from './outgoing.js';
import { RawSource } from './raw-source.js';

export interface ClockTapeOptions {
  readonly wall: WallClock;
  /** Facts of a message. Messages of a restarted clock may be cut elsewhere: readers count facts. */
  readonly messageFacts: number;
  readonly publish: (messages: readonly OutgoingMessage[]) => Promise<void>;
  /** What went wrong; the tape stands still then. */
  readonly onFailure: (tape: string, error: unknown) => void;
}

export class ClockTape {
  private readonly sources = new Map<string, RawSource>();
  private readonly obeyed = new Set<string>();
  /** Commands that came before there was a clock. */
  private readonly early: ClockCommand['command'][] = [];
  private clock: Clock | undefined;
  private opened = false;
  /** Whether all sources are known. */
  private isKnown = false;
  private isStopped = false;
  /** Facts and end that are on the tape already. */
  private written = 0;
  private openWritten = false;
  isClosed = false;

  constructor(
    private readonly request: TapeRequested,
    private readonly options: ClockTapeOptions,
  ) {}

  /** Takes what the tape has already, written by a clock before this one. */
  noteOpened(): void {
    this.openWritten = true;
  }

  noteFacts(first: number, count: number): void {
    this.written = Math.max(this.written, first + count - 1);
  }

  noteClosed(): void {
    this.isClosed = true;
  }

  takeRaw(message: RawOpened | RawFacts | RawEnded): void {
    if (message.type !== 'RawOpened') return this.sourceOf(message).take(message);
    for (const source of message.sources) this.sourceOf(source);
    this.isKnown = true;
  }

  obey({ id, command }: ClockCommand): void {
    if (this.obeyed.has(id)) return;
    this.obeyed.add(id);
    if (this.clock === undefined) this.early.push(command);
    else turn(this.clock, command);
  }

  /** Starts to release, once the sources and everything that was written before are known. */
  start(): void {
    if (this.opened || this.isClosed || !this.isKnown) return;
    this.opened = true;
    void this.release().catch((error: unknown) => {
      if (!this.isStopped) this.options.onFailure(this.request.tape, error);
    });
  }

  stop(): void {
    this.isStopped = true;
    // Whoever waits for an instant that is hours away is woken, and goes no further.
    this.clock?.setSpeed('max');
    this.clock?.resume();
    for (const source of this.sources.values()) source.close();
  }

  /** Facts may come before the list of sources. */
  private sourceOf(source: RawOpened['sources'][number]): RawSource {
    const known = this.sources.get(source.source);
    if (known !== undefined) return known;
    const made = new RawSource(source);
    this.sources.set(source.source, made);
    return made;
  }

  private async release(): Promise<void> {
    const { tape: id, header, speed } = this.request;
    const tape = new Tape(header, [...this.sources.values()], {
      batchFacts: this.options.messageFacts,
    });
    const stream: FactStream = speed === 'max' ? tape : this.paced(tape);
    if (!this.openWritten) {
      await this.publish(
        outgoing('market.tape', { type: 'TapeOpened', version: 1, tape: id, header }),
      );
    }
    for (;;) {
      const facts = await stream.next();
      if (this.isStopped) return;
      if (facts === null) break;
      await this.publishFacts(facts, stream.facts - facts.count);
    }
    const closed = { type: 'TapeClosed', version: 1, tape: id } as const;
    await this.publish(
      outgoing('market.tape', { ...closed, facts: stream.facts, hash: stream.hash() }),
    );
    this.isClosed = true;
  }

  private paced(tape: Tape): Clock {
    const { written, early } = this;
    this.clock = new Clock(tape, this.request.speed, this.options.wall, written);
    for (const command of early.splice(0)) {
      // Who wrote the beginning of the tape has taken the steps that stand there.
      if (command.kind !== 'step' || written === 0) turn(this.clock, command);
    }
    return this.clock;
  }

  /** Rows that are not on the tape yet. */
  private async publishFacts(facts: FactColumns, before: number): Promise<void> {
    const from = Math.max(0, this.written - before);
    if (from >= facts.count) return;
    const { messageFacts } = this.options;
    const goesOn = facts.endsInstant[facts.count - 1] === 0;
    const messages = factMessages({ from, to: facts.count }, messageFacts, (at, to) =>
      outgoing('market.tape', {
        type: 'TapeFacts',
        version: 1,
        tape: this.request.tape,
        first: before + at + 1,
        goesOn: to < facts.count ? facts.endsInstant[to - 1] === 0 : goesOn,
        facts: wireFacts(facts, at, to),
      }),
    );
    await this.publish(...messages);
    this.written = before + facts.count;
  }

  private async publish(...messages: OutgoingMessage[]): Promise<void> {
    if (!this.isStopped) await this.options.publish(messages);
  }
}

function turn(clock: Clock, command: ClockCommand['command']): void {
  switch (command.kind) {
    case 'pause':
      return clock.pause();
    case 'resume':
      return clock.resume();
    case 'step':
      return clock.step(command.instants);
    case 'speed':
      return clock.setSpeed(command.speed);
  }
}
