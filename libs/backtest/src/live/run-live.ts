/**
 * Runs without an end on a feed that is being recorded: every run takes its facts as they arrive.
 */

import { type Instant, invalidInput } from '#values';
import type { Result } from '#contracts/result/result';
import { overWindow } from '#contracts/scenario/scenario';
import { tradingWorkflows } from '#contracts/scenario/trading-terms';
import { allWorkflows } from '#workflows';
import type { ModelService } from '#llm';
import type { Dataset } from '#market-data';
import type { LiveRecording } from '#feeds';
import { type FactStream, Tape } from '#tape';
import { type FactColumns, factKinds } from '#contracts';
import { hashAgentFiles } from '../run-folder/agent-files.js';
import type { LoadedScenario } from '../tape/load-scenario.js';
import { moduleProcessesDefault, requirePlaces } from '../loop/module-groups.js';
import { requireOpen } from '../run-folder/open-ended.js';
import type { OpenedRun } from '../loop/open-run.js';
import { planRuns } from '../run/plan-runs.js';
import { resultFolder } from '../result/result-folder.js';
import { inOwnFolder } from '../result/run-models.js';
import type { ScenarioOptions } from '../run/run-scenario.js';
import { runShard, type ShardReport } from '../shard/run-shard.js';
import { tapeOver, type ScenarioTape } from '../tape/scenario-tape.js';
import { requireTrust } from '../run/trusted-code.js';
import { tryAgents } from '../run/try-agents.js';
import { deriveLive, type LiveRuns } from './derive-live.js';

/** Maximum places kept: a restart passes many of them at once. */
const closesMax = 1_000;

type SharedOptions = Pick<
  ScenarioOptions,
  'out' | 'codeVersion' | 'asks' | 'moduleProcesses' | 'signal' | 'onPrint' | 'onDue' | 'openModels'
>;

export interface LiveOptions
  extends SharedOptions, Pick<ScenarioOptions, 'onUnused' | 'isReceived' | 'onTrustedCode'> {
  /** The caller closes or ends it. */
  readonly recording: LiveRecording;
  /** Folder of the recording, and what opens it as a data set as far as it goes now. */
  readonly reference: string;
  readonly openRecorded: () => Promise<Dataset>;
  /** The clock of the recording, microseconds. */
  readonly now: () => Instant;
  /**
   * Maximum facts kept for runs that wait for their agents; beyond that all runs wait, and the
   * recording continues.
   */
  readonly factsKept?: number;
  /** Called once everything is checked: the runs, and the tape that they follow. */
  readonly onStart?: (runs: readonly OpenedRun[], stream: WatchedStream) => void;
  /** Gets the result at each session close. */
  readonly onResult?: ((result: Result) => void) | undefined;
  /**
   * Gets why a result could not be derived: runs and recording continue, and the next
   * close tries again.
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

export interface LiveOutcome {
  /** Whether the recording was ended, and the runs with it; otherwise the same call resumes. */
  readonly ended: boolean;
  readonly resumed: ShardReport['resumed'];
  /** As of the last place up to which every run has answered; null before the first such place. */
  readonly result: Result | null;
  /** Why its report.html could not be drawn; null if it was. */
  readonly undrawn: string | null;
}

/**
 * Runs the agents of a scenario without an end until its signal, or until the recording is ended:
 * then the runs are ended too. `InvalidInput` for what is wrong with the scenario. If anything else
 * ends the recording early, the runs can be resumed.
 */
export async function runLive(loaded: LoadedScenario, options: LiveOptions): Promise<LiveOutcome> {
  const { directory } = loaded;
  requireOpen(loaded.scenario);
  const scenario = overWindow(loaded.scenario);
  if (scenario === undefined) throw noMarket(loaded.scenario.workflow);
  const fileHashes = hashAgentFiles(scenario, directory);
  const { isReceived = false, onTrustedCode } = options;
  requireTrust(scenario.agents, { directory, isReceived, onTrustedCode });
  const dataset = await options.openRecorded();
  try {
    const tape = await tapeOver(dataset, scenario, options.reference);
    const plans = planRuns({ scenario, fileHashes, ...tape });
    requirePlaces(plans, options.moduleProcesses ?? moduleProcessesDefault);
    await tryAgents(scenario, plans, { ...options, tape, directory });
    const { out, codeVersion, openRecorded, reference } = options;
    const { runs: runsDirectory } = resultFolder(out);
    const where = { out, runsDirectory, codeVersion, openRecorded, reference };
    const runs = { scenario, directory, plans, ...where };
    return await inOwnFolder({ out, openModels: options.openModels }, runs, (models) =>
      follow(runs, { tape, models }, options),
    );
  } catch (error) {
    const { signal } = options;
    if (signal?.aborted !== true || error !== signal.reason) throw error;
    return { ended: false, resumed: [], result: null, undrawn: null };
  } finally {
    await dataset.close();
  }
}

const noMarket = (workflow: string): Error =>
  invalidInput('a feed provides a market, not tasks', {
    where: 'workflow',
    expected: tradingWorkflows.join(' or '),
    found: workflow,
  });

