/** One run at the agent adapter: asks its agent at every due as-of and forwards the answers. */

import { behind, dueInAll, type DecisionEvent } from '#contracts';
import {
  asksModels,
  isConfined,
  isRepeatable,
  isServed,
  mayAnswerLater,
} from '#contracts/agents/agent-kinds';
import type { Decisions, RunSubmitted } from '#contracts/streams/runs';
import {
  openRun,
  recordedAnswers,
  timedAnswers,
  type AnswerSource,
  type AskLimit,
  type OpenAgent,
} from '#backtest';
import { hashAgentFiles } from '#backtest/run-folder/agent-files';
import { noModels, type ToolService } from '#agents';
import type { ModelService } from '#llm';
import { invalidInput, isFailure, microsPerMilli, printable, type Instant } from '#values';
import { isOpenPlan, type AnswerTranslation, type Workflows } from '#workflows';
import { DecisionSink } from '../tape/event-collector.js';
import { InOrder } from '../messages/in-order.js';
import type { DocumentsOf } from '../ingest/registered-documents.js';
import { MadeCalls } from './made-calls.js';
import { NotedAsks, NotedWait, type WaitCause } from './noted-wait.js';
import { OutsideAnswers } from './outside-answers.js';
import type { LoadedTape } from '../tape/loaded-tape.js';
import { TapeRun, type OpenedWalk } from '../tape/tape-run.js';

export interface AdapterRunOptions {
  /** Opens a run's agent instead of the one that the plan describes. */
  readonly openAgent?: (run: RunSubmitted) => OpenAgent | undefined;
  /** Serves tools to an agent that works through them. */
  readonly tools?: ToolService | undefined;
  /** Reaches models for an agent that asks them. */
  readonly models?: ModelService | undefined;
  /** Where files of registered agents are, such as modules and prompts. */
  readonly agentsDirectory?: string | undefined;
  /** Paths that a module must never read: they hold facts that its tape has yet to release. */
  readonly hidden?: readonly string[] | undefined;
  /** Finds the texts that tools show. */
  readonly documentsOf?: DocumentsOf | undefined;
  /** Receives the output of a run's confined module, as lines. */
  readonly onPrint?: (run: string, lines: string) => void;
  /** The clock that times answers on live tapes, microseconds; the system clock by default. */
  readonly now?: () => Instant;
  /**
   * Called when a run has to wait: its data set's texts, its models or its module are missing
   * here, or differ.
   */
  readonly onFailure?: (run: string, error: unknown) => void;
}

/** What the runs of an adapter share. */
export interface SharedByRuns {
  readonly workflows: Workflows;
  /** Bounds the concurrent asks in this process. */
  readonly asks: AskLimit;
  /** Bounds the concurrent module processes; a run keeps its place until it is closed. */
  readonly modulePlaces: AskLimit;
  /** Makes a note of a run durable. */
  readonly publishNote: (note: Decisions) => Promise<void>;
}

export class AdapterRun extends TapeRun {
  /** Only for a run whose agent is outside the system. */
  readonly outside: OutsideAnswers | undefined;
  /** Called when an answer that the run waited for was accepted: the run may proceed. */
  onAnswer: (() => void) | undefined;
  private isClosed = false;
  /** Gives up the place of its module's process. */
  private readonly over = new AbortController();
  private placed: Promise<void> | undefined;
  /** Tool calls; those of each decision are published before the decision. */
  readonly calls: MadeCalls;
  private readonly sink = new DecisionSink();
  private readonly sent: InOrder<Decisions>;
  /** Decisions that were sent before; used as answers for agents that must not be asked twice. */
  private readonly recorded: DecisionEvent[] = [];
  private watermarkSent = -1;
  /** Only for a live run whose asks leave no other trace. */
  private readonly asked: NotedAsks | undefined;
  private readonly noted = new NotedWait();
  /** The error that keeps the run waiting until an operator intervenes, if any. */
  private stuckAt: unknown;
  private isPlaced = false;
  private opening: Promise<OpenedWalk> | undefined;
  private opened: OpenedWalk | undefined;
  /** The wait that triggers `onAnswer`. */
  private watched: Promise<void> | undefined;
  private readonly openAgent: OpenAgent | undefined;
  private readonly now: () => Instant;

  constructor(
    submitted: RunSubmitted,
    private readonly options: AdapterRunOptions,
    private readonly shared: SharedByRuns,
  ) {
    super(submitted);
    const { agent } = submitted.plan;
    this.openAgent = options.openAgent?.(submitted);
    this.now = options.now ?? systemNow;
    this.sent = new InOrder(`agent.decisions: ${submitted.run}`);
    this.calls = new MadeCalls({ run: submitted.run, agent: agent.id });
    // The model gateway records what it is asked: a pending ask resumes from its recording.
    if (this.isLive && this.publishesItself && !asksModels(agent)) {
      this.asked = new NotedAsks(submitted.run, shared.publishNote, () => ({
        next: this.sent.next,
        watermark: this.watermarkSent,
      }));
    }
    if (agent.kind === 'external' && !this.publishesItself)
      this.outside = new OutsideAnswers(agent.id);
  }

