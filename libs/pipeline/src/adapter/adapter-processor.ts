/**
 * The agent adapter: walks every run of its partitions along its tape and publishes decisions to
 * `agent.decisions`.
 */

import { invariant, isFailure } from '#values';
import {
  type AgentAnswer,
  type AnswerRefused,
  type RunSubmitted,
  isOfTheseSemantics,
} from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import {
  partitionOf,
  outgoing,
  type BatchControls,
  type MessageBatch,
  type OutgoingMessage,
  type StoredMessage,
  type Unread,
} from '#event-log';
import { AskLimit } from '#backtest';
import { moduleProcessesDefault } from '#backtest/loop/module-groups';
import { allWorkflows, type Workflows } from '#workflows';
import { AdapterRun, type AdapterRunOptions, type SharedByRuns } from './adapter-run.js';
import { outgoingCalls, outgoingDecisions } from '../messages/outgoing.js';
import type { OwnedPartition } from '../messages/partition-processor.js';
import { TapeLibrary } from '../tape/tape-library.js';
import { TapeRunProcessor } from '../tape/tape-run.js';

/** Interval between checks for what runs wait for, milliseconds. */
const lookEveryMs = 1_000;

type Partition = OwnedPartition<AdapterRun>;

export interface AdapterOptions extends AdapterRunOptions {
  readonly tapes?: TapeLibrary;
  /** Kinds of work that plans may ask for; those of this version by default. */
  readonly workflows?: Workflows;
  /** Maximum concurrent asks of asynchronous agents in this process. */
  readonly asksMax?: number | undefined;
}

export class AdapterProcessor extends TapeRunProcessor<AdapterRun> {
  readonly inputs: readonly TopicName[] = ['runs', 'agent.decisions'];
  readonly output: TopicName = 'agent.decisions';
  /**
   * Runs that are publishing on their own right now, and whether they were triggered again since.
   */
  private readonly goingOn = new Map<AdapterRun, boolean>();
  private looking: NodeJS.Timeout | undefined;
  readonly tapes: TapeLibrary;
  protected readonly workflows: Workflows;
  private readonly shared: SharedByRuns;

  constructor(private readonly options: AdapterOptions = {}) {
    super();
    this.tapes = options.tapes ?? new TapeLibrary();
    this.workflows = options.workflows ?? allWorkflows;
    this.shared = {
      workflows: this.workflows,
      asks: new AskLimit(options.asksMax),
      modulePlaces: new AskLimit(moduleProcessesDefault),
      publishNote: async (note) => this.publish?.(outgoingDecisions(note)),
    };
  }

  override open(partition: number, outputEnd: number, unread: Unread): void {
    super.open(partition, outputEnd, unread);
    this.looking ??= setInterval(() => void this.noteWaits(), lookEveryMs).unref();
  }

  /** Outside agents answer on the topic that carries our decisions. */
  awaitsOutput(partition: number): boolean {
    for (const { outside } of this.partitions.get(partition)?.work.values() ?? []) {
      if (outside !== undefined) return true;
    }
    return false;
  }

  protected begin(message: RunSubmitted, partition: Partition): AdapterRun | undefined {
    if (!isOfTheseSemantics(message)) {
      partition.progress.end(message.run);
      return undefined;
    }
    const run = new AdapterRun(message, this.options, this.shared);
    run.onAnswer = () => void this.resume(run, partition);
    this.tapes.need(run.tape, run.id, run.lookBack);
    return run;
  }

  protected takeMessages(
    batch: MessageBatch,
    partition: Partition,
    out: OutgoingMessage[],
  ): ReadonlySet<AdapterRun> {
    const touched = new Set<AdapterRun>();
    const refused: OutgoingMessage[] = [];
    const messages = partition.isCaughtUp ? batch.messages.filter(isFromOutside) : batch.messages;
    const news = { ...batch, messages };
    for (const { message } of this.messagesOf('agent.decisions', news, partition)) {
      if (message.type === 'AnswerRefused') continue;
      const count = this.partitionCount;
      const isAway = count !== undefined && partitionOf(message.run, count) !== batch.partition;
      if (message.type === 'AgentAnswer' && isAway) {
        // Moved to the partition of its run: not every client's default partitioner
        // matches Kafka's.
        out.push(outgoing('agent.decisions', message));
        partition.progress.noteBroken(message.run);
        continue;
      }
      let reason: string | undefined;
      const run = this.hand(message.run, partition, (one) => {
        if (message.type === 'Decisions') one.noteSent(message);
        else reason = this.offer(message, one);
      });
      if (run === undefined) continue;
      if (reason === undefined || message.type === 'Decisions') touched.add(run);
      else refused.push(outgoing('agent.decisions', refusal(message, reason)));
    }
    if (partition.isCaughtUp) out.push(...refused);
    return touched;
  }

