/**
 * One tape at the clock: merges sources as they arrive, releases them at a pace, and resumes
 * where it stopped.
 */

import type {
  ClockCommand,
  RawEnded,
  RawFacts,
  RawFailed,
  RawOpened,
  TapeClosed,
  TapeFailed,
  TapeRequested,
} from '#contracts/streams/market';
import { wireFacts } from '#contracts/streams/wire-facts';
import type { FactColumns } from '#contracts';
import { isFailure, TapefoldError } from '#values';
import { outgoing, type OutgoingMessage } from '#event-log';
import { Clock, Tape, type FactStream, type WallClock } from '#tape';
import { factBytes, inPieces } from '../messages/pieces.js';
import { RawSource } from '../ingest/raw-source.js';
import { reasonOf } from '../messages/tape-failure.js';

/** Commands that a clock obeys; the end of a live tape is for the recorder of its feed. */
type Turn = Exclude<ClockCommand['command'], { kind: 'end' }>;

interface ClockTapeOptions {
  readonly wall: WallClock;
  /** Facts per message. A restarted clock may split messages elsewhere: readers count facts. */
  readonly messageFacts: number;
  readonly publish: (messages: readonly OutgoingMessage[]) => Promise<void>;
  /** Called on failure; `market.tape` reports it as well, unless it could not be published. */
  readonly onFailure: (tape: string, error: unknown) => void;
}

export class ClockTape {
  private readonly sources = new Map<string, RawSource>();
  private readonly obeyed = new Set<string>();
  /** Commands that arrived before the clock existed. */
  private readonly early: Turn[] = [];
  private clock: Clock | undefined;
  private opened = false;
  /** Whether all sources are known. */
  private isKnown = false;
  private isStopped = false;
  /** Why no more raw facts will arrive. */
  private failure: Error | undefined;
  /** Facts and end that are on the tape already. */
  private written = 0;
  private openWritten = false;
  /** Whether its end, complete or failed, is on the tape. */
  isOver = false;

  constructor(
    private readonly request: TapeRequested,
    private readonly options: ClockTapeOptions,
  ) {}

  /** Applies what an earlier clock has written to the tape. */
  noteOpened(): void {
    this.openWritten = true;
  }

  noteFacts(first: number, count: number): void {
    this.written = Math.max(this.written, first + count - 1);
  }

  noteEnded(): void {
    this.isOver = true;
  }

  /**
   * Applies messages of `market.raw` in order; anything after a failure is not part of the tape.
   */
  takeRaw(message: RawOpened | RawFacts | RawEnded | RawFailed): void {
    if (this.failure !== undefined) return;
    switch (message.type) {
      case 'RawOpened':
        for (const source of message.sources) this.sourceOf(source);
        this.isKnown = true;
        return;
      case 'RawFailed':
        if (!this.isRead) this.fail(message.reason);
        return;
      case 'RawEnded':
        this.sourceOf(message).take(message);
        return;
      default:
        this.takeFacts(message);
    }
  }

  private takeFacts(message: RawFacts): void {
    try {
      this.sourceOf(message).take(message);
    } catch (error) {
      // Too many facts wait for missing ones: the tape would wait with them forever.
      if (isFailure(error, 'Conflict')) this.fail(reasonOf(error));
      throw error;
    }
  }

  /** Whether all sources have been read to their ends. */
  private get isRead(): boolean {
    return this.isKnown && [...this.sources.values()].every((source) => source.isOver);
  }

  /**
   * Releases the facts that are here, then reports the failure: how far that is does not
   * depend on the pace.
   */
  private fail(reason: string): void {
    this.failure = new TapefoldError('InvalidInput', reason);
    for (const source of this.sources.values()) source.fail(this.failure);
  }

  /**
   * A live tape has no pace: its facts are released as they arrive, and the recorder of
   * its feed ends it.
   */
  obey({ id, command }: ClockCommand): void {
    if (this.obeyed.has(id) || this.request.live === true || command.kind === 'end') return;
    this.obeyed.add(id);
    if (this.clock === undefined) this.early.push(command);
    else turn(this.clock, command);
  }

  /** Starts to release once the sources and all earlier output are known. */
  start(): void {
    const canStart = this.isKnown || this.failure !== undefined;
    if (this.opened || this.isOver || !canStart) return;
    this.opened = true;
    void this.release().catch((error: unknown) => {
      if (!this.isStopped) this.options.onFailure(this.request.tape, error);
    });
  }

  stop(): void {
    this.isStopped = true;
    // Wakes a release that waits for an instant hours away, so that it stops.
    this.clock?.setSpeed('max');
    this.clock?.resume();
    for (const source of this.sources.values()) source.close();
  }