async function follow(
  runs: LiveRuns,
  { tape, models }: { tape: ScenarioTape; models: ModelService | undefined },
  options: LiveOptions,
): Promise<LiveOutcome> {
  const { recording, now, factsKept, onStart, onResult, onFailure } = options;
  const stream = new WatchedStream(new Tape(tape.header, [recording.source]));
  const derive = async (facts: number): Promise<Result> => (await deriveLive(runs, facts)).result;
  const results = new SessionResults({ stream, derive, onResult, onFailure });
  const { signal, broken } = endedBy(options);
  const onOpened = (opened: readonly OpenedRun[]): void => onStart?.(opened, stream);
  let place: number | null = null;
  const shard = runShard({
    ...options,
    ...runs,
    tape,
    models,
    workflows: allWorkflows,
    signal,
    live: { stream, documents: recording.documents, now, factsKept, onOpened },
    end: true,
    onProgress: ({ answered }) => results.reached(answered),
  });
  const { resumed, interrupted } = await shard.finally(async () => {
    place = await results.stop();
  });
  if (broken() !== undefined) throw broken();
  if (interrupted && place === null) return { ended: false, resumed, result: null, undrawn: null };
  const last = await deriveLive(runs, interrupted ? (place ?? undefined) : undefined);
  return { ended: !interrupted, resumed, result: last.result, undrawn: last.undrawn };
}

/**
 * Aborted with the caller's signal, or when the recording cannot continue: `broken` has the reason.
 */
function endedBy({ signal, recording }: LiveOptions) {
  const stop = new AbortController();
  let failure: unknown;
  recording.failed.catch((error: unknown) => {
    failure ??= error;
    stop.abort();
  });
  const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  return { signal: both, broken: () => failure };
}

interface SessionResultsOptions extends Pick<LiveOptions, 'onResult' | 'onFailure'> {
  readonly stream: WatchedStream;
  readonly derive: (facts: number) => Promise<Result>;
}

class SessionResults {
  private answered = 0;
  private derived = 0;
  private work: Promise<void> = Promise.resolve();
  private isAtWork = false;
  private isStopped = false;

  constructor(private readonly options: SessionResultsOptions) {}

  /** Every run has taken the facts up to this one, and answered. */
  reached(answered: number): void {
    this.answered = answered;
    if (this.isAtWork || this.isStopped) return;
    const close = this.options.stream.closeUpTo(answered);
    if (close !== null && close > this.derived) this.work = this.resume();
  }

  /**
   * Waits for pending work and starts nothing new; returns the place up to which every
   * run has answered.
   */
  async stop(): Promise<number | null> {
    this.isStopped = true;
    await this.work;
    return this.options.stream.placeUpTo(this.answered);
  }

  private async resume(): Promise<void> {
    const { stream, derive, onResult, onFailure } = this.options;
    this.isAtWork = true;
    try {
      for (;;) {
        const close = stream.closeUpTo(this.answered);
        if (close === null || close <= this.derived || this.isStopped) return;
        this.derived = close;
        onResult?.(await derive(close));
      }
    } catch (error) {
      onFailure?.(error);
    } finally {
      this.isAtWork = false;
    }
  }
}

/** Passes a tape on unchanged, and notes where its sessions close and where its instants end. */
class WatchedStream implements FactStream {
  /** Sessions that have closed. */
  sessionsClosed = 0;
  /** Knowledge time of the last fact, microseconds; 0 before any. */
  time = 0;
  /** Seq of the last fact of the last whole instant. */
  private whole = 0;
  /** Seq of each of the last session closes, which are the last facts of their instants. */
  private readonly closes: number[] = [];

  constructor(private readonly stream: FactStream) {}

  get header() {
    return this.stream.header;
  }

  get facts(): number {
    return this.stream.facts;
  }

  next(): FactColumns | null | Promise<FactColumns | null> {
    const released = this.stream.next();
    if (released instanceof Promise) return released.then((facts) => this.watch(facts));
    return this.watch(released);
  }

  hash(): string {
    return this.stream.hash();
  }

  close(): void {
    this.stream.close();
  }

  /** The last session close at or before a fact; null if there is none. */
  closeUpTo(seq: number): number | null {
    return this.closes.findLast((close) => close <= seq) ?? null;
  }

  /** The last place at or before a fact at which a tape may be cut. */
  placeUpTo(seq: number): number | null {
    return seq >= this.whole && this.whole > 0 ? this.whole : this.closeUpTo(seq);
  }

  private watch(facts: FactColumns | null): FactColumns | null {
    if (facts === null) return null;
    const before = this.stream.facts - facts.count;
    for (let row = 0; row < facts.count; row++) {
      if (facts.endsInstant[row] === 1) this.whole = before + row + 1;
      if (facts.kind[row] !== factKinds.sessionClose) continue;
      this.sessionsClosed++;
      this.closes.push(before + row + 1);
    }
    if (this.closes.length > closesMax) this.closes.splice(0, this.closes.length - closesMax);
    this.time = facts.knowledgeTime[facts.count - 1] as number;
    return facts;
  }
}