  /**
   * Whether the agent answers later. Such a run publishes on its own, one message at a time, and
   * never with a batch, so that its messages keep their order.
   */
  get publishesItself(): boolean {
    return this.openAgent !== undefined || mayAnswerLater(this.submitted.plan.agent);
  }

  /** Applies a message that this run, or another worker on its behalf, has sent. */
  noteSent(message: Decisions): void {
    this.asked?.take(message);
    this.noted.take(message);
    const pieces = this.sent.accept(message.first, dueInAll(message.decisions), message);
    for (const { content, from } of pieces) {
      if (!this.isRepeatable) this.recorded.push(...behind(content.decisions, from));
      this.watermarkSent = Math.max(this.watermarkSent, content.watermark);
    }
  }

  /** Whether everything up to the end of the tape has been sent. */
  isDone(tape: LoadedTape): boolean {
    return tape.isWhole && this.watermarkSent >= tape.length;
  }

  /**
   * Whether the agent is shown texts, by tools or as inputs of its tasks; an outside agent
   * reads them itself.
   */
  get showsTexts(): boolean {
    const { agent } = this.submitted.plan;
    if (agent.kind === 'external') return false;
    return isServed(agent) || this.plan.terms !== undefined;
  }

  /**
   * Loads the texts that the agent is shown. Returns false, and the run waits, if this process may
   * not have them or cannot reach the models that the agent asks. Otherwise fails as
   * `registeredDocuments` does.
   */
  async prepare(tape: LoadedTape): Promise<boolean> {
    const { agent } = this.submitted.plan;
    try {
      if (asksModels(agent) && this.options.models === undefined) throw noModels(agent);
      tape.documents ??= await this.options.documentsOf?.(this.submitted);
      this.stuckAt = undefined;
      return true;
    } catch (error) {
      if (!isFailure(error, 'InvalidInput')) throw error;
      this.reportStuck(error);
      return false;
    }
  }

  /** The opened agent; undefined if it is one that nobody can open, which closes the run. */
  private async openOnce(tape: LoadedTape): Promise<OpenedWalk | undefined> {
    this.opening ??= this.open(tape);
    try {
      this.opened = await this.opening;
      return this.opened;
    } catch (error) {
      // Transient errors are left to a restart.
      if (!isFailure(error, 'InvalidInput')) throw error;
      this.isClosed = true;
      this.over.abort();
      this.reportStuck(error);
      return undefined;
    }
  }

  /**
   * Lets the agent decide as far as tape and answers reach; returns the messages that are
   * still to be sent.
   */
  async advance(tape: LoadedTape): Promise<Decisions[]> {
    if (this.isDone(tape) || this.isClosed) return [];
    if (isConfined(this.plan.agent)) await (this.placed ??= this.place());
    this.isPlaced = true;
    if (this.isClosed) return [];
    const opened = await this.openOnce(tape);
    if (opened === undefined || this.isClosed) return [];
    const { run, walk } = opened;
    // Takes an answer from outside that has arrived before it asks for the next.
    while (this.outside?.isStalled === false && run.loop.waiting !== undefined) {
      await run.loop.waiting;
      walk.go(tape.length);
    }
    walk.go(tape.length);
    this.watch(run.loop.waiting);
    // Live subscribers see decisions at their instant, not at the end of a stretch.
    run.loop.endStretch();
    return this.messages(opened);
  }

  /**
   * A note of what the run waits for, once it has waited for a while and no message has
   * reported it yet.
   */
  waitNote(tape: LoadedTape | undefined): Decisions | undefined {
    const watermark = Math.max(0, this.watermarkSent);
    const wait = this.noted.due(this.waitsFor(tape), watermark, this.now());
    if (wait === undefined) return undefined;
    // It carries no decisions, so it may overtake those that are being sent.
    const nothing = { first: 1, decisions: [], watermark: 0 };
    return { type: 'Decisions', version: 1, run: this.id, ...nothing, wait };
  }

  private waitsFor(tape: LoadedTape | undefined): WaitCause | undefined {
    const { outside, stuckAt, opened, placed } = this;
    const { id } = this.submitted.plan.agent;
    if (stuckAt !== undefined) return { reason: 'stuck', detail: wordsOf(stuckAt) };
    if (tape === undefined) return { reason: 'tape', detail: `tape ${this.tape} is not loaded` };
    if (outside?.isStalled === true) {
      return { reason: 'outside-agent', detail: `no answer of agent ${id} has been seen` };
    }
    if (placed !== undefined && !this.isPlaced) {
      return { reason: 'turn', detail: 'all processes for modules are taken' };
    }
    if (outside !== undefined || opened?.run.loop.waiting === undefined) return undefined;
    const { max, load } = this.shared.asks;
    const others = load.waiting > 0 ? `, or waits for one of ${max} asks at once` : '';
    return { reason: 'agent', detail: `agent ${id} was asked and has not answered${others}` };
  }

