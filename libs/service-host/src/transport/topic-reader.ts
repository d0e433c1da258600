/** Reads topics for a processor: its inputs as a member of a group, tapes whole; its host takes every batch. */

import type { GroupMember, MessageBatch, MessageLog, Processor, Tail } from '#event-log';
import type { ProcessorHost } from '../processing/processor-host.js';

interface TopicReaderOptions {
  readonly log: MessageLog;
  readonly group: string;
  /** Inputs' partitions of equal number go to the same member; every process reads tapes from the start. */
  readonly processor: Pick<Processor, 'inputs' | 'readsTapes'>;
  /** Takes batches; one is redelivered if that throws. */
  readonly host: ProcessorHost;
}

export class TopicReader {
  private member: GroupMember | undefined;
  private tail: Tail | undefined;
  private stopping: Promise<void> | undefined;

  constructor(private readonly options: TopicReaderOptions) {}

  /** Starts reading: one batch of the group at a time, and one of tapes. Fails as `MessageLog.join` does. */
  async start(): Promise<void> {
    const { log, group, processor, host } = this.options;
    const onCrash = (error: Error): void => host.fail(error);
    if (processor.readsTapes) {
      host.tape.begin(await log.endOffsets('market.tape'));
      const onBatch = (batch: MessageBatch): Promise<void> => host.takeTape(batch);
      this.tail = await log.tail({ topics: ['market.tape'], from: 'start', onBatch, onCrash });
    }
    this.member = await log.join({
      group,
      topics: processor.inputs,
      onAssigned: (partitions) => host.assigned(partitions),
      onRevoked: (partitions) => host.revoked(partitions),
      onBatch: (batch, controls) => host.take(batch, controls),
      mayBeLate: (topic, partition) => host.mayBeLate(topic, partition),
      onCrash,
    });
    host.attach(this.member);
  }

  /** Whether the group has assigned our partitions. */
  get isJoined(): boolean {
    return this.member?.isReady() ?? false;
  }

  /** Finishes the current batch, commits, leaves the group. */
  stop(): Promise<void> {
    this.stopping ??= this.leave();
    return this.stopping;
  }

  private async leave(): Promise<void> {
    await this.options.host.finish();
    await Promise.all([this.tail?.stop(), this.member?.stop()]);
  }
}
