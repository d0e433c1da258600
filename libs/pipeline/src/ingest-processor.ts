/** Ingest: the sources of every tape that is asked for, written to `market.raw`. */

import { invariant } from '#values';
import type { FactSource } from '#contracts';
import type { TapeRequested } from '#contracts/streams/market';
import type { TopicName } from '#contracts/streams/topics';
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
import { OwnedPartitions, type OwnedPartition } from './owned-partitions.js';

/** Opens the sources of a tape, each from its start. */
export type OpenSources = (request: TapeRequested) => Promise<readonly FactSource[]>;

interface TapeState {
  request: TapeRequested | undefined;
  /** Facts of each source that are on `market.raw`. */
  readonly written: Map<string, number>;
  /** Sources that were written to their end, and how many there are. */
  readonly ended: Set<string>;
  sources: number;
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

  constructor(
    private readonly openSources: OpenSources,
    private readonly onFailure: (tape: string, error: unknown) => void,
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
      else noteFacts(state, message.source, message.first + message.facts.count - 1);
    }
    this.partitions.catchesUp(batch);
  }

  private startDue(partition: Partition): void {
    for (const [id, state] of partition.tapes) {
      if (partition.progress.isOfThePast(id)) end(partition, id);
      else if (state.sources > 0 && state.ended.size === state.sources) end(partition, id);
      else if (state.request !== undefined && state.reading === undefined) {
        state.reading = new AbortController();
        void this.read(partition, state.request, state, state.reading.signal);
      }
    }
  }

  private async read(
    partition: Partition,
    request: TapeRequested,
    { written }: TapeState,
    signal: AbortSignal,
  ): Promise<void> {
    const { publish } = this;
    invariant(publish !== undefined, 'ingest has somewhere to publish');
    try {
      const sources = await this.openSources(request);
      await ingestTape({ tape: request.tape, sources, written, publish, signal });
      if (!signal.aborted) end(partition, request.tape);
    } catch (error) {
      if (!signal.aborted) this.onFailure(request.tape, error);
    }
  }
}

function stateOf({ tapes }: Partition, tape: string): TapeState {
  let state = tapes.get(tape);
  if (state === undefined) {
    state = {
      request: undefined,
      written: new Map(),
      ended: new Set(),
      sources: 0,
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
