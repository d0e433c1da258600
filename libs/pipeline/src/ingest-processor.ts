/** Ingest: the sources of every tape that is asked for, written to `market.raw`. */

import { invariant } from '#values';
import type { FactSource } from '#contracts';
import type { TapeRequested } from '#contracts/streams/market';
import type { TopicName } from '#contracts/streams/topics';
import type { WallClock } from '#tape';
import type {
  BrokenMessage,
  MessageBatch,
  OutgoingMessage,
  Position,
  Processor,
  Unread,
} from '#event-log';
import { ingestTape } from './ingest-tape.js';
import { readMessages } from './message-reader.js';
import { outgoing } from './outgoing.js';
import { OwnedPartitions, type OwnedPartition } from './owned-partitions.js';
import { isTransient, reasonOf, retryWaitsMs, type SourceFailure } from './tape-failure.js';

/** Opens the sources of a tape, each from its start. */
export type OpenSources = (request: TapeRequested) => Promise<readonly FactSource[]>;

/** How sources that cannot be read just now are tried again. */
export interface IngestRetries {
  readonly wall: Pick<WallClock, 'sleep'>;
  readonly onRetry: (tape: string, error: unknown) => void;
}

interface TapeState {
  request: TapeRequested | undefined;
  /** Facts of each source that are on `market.raw`. */
  readonly written: Map<string, number>;
  /** Sources that were written to their end, and how many there are. */
  readonly ended: Set<string>;
  sources: number;
  /** Whether it was said that the sources cannot be read. */
  hasFailed: boolean;
  reading: AbortController | undefined;
}

interface IngestState {
  readonly tapes: Map<string, TapeState>;
}
type Partition = OwnedPartition & IngestState;

export class IngestProcessor implements Processor {
  readonly inputs: readonly TopicName[] = ['tapes', 'market.raw'];
  readonly output: TopicName = 'market.raw';
  readonly readsTapes = false;
  onBroken?: (broken: BrokenMessage) => void;
  publish?: (messages: readonly OutgoingMessage[]) => Promise<void>;
  private readonly partitions = new OwnedPartitions<IngestState>(this, () => ({
    tapes: new Map(),
  }));

  /** `onFailure`: a tape that cannot go on, which the topic says too. Without `retries` nothing is tried again. */
  constructor(
    private readonly openSources: OpenSources,
    private readonly onFailure: (tape: string, error: unknown) => void,
    private readonly retries?: IngestRetries,
  ) {}

  open(partition: number, outputEnd: number, unread: Unread): void {
    this.partitions.open(partition, outputEnd, unread);
  }

  receive(batch: MessageBatch): OutgoingMessage[] {
    const partition = this.partitions.note(batch);
    if (partition === undefined) return [];
    if (batch.topic === 'tapes') {
      for (const { message } of readMessages('tapes', batch, this.onBroken, partition.progress)) {
        if (!partition.progress.isEnded(message.tape))
          stateOf(partition, message.tape).request ??= message;
      }
    } else if (!partition.isCaughtUp) {
      this.takeOwn(batch, partition);
    }
    if (partition.isCaughtUp) this.startDue(partition);
    return [];
  }

  close(partition: number): void {
    for (const { reading } of this.partitions.close(partition)?.tapes.values() ?? []) {
      reading?.abort();
    }
  }

  restartAt(partition: number): readonly Position[] {
    return this.partitions.restartAt(partition);
  }

  private takeOwn(batch: MessageBatch, partition: Partition): void {
    for (const { message } of readMessages(
      'market.raw',
      batch,
      this.onBroken,
      partition.progress,
    )) {
      if (partition.progress.isEnded(message.tape)) continue;
      const state = stateOf(partition, message.tape);
      if (message.type === 'RawOpened') state.sources = message.sources.length;
      else if (message.type === 'RawEnded') state.ended.add(message.source);
      else if (message.type === 'RawFailed') state.hasFailed = true;
      else noteFacts(state, message.source, message.first + message.facts.count - 1);
    }
    this.partitions.catchesUp(batch);
  }

  private startDue(partition: Partition): void {
    for (const [id, state] of partition.tapes) {
      if (partition.progress.isOfThePast(id)) end(partition, id);
      else if (isOver(state)) end(partition, id);
      else if (state.request !== undefined && state.reading === undefined) {
        const { request } = state;
        const { signal } = (state.reading = new AbortController());
        // What cannot be published is the host's to tell; whoever has the partition next reads on.
        this.read(partition, request, state, signal).catch((error: unknown) => {
          if (!signal.aborted) this.onFailure(id, error);
        });
      }
    }
  }

  /** Reads a tape's sources to their ends, or says once and for all that this cannot be done. */
  private async read(
    partition: Partition,
    request: TapeRequested,
    { written }: TapeState,
    signal: AbortSignal,
  ): Promise<void> {
    const { publish } = this;
    invariant(publish !== undefined, 'ingest has somewhere to publish');
    const { tape } = request;
    const open = () => this.openSources(request);
    for (let attempt = 0; !signal.aborted; attempt++) {
      const failure = await ingestTape({ tape, open, written, publish, signal });
      if (signal.aborted) return;
      if (failure !== undefined && (await this.mayRetry(tape, failure, attempt, signal))) continue;
      if (signal.aborted) return;
      if (failure !== undefined) {
        await publish([outgoing('market.raw', failedMessage(tape, failure))]);
        this.onFailure(tape, failure.error);
      }
      // The partition may have gone while that was said.
      if (!signal.aborted) end(partition, tape);
      return;
    }
  }

  /** After a while, where the sources may be readable then. */
  private async mayRetry(
    tape: string,
    { error }: SourceFailure,
    attempt: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const waitMs = retryWaitsMs[attempt];
    if (this.retries === undefined || waitMs === undefined || !isTransient(error)) return false;
    this.retries.onRetry(tape, error);
    await this.retries.wall.sleep(waitMs, signal);
    return true;
  }
}

function failedMessage(tape: string, { source, error }: SourceFailure) {
  const reason = reasonOf(error);
  return { type: 'RawFailed' as const, version: 1 as const, tape, source, reason };
}

function isOver({ hasFailed, sources, ended }: TapeState): boolean {
  return hasFailed || (sources > 0 && ended.size === sources);
}

function stateOf({ tapes }: Partition, tape: string): TapeState {
  let state = tapes.get(tape);
  if (state === undefined) {
    state = {
      request: undefined,
      written: new Map(),
      ended: new Set(),
      sources: 0,
      hasFailed: false,
      reading: undefined,
    };
    tapes.set(tape, state);
  }
  return state;
}

function noteFacts({ written }: TapeState, source: string, facts: number): void {
  written.set(source, Math.max(written.get(source) ?? 0, facts));
}

function end(partition: Partition, tape: string): void {
  partition.tapes.delete(tape);
  partition.progress.end(tape);
}
