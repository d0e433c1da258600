/**
 * The portfolio: every run of its partitions follows tape and decisions; its journal goes to
 * `portfolio.events`.
 */

import { conflict } from '#values';
import { engineSemantics } from '#contracts';
import { isOfTheseSemantics, type Events, type RunSubmitted } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import type { BatchControls, MessageBatch, OutgoingMessage } from '#event-log';
import { allWorkflows, type Workflows } from '#workflows';
import { outgoingEvents } from '../messages/outgoing.js';
import type { OwnedPartition } from '../messages/partition-processor.js';
import { PortfolioRun } from './portfolio-run.js';
import { TapeLibrary } from '../tape/tape-library.js';
import { TapeRunProcessor } from '../tape/tape-run.js';

type Partition = OwnedPartition<PortfolioRun>;

export class PortfolioProcessor extends TapeRunProcessor<PortfolioRun> {
  readonly inputs: readonly TopicName[] = ['runs', 'agent.decisions', 'portfolio.events'];
  readonly output: TopicName = 'portfolio.events';

  constructor(
    readonly tapes = new TapeLibrary(),
    protected readonly workflows: Workflows = allWorkflows,
  ) {
    super();
  }

  protected takeMessages(batch: MessageBatch, partition: Partition): ReadonlySet<PortfolioRun> {
    const due = new Set<PortfolioRun>();
    if (batch.topic === 'agent.decisions') {
      for (const { message } of this.messagesOf('agent.decisions', batch, partition)) {
        if (message.type !== 'Decisions') continue;
        const run = this.hand(message.run, partition, (one) => one.decide(message));
        if (run !== undefined) due.add(run);
      }
    } else if (!partition.isCaughtUp) {
      for (const { message } of this.messagesOf('portfolio.events', batch, partition)) {
        this.hand(message.run, partition, (run) => run.noteSent(message));
      }
    }
    return due;
  }

  protected async advance(
    run: PortfolioRun,
    partition: Partition,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]> {
    if (!isOfTheseSemantics(run)) return [];
    const tape = this.tapes.get(run.tape, run.id);
    let messages: Events[] = [];
    if (tape !== undefined && tape.failed === undefined && !run.isDone) {
      await controls?.heartbeat();
      messages = await run.advance(tape);
      for (const message of messages) run.noteSent(message);
    }
    // A run that was done before it arrived needs no tape.
    if (run.isDone || tape?.failed !== undefined) this.end(run.id, partition);
    return messages.flatMap(outgoingEvents);
  }

  protected begin(message: RunSubmitted): PortfolioRun {
    const run = new PortfolioRun(message, this.workflows);
    this.tapes.need(run.tape, run.id, run.lookBack);
    return run;
  }

  /**
   * A run begun by another version of the engine cannot be continued: half of its journal would
   * mean something else. Throws `Conflict`, which ends the service, once every message that could
   * end the run has been read.
   */
  protected override checkRuns(partition: Partition): void {
    const { work, isCaughtUp, progress } = partition;
    if (!isCaughtUp || !progress.isRead('runs')) return;
    for (const run of [...work.values()].filter((one) => !isOfTheseSemantics(one))) {
      const hasEnded = run.isDone || this.tapes.get(run.tape, run.id)?.failed !== undefined;
      if (hasEnded) this.end(run.id, partition);
      else if (this.tapes.isCaughtUp(run.tape)) throw unfinished(run);
    }
  }
}

const unfinished = ({ id, semantics }: PortfolioRun): Error =>
  conflict('the cluster has unfinished runs of another version of the engine', {
    where: `run ${id}`,
    expected:
      `semantics ${engineSemantics}; let the version that began ` +
      'the run finish it, or cancel it',
    found: `semantics ${semantics}`,
  });
