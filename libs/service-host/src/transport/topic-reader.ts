/**
 * Reads topics for a service: its inputs as a member of a group, tapes whole; delivers every
 * batch to one place.
 */

import type {
  BatchControls,
  GroupMember,
  MessageBatch,
  MessageLog,
  Processor,
  Tail,
} from '#event-log';
import type { ProcessorHost } from '../processing/processor-host.js';

/** Takes a batch. If it throws, the batch is redelivered. */
type TakeBatch = (batch: MessageBatch, controls: BatchControls) => Promise<void>;

/** Handles partitions that are assigned and revoked, and can be shut down. */
export type Membership = Pick<
  ProcessorHost,
  'assigned' | 'revoked' | 'attach' | 'mayBeLate' | 'finish' | 'fail' | 'tape'
>;

export interface TopicReaderOptions {
  readonly log: MessageLog;
  readonly group: string;
  /**
   * Input partitions with the same number go to the same member; every process reads tapes
   * from the start.
   */
  readonly processor: Pick<Processor, 'inputs' | 'readsTapes'>;
  readonly membership: Membership;
}

/** For reading tapes, which needs no ownership and no heartbeats. */
const noGroup: BatchControls = { heartbeat: async () => {}, isOwned: () => true };

export class TopicReader {
  private member: GroupMember | undefined;
  private tail: Tail | undefined;
  private stopping: Promise<void> | undefined;

  constructor(private readonly options: TopicReaderOptions) {}

  /** Starts reading. Calls `take` with one batch of the group at a time, and one of tapes. */
  async start(take: TakeBatch): Promise<void> {
    const { log, group, processor, membership } = this.options;
    const onCrash = (error: Error): void => membership.fail(error);
    if (processor.readsTapes) {
      membership.tape.begin(await log.endOffsets('market.tape'));
      const onBatch = (batch: MessageBatch): Promise<void> => take(batch, noGroup);
      this.tail = await log.tail({ topics: ['market.tape'], from: 'start', onBatch, onCrash });
    }
    this.member = await log.join({
      group,
      topics: processor.inputs,
      onAssigned: (partitions) => membership.assigned(partitions),
      onRevoked: (partitions) => membership.revoked(partitions),
      onBatch: take,
      mayBeLate: (topic, partition) => membership.mayBeLate(topic, partition),
      onCrash,
    });
    membership.attach(this.member);
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
    await this.options.membership.finish();
    await Promise.all([this.tail?.stop(), this.member?.stop()]);
  }
}