  /** Cancels the agent's pending asks. */
  async close(): Promise<void> {
    this.onAnswer = undefined;
    this.isClosed = true;
    // A failure to open the agent was reported already, and leaves nothing to close.
    const opened = await this.opening?.catch(() => undefined);
    await opened?.run.loop.abandon();
    this.over.abort();
  }

  /** Waits for a place among the module processes; a run on a live tape would never give it up. */
  private place(): Promise<void> {
    const { signal } = this.over;
    if (this.isLive) return Promise.resolve();
    return new Promise((settle) => {
      signal.addEventListener('abort', () => settle(), { once: true });
      const start = (): Promise<never> => {
        settle();
        return new Promise(() => undefined);
      };
      void this.shared.modulePlaces.run(start, signal);
    });
  }

  /** Reports that the run waits for an operator. */
  private reportStuck(error: unknown): void {
    this.stuckAt = error;
    this.options.onFailure?.(this.id, error);
  }

  private watch(waiting: Promise<void> | undefined): void {
    if (waiting === undefined || waiting === this.watched || this.outside !== undefined) return;
    this.watched = waiting;
    void waiting.then(
      () => this.onAnswer?.(),
      (error: unknown) => {
        // Transient errors are left to a restart, which resumes from the recorded decisions.
        if (isFailure(error, 'Unavailable')) throw error;
        this.reportStuck(error);
      },
    );
  }

  /** Whether the tape advances while the agent is asked. */
  private get isLive(): boolean {
    return isOpenPlan(this.plan);
  }

  private get isRepeatable(): boolean {
    return this.openAgent === undefined && isRepeatable(this.submitted.plan.agent);
  }

  private async open(tape: LoadedTape): Promise<OpenedWalk> {
    const { header, store } = tape;
    const { openAgent, outside, recorded } = this;
    const { asks, workflows } = this.shared;
    const { tools, models, agentsDirectory = '', hidden = [], onPrint } = this.options;
    if (openAgent === undefined) requireOwnModule(this.submitted.plan, agentsDirectory);
    // Times the answers that do not follow from the tape.
    const isTimed = this.isLive && !this.isRepeatable;
    const live = isTimed ? { now: this.now, asked: this.asked } : undefined;
    const timed = (source: AnswerSource) =>
      live === undefined ? source : timedAnswers(source, live);
    const answers =
      outside &&
      ((translation: AnswerTranslation) =>
        recordedAnswers(recorded, timed(outside.readBy(translation))));
    const run = await openRun(
      {
        plan: this.plan,
        journal: this.sink,
        keepCalls: this.calls,
        recorded,
        live,
        ...(openAgent && { openAgent }),
        ...(onPrint && { print: (lines: string) => onPrint(this.id, lines) }),
      },
      {
        header,
        store,
        workflows,
        asks,
        tools,
        models,
        agents: { directory: agentsDirectory, hidden },
        ...(answers && { answers }),
      },
    );
    return this.walkAlong(tape, run);
  }

  /** Messages with what the sink holds and has not sent; at least the new watermark. */
  private messages({ run, walk }: OpenedWalk): Decisions[] {
    const { first, decisions } = this.sink.take();
    const known = Math.max(0, this.sent.next - first);
    const fresh = behind(decisions, known, this.watermarkSent);
    this.calls.note(fresh);
    const watermark = run.loop.waiting === undefined ? walk.asOf : run.cursor.asOf - 1;
    if (fresh.length === 0 && watermark <= this.watermarkSent) return [];
    const rest = { first: first + known, decisions: [...fresh] };
    const upTo = Math.max(watermark, this.watermarkSent);
    return [{ type: 'Decisions', version: 1, run: this.id, ...rest, watermark: upTo }];
  }
}

const systemNow = (): Instant => Date.now() * microsPerMilli;

/** One line, bounded. The text of a foreign error may name paths on this machine. */
const wordsOf = (error: unknown): string =>
  isFailure(error) ? printable(error.message, 500) : 'the log of the agent adapter has the error';

/** A module edited since submission would make a different run. Throws `InvalidInput`. */
function requireOwnModule(
  { agent, workflow, file }: RunSubmitted['plan'],
  directory: string,
): void {
  if (agent.kind !== 'module') return;
  const found = hashAgentFiles({ agents: [agent], workflow }, directory).get(agent.id);
  if (found === file) return;
  throw invalidInput('the module is not the one that was submitted; submit the scenario again', {
    where: `agents, ${agent.id}: ${agent.file}`,
    expected: `SHA-256 ${file}`,
    found: `${found}`,
  });
}