  /** Why an answer from outside is refused; undefined if it is accepted. */
  private offer(answer: AgentAnswer, run: AdapterRun): string | undefined {
    if (run.outside === undefined) return 'run: expected one of an agent outside of the system';
    const { length, isWhole } = this.tapes.get(run.tape, run.id) ?? { length: 0, isWhole: false };
    return run.outside.offer(answer, { length, isWhole });
  }

  /**
   * Resumes a run whose agent answers later and publishes its output, one message at a time,
   * however often it is triggered meanwhile. Only what is durable counts as sent.
   */
  private async resume(run: AdapterRun, partition: Partition): Promise<void> {
    if (this.goingOn.has(run)) {
      this.goingOn.set(run, true);
      return;
    }
    this.goingOn.set(run, false);
    try {
      do {
        this.goingOn.set(run, false);
        if (!(await this.publishNext(run, partition))) return;
      } while (this.goingOn.get(run) === true);
    } finally {
      this.goingOn.delete(run);
    }
  }

  /** False if another worker owns the partition by now. */
  private async publishDecisions(
    run: AdapterRun,
    messages: Awaited<ReturnType<AdapterRun['advance']>>,
  ): Promise<boolean> {
    invariant(this.publish !== undefined, 'an adapter has somewhere to publish');
    try {
      // The journal refers to a decision's calls by digest, so they are published before it.
      const calls = run.calls.take();
      if (calls.length > 0) await this.publish(calls.flatMap(outgoingCalls));
      await this.publish(messages.flatMap(outgoingDecisions));
      return true;
    } catch (error) {
      // Our own close of the partition may still be queued.
      if (isFailure(error, 'Conflict')) return false;
      throw error;
    }
  }

  /** False if the run or its partition has gone meanwhile: the next owner asks again. */
  private async publishNext(run: AdapterRun, partition: Partition): Promise<boolean> {
    const isOurs = (): boolean => partition.work.get(run.id) === run;
    const tape = this.tapes.get(run.tape, run.id);
    if (tape === undefined || tape.failed !== undefined || !isOurs()) return false;
    if (run.showsTexts && !(await run.prepare(tape))) return false;
    const messages = await run.advance(tape);
    if (messages.length > 0 && !(await this.publishDecisions(run, messages))) return false;
    if (!isOurs()) return false;
    for (const message of messages) run.noteSent(message);
    if (run.isDone(tape)) this.end(run.id, partition);
    return true;
  }

  /** Publishes the waits of runs that have lasted for a while. */
  private async noteWaits(): Promise<void> {
    if (this.partitions.size === 0) this.looking = void clearInterval(this.looking);
    for (const { isCaughtUp, work } of this.partitions.values()) {
      const all = isCaughtUp ? [...work.values()] : [];
      const notes = all.flatMap((run) => run.waitNote(this.tapes.get(run.tape, run.id)) ?? []);
      if (notes.length === 0) continue;
      try {
        await this.publish?.(notes.flatMap(outgoingDecisions));
      } catch {
        // The partition was revoked, or the service is stopping and has reported why.
        return;
      }
    }
  }

  protected async advance(
    run: AdapterRun,
    partition: Partition,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]> {
    const tape = this.tapes.get(run.tape, run.id);
    if (tape === undefined) return [];
    if (tape.failed !== undefined) {
      this.end(run.id, partition);
      return [];
    }
    await controls?.heartbeat();
    if (run.publishesItself) {
      void this.resume(run, partition);
      return [];
    }
    const messages = await run.advance(tape);
    for (const message of messages) run.noteSent(message);
    const late = tape.isWhole ? (run.outside?.beyondTape(tape.length) ?? []) : [];
    if (run.isDone(tape)) this.end(run.id, partition);
    return [
      ...messages.flatMap(outgoingDecisions),
      ...late.map(({ answer, reason }) => outgoing('agent.decisions', refusal(answer, reason))),
    ];
  }

  /** Closes the runs of a revoked partition before their pending work can publish anything. */
  protected override release(run: AdapterRun): void {
    super.release(run);
    void run.close();
  }
}

/**
 * Our own decisions come back to us; once we have caught up with earlier output, they
 * can be skipped.
 */
const isFromOutside = ({ headers }: StoredMessage): boolean => headers['type'] !== 'Decisions';

function refusal({ run, agent, asOf }: AgentAnswer, reason: string): AnswerRefused {
  return { type: 'AnswerRefused', version: 1, run, agent, asOf, reason: reason.slice(0, 500) };
}
