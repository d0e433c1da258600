/** Ingest: writes the sources of every requested tape to `market.raw`. */

import { invariant } from '#values';
import type { TapeRequested } from '#contracts/streams/market';
import type { TopicName } from '#contracts/streams/topics';
import type { WallClock } from '#tape';
import { outgoing, type MessageBatch, type OutgoingMessage } from '#event-log';
import { type IngestSource, type OpenSources, ingestTape } from './ingest-tape.js';
import { readMessages } from '../messages/message-reader.js';
import { PartitionProcessor, type OwnedPartition } from '../messages/partition-processor.js';
import {
  isTransient,
  reasonOf,
  retryWaitsMs,
  type SourceFailure,
} from '../messages/tape-failure.js';

/** How ingest retries sources that are temporarily unreadable. */
export interface IngestRetries {
  readonly wall: Pick<WallClock, 'sleep'>;
  readonly onRetry: (tape: string, error: unknown) => void;
}

class IngestedTape {
  request: TapeRequested | undefined;
  /** Facts of each source that are on `market.raw`. */
  readonly written = new Map<string, number>();
  /** Sources that were written to their end, and how many there are. */
  readonly ended = new Set<string>();
  sources = 0;
  /** Whether the failure to read the sources was reported. */
  hasFailed = false;
  reading: AbortController | undefined;
  /** Whether a live tape was asked to end, and the sources that can be ended. */
  isEnding = false;
  open: readonly IngestSource[] = [];

  /** Whether everything was written before: all facts to their ends, or the failure. */
  get isOver(): boolean {
    return this.hasFailed || (this.sources > 0 && this.ended.size === this.sources);
  }

  /** Facts of all sources that are on `market.raw`. */
  get facts(): number {
    return [...this.written.values()].reduce((sum, count) => sum + count, 0);
  }

  noteFacts(source: string, facts: number): void {
    this.written.set(source, Math.max(this.written.get(source) ?? 0, facts));
  }
}

type Partition = OwnedPartition<IngestedTape>;

export class IngestProcessor extends PartitionProcessor<IngestedTape> {
  readonly inputs: readonly TopicName[] = ['tapes', 'clock.commands', 'market.raw'];
  readonly output: TopicName = 'market.raw';

  /**
   * `onFailure`: called when a tape cannot continue; the topic reports it too. Without `retries`,
   * never retries.
   */
  constructor(
    private readonly openSources: OpenSources,
    private readonly onFailure: (tape: string, error: unknown) => void,
    private readonly retries?: IngestRetries,
  ) {
    super();
  }

  protected take(batch: MessageBatch, partition: Partition): OutgoingMessage[] {
    if (batch.topic === 'tapes') this.takeRequests(batch, partition);
    else if (batch.topic === 'clock.commands') this.takeCommands(batch, partition);
    else if (!partition.isCaughtUp) this.takeOwn(batch, partition);
    if (partition.isCaughtUp) this.startDue(partition);
    return [];
  }

  private takeRequests(batch: MessageBatch, partition: Partition): void {
    for (const { message } of this.messagesOf('tapes', batch, partition)) {
      if (!partition.progress.isEnded(message.tape))
        tapeOf(partition, message.tape).request ??= message;
    }
  }

  /** One clock command is for the recorder of the feed: end. */
  private takeCommands(batch: MessageBatch, partition: Partition): void {
    const { progress } = partition;
    // Reporting an unreadable command is the clock's job.
    for (const { message } of readMessages('clock.commands', batch, undefined, progress)) {
      if (message.command.kind !== 'end' || progress.isEnded(message.tape)) continue;
      const tape = tapeOf(partition, message.tape);
      tape.isEnding = true;
      this.endOpen(message.tape, tape);
    }
  }

  /**
   * What cannot be written to disk now is retried when the recording is next opened, or
   * told to end again.
   */
  private endOpen(tape: string, { open }: IngestedTape): void {
    for (const source of open) {
      source.end?.().catch((error: unknown) => this.onFailure(tape, error));
    }
  }

  protected release({ reading }: IngestedTape): void {
    reading?.abort();
  }

  private takeOwn(batch: MessageBatch, partition: Partition): void {
    for (const { message } of this.messagesOf('market.raw', batch, partition)) {
      if (partition.progress.isEnded(message.tape)) continue;
      const state = tapeOf(partition, message.tape);
      if (message.type === 'RawOpened') state.sources = message.sources.length;
      else if (message.type === 'RawEnded') state.ended.add(message.source);
      else if (message.type === 'RawFailed') state.hasFailed = true;
      else state.noteFacts(message.source, message.first + message.facts.count - 1);
    }
    this.catchesUp(batch);
  }

  private startDue(partition: Partition): void {
    for (const [id, state] of partition.work) {
      if (partition.progress.isOfThePast(id) || state.isOver) this.end(id, partition);
      else if (state.request !== undefined && state.reading === undefined) {
        const { request } = state;
        const { signal } = (state.reading = new AbortController());
        // The host reports a failure to publish; the next owner of the partition reads on.
        this.read(partition, request, state, signal).catch((error: unknown) => {
          if (!signal.aborted) this.onFailure(id, error);
        });
      }
    }
  }

  /** Reads a tape's sources to their ends, or reports once that this is impossible. */
  private async read(
    partition: Partition,
    request: TapeRequested,
    state: IngestedTape,
    signal: AbortSignal,
  ): Promise<void> {
    const { publish } = this;
    invariant(publish !== undefined, 'ingest has somewhere to publish');
    const { tape } = request;
    const { written } = state;
    const open = async () => {
      state.open = await this.openSources(request, state.facts);
      if (state.isEnding) this.endOpen(tape, state);
      return state.open;
    };
    let attempt = 0;
    while (!signal.aborted) {
      const before = state.facts;
      const failure = await ingestTape({ tape, open, written, publish, signal });
      state.open = [];
      if (signal.aborted) return;
      if (request.live && state.facts > before) attempt = 0;
      if (failure !== undefined && (await this.mayRetry(request, failure, attempt++, signal))) {
        continue;
      }
      if (signal.aborted) return;
      if (failure !== undefined) {
        const { source, error } = failure;
        const of = { tape, source, reason: reasonOf(error) };
        await publish([outgoing('market.raw', { type: 'RawFailed', version: 1, ...of })]);
        this.onFailure(tape, error);
      }
      // The partition may have been revoked while that was published.
      if (!signal.aborted) this.end(tape, partition);
      return;
    }
  }

  /**
   * Retries after a delay if the sources may be readable then. A feed is retried
   * indefinitely: what it sends meanwhile cannot be recovered, and a transient error must not
   * cost the runs of its tape.
   */
  private async mayRetry(
    { tape, live }: TapeRequested,
    { error }: SourceFailure,
    attempt: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const waitMs = retryWaitsMs[attempt] ?? (live ? retryWaitsMs.at(-1) : undefined);
    if (this.retries === undefined || waitMs === undefined || !isTransient(error)) return false;
    this.retries.onRetry(tape, error);
    await this.retries.wall.sleep(waitMs, signal);
    return true;
  }
}

function tapeOf({ work }: Partition, tape: string): IngestedTape {
  const known = work.get(tape);
  if (known !== undefined) return known;
  const made = new IngestedTape();
  work.set(tape, made);
  return made;
}