  /** Facts may arrive before the list of sources. */
  private sourceOf(source: RawOpened['sources'][number]): RawSource {
    const known = this.sources.get(source.source);
    if (known !== undefined) return known;
    const made = new RawSource(source);
    this.sources.set(source.source, made);
    return made;
  }

  private async release(): Promise<void> {
    const { tape, header } = this.request;
    if (!this.openWritten) {
      await this.publish(outgoing('market.tape', { type: 'TapeOpened', version: 1, tape, header }));
    }
    const { end, error } = await this.releaseFacts();
    if (this.isStopped || end === undefined) return;
    await this.publish(outgoing('market.tape', end));
    if (this.isStopped) return;
    this.isOver = true;
    if (end.type === 'TapeFailed') this.options.onFailure(tape, error);
  }

  /** Releases as far as possible; returns what the tape ends with. Throws what `publish` throws. */
  private async releaseFacts(): Promise<Released> {
    const started = await attempted(() => this.open());
    if ('error' in started) return this.failed(started.error);
    const stream = started.value;
    let underWay = Promise.resolve();
    for (;;) {
      const made = await attempted(() => this.next(stream));
      await underWay;
      if (this.isStopped) return {};
      if ('error' in made) return this.failed(made.error);
      if (made.value === null) break;
      underWay = this.write(made.value);
      // With plenty of facts, the next ones are prepared meanwhile; for a live feed, waiting lets
      // more facts join them.
      if (!made.value.isFull) await underWay;
      else underWay.catch(() => undefined);
    }
    const { tape } = this.request;
    const { facts } = stream;
    return { end: { type: 'TapeClosed', version: 1, tape, facts, hash: stream.hash() } };
  }

  /** The next facts as messages; null after the last ones. */
  private async next(stream: FactStream): Promise<Made | null> {
    const facts = await stream.next();
    if (facts === null) return null;
    const messages = this.messagesOf(facts, stream.facts - facts.count);
    return { messages, facts: stream.facts, isFull: facts.count >= this.options.messageFacts };
  }

  private async write({ messages, facts }: Made): Promise<void> {
    await this.publish(...messages);
    this.written = Math.max(this.written, facts);
  }

  private failed(error: unknown): Released {
    const { tape } = this.request;
    const facts = this.written;
    const reason = reasonOf(error);
    return { end: { type: 'TapeFailed', version: 1, tape, facts, reason }, error };
  }

  private open(): FactStream {
    // Without its list of sources, a tape would look empty and complete.
    if (!this.isKnown && this.failure !== undefined) throw this.failure;
    const { header, speed, live = false } = this.request;
    const { messageFacts } = this.options;
    const tape = new Tape(header, [...this.sources.values()], { batchFacts: messageFacts });
    return live || speed === 'max' ? tape : this.paced(tape);
  }

  private paced(tape: Tape): Clock {
    const { written, early } = this;
    this.clock = new Clock(tape, this.request.speed, this.options.wall, written);
    for (const command of early.splice(0)) {
      // The clock that wrote the beginning of the tape has applied the steps there.
      if (command.kind !== 'step' || written === 0) turn(this.clock, command);
    }
    return this.clock;
  }

  /** Messages of the rows that are not on the tape yet. */
  private messagesOf(facts: FactColumns, before: number): OutgoingMessage[] {
    const from = Math.max(0, this.written - before);
    if (from >= facts.count) return [];
    const { tape } = this.request;
    const goesOn = facts.endsInstant[facts.count - 1] === 0;
    const nameOf = (row: number): string => `${tape}: fact ${before + row + 1}`;
    const most = this.options.messageFacts;
    return inPieces({ from, to: facts.count, most, bytes: factBytes, nameOf }, (at, to) =>
      outgoing('market.tape', {
        type: 'TapeFacts',
        version: 1,
        tape,
        first: before + at + 1,
        goesOn: to < facts.count ? facts.endsInstant[to - 1] === 0 : goesOn,
        facts: wireFacts(facts, at, to),
      }),
    );
  }

  private async publish(...messages: OutgoingMessage[]): Promise<void> {
    if (!this.isStopped && messages.length > 0) await this.options.publish(messages);
  }
}

interface Made {
  readonly messages: readonly OutgoingMessage[];
  /** Facts of the tape including these. */
  readonly facts: number;
  /** Whether the batch is full. */
  readonly isFull: boolean;
}

/** What a tape ends with; empty if it was stopped. */
interface Released {
  readonly end?: TapeClosed | TapeFailed;
  readonly error?: unknown;
}

/** Separates errors of work on the facts from errors of publishing them. */
async function attempted<T>(
  work: () => T | Promise<T>,
): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

function turn(clock: Clock, command: Turn): void {
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
