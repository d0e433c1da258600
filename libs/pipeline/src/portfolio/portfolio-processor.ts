/** The portfolio: every run of its partitions follows tape and decisions; its journal goes to `portfolio.events`. */

import { conflict } from '#values';
import { engineSemantics } from '#contracts';
import { isOfTheseSemantics } from '#contracts/streams/runs';
import type { Decisions, Events, RunSubmitted } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import type { BatchControls, MessageBatch, OutgoingMessage } from '#event-log';
import { allWorkflows, type Workflows } from '#workflows';
import type { LoadedTape } from '../tape/loaded-tape.js';
import { outgoingEvents } from '../messages/outgoing.js';
import { PortfolioRun } from './portfolio-run.js';
import { TapeLibrary } from '../tape/tape-library.js';
import { TapeRunProcessor, type RunPartition } from '../tape/tape-run-processor.js';

type Partition = RunPartition<PortfolioRun, Decisions | Events>;

export class PortfolioProcessor extends TapeRunProcessor<PortfolioRun, Decisions | Events> {
  readonly inputs: readonly TopicName[] = ['runs', 'agent.decisions', 'portfolio.events'];
  readonly output: TopicName = 'portfolio.events';

  constructor(
    readonly tapes = new TapeLibrary(),
    protected readonly workflows: Workflows = allWorkflows,
  ) {
    super();
  }

  async receive(batch: MessageBatch, controls?: BatchControls): Promise<OutgoingMessage[]> {
    const partition = this.note(batch);
    if (partition === undefined) return [];
    const due = this.take(batch, partition);
    this.requireTheseSemantics(partition);
    const out: OutgoingMessage[] = [];
    for (const run of due) out.push(...(await this.advance(run, partition, controls)));
    return out;
  }

  protected override checkRuns(): void {
    for (const partition of this.partitions.values()) this.requireTheseSemantics(partition);
  }

  /** The runs that may go further now. */
  private take(batch: MessageBatch, partition: Partition): Iterable<PortfolioRun> {
    if (batch.topic === 'runs') return this.takeRuns(batch, partition);
    if (batch.topic === 'agent.decisions') return this.takeDecisions(batch, partition);
    if (partition.isCaughtUp) return [];
    for (const { message } of this.messagesOf('portfolio.events', batch, partition)) {
      const run = partition.runs.get(message.run);
      if (run === undefined) partition.early.add(message.run, message);
      else run.noteSent(message);
    }
    if (!this.catchesUp(batch)) return [];
    return partition.runs.values();
  }

  private takeDecisions(batch: MessageBatch, partition: Partition): Set<PortfolioRun> {
    const due = new Set<PortfolioRun>();
    for (const { message } of this.messagesOf('agent.decisions', batch, partition)) {
      if (message.type !== 'Decisions') continue;
      const run = partition.runs.get(message.run);
      if (run === undefined) {
        partition.early.add(message.run, message);
      } else {
        run.decide(message);
        due.add(run);
      }
    }
    return due;
  }

  protected async advance(
    run: PortfolioRun,
    partition: Partition,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]> {
    const tape = this.tapes.get(run.tape, run.id);
    if (!partition.isCaughtUp || !isOfTheseSemantics(run)) return [];
    // One that was done before it came needs no tape to be so.
    if (run.isDone || tape?.failed !== undefined) this.end(run, partition);
    else if (tape !== undefined) return this.goOn(run, tape, partition, controls);
    return [];
  }

  private async goOn(
    run: PortfolioRun,
    tape: LoadedTape,
    partition: Partition,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]> {
    await controls?.heartbeat();
    const messages = await run.advance(tape);
    for (const message of messages) run.noteSent(message);
    if (run.isDone) this.end(run, partition);
    return messages.flatMap(outgoingEvents);
  }

  protected begin(message: RunSubmitted, partition: Partition): PortfolioRun {
    const run = new PortfolioRun(message, this.workflows);
    partition.runs.set(message.run, run);
    this.tapes.need(run.tape, run.id, run.lookBack);
    for (const one of partition.early.take(message.run)) {
      if (one.type === 'Decisions') run.decide(one);
      else run.noteSent(one);
    }
    return run;
  }

  /**
   * A run that an earlier version of the engine began cannot be gone on with: half of its journal would mean something
   * else. `Conflict`, which ends the service, once all is read that could say that the run has ended.
   */
  private requireTheseSemantics(partition: Partition): void {
    const { runs, isCaughtUp, progress } = partition;
    if (!isCaughtUp || !progress.isRead('runs')) return;
    for (const run of [...runs.values()].filter((one) => !isOfTheseSemantics(one))) {
      const hasEnded = run.isDone || this.tapes.get(run.tape, run.id)?.failed !== undefined;
      if (hasEnded) this.end(run, partition);
      else if (this.tapes.isCaughtUp(run.tape)) throw unfinished(run);
    }
  }
}

const unfinished = ({ id, semantics }: PortfolioRun): Error =>
  conflict('the cluster has unfinished runs of another version of the engine', {
    where: `run ${id}`,
    expected: `semantics ${engineSemantics}; let the version that began the run finish it, or cancel it`,
    found: `semantics ${semantics}`,
  });
