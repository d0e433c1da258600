/**
 * What is known of a run's recording: its attempts, and at which records each of its
 * calls is stored.
 */

import { corruptJournal, invariant, isFailure, unavailable } from '#values';
import type { RecordStore } from '#store';
import type { AskKey, RecordedAsk } from './ask.js';
import { callId } from './call-place.js';
import {
  askStepOf,
  callStepOf,
  recordedCall,
  type AskStep,
  type CallStep,
} from './recorded-steps.js';
import { unknownTry, type CallKey, type RecordedCall } from './recorded-call.js';

/** Streams of a run's recording. */
export const askStream = 'asks';
export const callStream = 'model-calls';

const stepIn = { [askStream]: askStepOf, [callStream]: callStepOf };

/** Where the streams of a run are. */
export interface RunStreams {
  readonly store: RecordStore;
  /** The same, for a gateway that has to be the only one. */
  readonly claims: RecordStore;
  /** Before the names of the streams. */
  readonly prefix: string;
  close(): void;
}

/** A call that was claimed. Its bodies stay in the store: a run may have thousands. */
interface CallEntry {
  readonly key: CallKey;
  readonly digest: string;
  /** Number of the record of the last claim, and whose it is. */
  claimed: number;
  by: { readonly instance: string; readonly claim: number };
  /** Wall times of the claims, ISO 8601, UTC: more than one if a gateway died in between. */
  readonly claimedAt: string[];
  finished: number | undefined;
}

export class RecordedRun {
  private readonly asks = new Map<string, RecordedAsk>();
  private readonly calls = new Map<string, CallEntry>();
  private readonly seen = { [askStream]: 0, [callStream]: 0 };
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private streams: RunStreams | undefined;
  /** Whether there may be records that were not read. */
  private isStale = true;

  constructor(
    readonly run: string,
    private readonly open: (toWrite: boolean) => RunStreams | undefined,
  ) {}

  get isIdle(): boolean {
    return this.waiting === 0;
  }

  /** One piece of work at a time, with all records read; it is durable when this resolves. */
  async turn<T>(work: () => Promise<T>, { toWrite }: { readonly toWrite: boolean }): Promise<T> {
    this.waiting++;
    const turn = this.last.then(async () => {
      this.streams ??= this.open(toWrite);
      if (this.isStale || !toWrite) await this.catchUp();
      return work();
    });
    this.last = turn.catch(() => undefined);
    try {
      const result = await turn;
      await this.streams?.store.durable();
      return result;
    } finally {
      this.waiting--;
    }
  }

  /** Resolves when all turns are over and durable. */
  async settled(): Promise<void> {
    await this.last;
    await this.streams?.store.durable();
  }

  /** The next turn opens the streams again. */
  close(): void {
    this.streams?.close();
    this.streams = undefined;
  }

  ask(key: AskKey): RecordedAsk | undefined {
    return this.asks.get(askId(key));
  }

  call(key: CallKey): CallEntry | undefined {
    return this.calls.get(callId(key));
  }

  sortedAsks(): RecordedAsk[] {
    return [...this.asks.values()].toSorted((one, other) => byAsk(one.opened, other.opened));
  }

  /** The calls that have ended, or those that have not, in order. */
  sorted(isMeant: (entry: CallEntry) => boolean): CallEntry[] {
    const found = [...this.calls.values()].filter(isMeant);
    return found.toSorted((one, other) => byCall(one.key, other.key));
  }

  /** The calls of these entries; one that has not ended is lost, with a try for each claim. */
  async recordedCalls(entries: readonly CallEntry[]): Promise<RecordedCall[]> {
    const steps = await this.steps(
      entries.flatMap(({ claimed, finished }) => [claimed, finished ?? claimed]),
    );
    return entries.map(({ claimed, claimedAt, finished }) => {
      const first = steps.get(claimed);
      const last = steps.get(finished ?? 0);
      const isOpen = finished === undefined;
      invariant(
        first?.type === 'claimed' && last?.type !== 'claimed' && isOpen === (last === undefined),
        'the records of a call',
      );
      return recordedCall(first, last, claimedAt.map(unknownTry));
    });
  }

  /**
   * Adds records of attempts or of calls, through the given store. `Unavailable` if they could not
   * be added, or another gateway was quicker.
   */
  async add(
    stream: keyof typeof stepIn,
    steps: readonly (AskStep | CallStep)[],
    through: 'store' | 'claims' = 'store',
  ): Promise<void> {
    const { streams } = this;
    invariant(streams !== undefined, 'the streams are open to be written');
    const after = this.seen[stream];
    const bodies = steps.map((step) => Buffer.from(JSON.stringify(step)));
    try {
      await streams[through].append([{ stream: streams.prefix + stream, after, bodies }]);
    } catch (cause) {
      this.isStale = true;
      if (!isFailure(cause, 'Conflict')) throw cause;
      throw unavailable('another gateway has written to the recording', { cause });
    }
    for (const [at, step] of steps.entries()) this.take(step, after + at + 1);
    this.seen[stream] += steps.length;
  }

  private async catchUp(): Promise<void> {
    await this.readOn(askStream);
    await this.readOn(callStream);
    this.isStale = false;
  }

  private async readOn(stream: keyof typeof stepIn): Promise<void> {
    const { streams } = this;
    if (streams === undefined) return;
    for (;;) {
      const records = await streams.store.read(streams.prefix + stream, this.seen[stream]);
      for (const { seq, body } of records) {
        if (!this.take(stepIn[stream](body), seq)) {
          throw corruptJournal('the recording has a record of unknown origin', {
            where: `run ${this.run}, ${stream}, record ${seq}`,
            expected: 'a record as JSON that follows from those before it',
          });
        }
        this.seen[stream] = seq;
      }
      if (records.length === 0) return;
    }
  }

  /** The records of calls at these numbers. */
  private async steps(numbers: readonly number[]): Promise<ReadonlyMap<number, CallStep>> {
    const steps = new Map<number, CallStep>();
    const { streams } = this;
    if (streams === undefined) return steps;
    const wanted = new Set(numbers);
    for (const seq of [...wanted].toSorted((one, other) => one - other)) {
      if (steps.has(seq)) continue;
      const most = wanted.size - steps.size === 1 ? 1 : undefined;
      for (const found of await streams.store.read(streams.prefix + callStream, seq - 1, most)) {
        const step = wanted.has(found.seq) ? callStepOf(found.body) : undefined;
        if (step !== undefined) steps.set(found.seq, step);
      }
    }
    return steps;
  }

  /** Whether the record follows from those before it. */
  private take(step: AskStep | CallStep | undefined, seq: number): boolean {
    if (step?.run !== this.run) return false;
    const { type } = step;
    return type === 'opened' || type === 'ended' ? this.takeAsk(step) : this.takeCall(step, seq);
  }

  private takeAsk({ type: _, ...step }: AskStep): boolean {
    const known = this.ask(step);
    if ('openedAt' in step) {
      if (known === undefined) this.asks.set(askId(step), { opened: step, ended: null });
      return known === undefined;
    }
    if (known === undefined || known.ended !== null) return false;
    this.asks.set(askId(step), { opened: known.opened, ended: step });
    return true;
  }

  private takeCall(step: CallStep, seq: number): boolean {
    const known = this.call(step);
    if (known?.finished !== undefined) return false;
    if (step.type === 'finished') {
      if (known !== undefined) known.finished = seq;
      return known !== undefined;
    }
    const { run, asOf, attempt, lane, ordinal, digest, at, instance, claim } = step;
    if (known !== undefined && known.digest !== digest) return false;
    const key = { run, asOf, attempt, lane, ordinal };
    const by = { instance, claim };
    const entry = known ?? { key, digest, claimed: seq, by, claimedAt: [], finished: undefined };
    Object.assign(entry, { claimed: seq, by });
    entry.claimedAt.push(at);
    this.calls.set(callId(step), entry);
    return true;
  }
}

const askId = ({ asOf, attempt }: AskKey): string => `${asOf} ${attempt}`;

const byAsk = (one: AskKey, other: AskKey): number =>
  one.asOf - other.asOf || one.attempt - other.attempt;

function byCall(one: CallKey, other: CallKey): number {
  let lanes;
  if (one.lane === other.lane) {
    lanes = 0;
  } else if (one.lane < other.lane) {
    lanes = -1;
  } else {
    lanes = 1;
  }
  return byAsk(one, other) || lanes || one.ordinal - other.ordinal;
}
