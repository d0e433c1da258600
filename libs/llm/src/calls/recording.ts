/**
 * Recordings over the append-only table: who makes a call, and what became of it. One logic for
 * files and Postgres.
 */

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { conflict } from '#values';
import type { AskKey, EndedAsk, OpenedAsk, RecordedAsk } from './ask.js';
import { askStream, callStream, RecordedRun, type RunStreams } from './recorded-run.js';
import { claimOf, finishedStep } from './recorded-steps.js';
import { unknownTry, type CallKey, type ClaimedCall, type RecordedCall } from './recorded-call.js';
import type { Claim, RecordingReader, RecordingStore } from './recording-store.js';
import { patiently } from './waiting.js';

/** Opens the streams of a run; undefined if it has none, unless they are about to be written. */
export type OpenStreams = (run: string, toWrite: boolean) => RunStreams | undefined;

/**
 * Runs whose attempts stay in memory and whose streams stay open, at most, when none
 * of them is busy.
 */
const runsMax = 256;

/** Reads recordings and changes nothing. */
export class Recorded implements RecordingReader {
  private readonly runs = new Map<string, RecordedRun>();
  protected readonly isWriter: boolean = false;

  constructor(private readonly open: OpenStreams) {}

  asksOf(run: string): Promise<readonly RecordedAsk[]> {
    return this.read(run, async (recorded) => recorded.sortedAsks());
  }

  callsOf(run: string, asOf?: number): Promise<readonly RecordedCall[]> {
    return this.read(run, (recorded) =>
      recorded.recordedCalls(
        recorded.sorted(
          ({ key, finished }) => finished !== undefined && (asOf ?? key.asOf) === key.asOf,
        ),
      ),
    );
  }

  /** Calls that were claimed and have no end. */
  openCallsOf(run: string): Promise<readonly CallKey[]> {
    return this.read(run, async (recorded) =>
      recorded.sorted(({ finished }) => finished === undefined).map(({ key }) => key),
    );
  }

  async close(): Promise<void> {
    for (const recorded of this.runs.values()) {
      await recorded.settled().finally(() => recorded.close());
    }
  }

  protected read<T>(run: string, work: (recorded: RecordedRun) => Promise<T>): Promise<T> {
    return this.turn(run, work, { toWrite: false });
  }

  protected async turn<T>(
    run: string,
    work: (recorded: RecordedRun) => Promise<T>,
    how: { readonly toWrite: boolean },
  ): Promise<T> {
    const recorded =
      this.runs.get(run) ?? new RecordedRun(run, (toWrite) => this.open(run, toWrite));
    // The run that was used last is the last of the map.
    this.runs.delete(run);
    this.runs.set(run, recorded);
    try {
      return await recorded.turn(() => work(recorded), how);
    } finally {
      if (!this.isWriter && recorded.isIdle) recorded.close();
      this.forgetOldest();
    }
  }

  private forgetOldest(): void {
    if (this.runs.size <= runsMax) return;
    for (const [run, recorded] of this.runs) {
      if (!recorded.isIdle) continue;
      recorded.close();
      this.runs.delete(run);
      return;
    }
  }
}

export interface RecordingOptions {
  readonly open: OpenStreams;
  /**
   * How long reads, claims and notes wait while the store is unavailable,
   * milliseconds; 0 by default.
   */
  readonly patienceMs?: number;
  /** How long the end of a call waits: a paid response is not thrown away. */
  readonly finishPatienceMs?: number;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/**
 * Records asks and calls. A call that another gateway claimed and did not finish is claimed again:
 * that gateway is gone, and its try is `unknown`.
 */
export class Recording extends Recorded implements RecordingStore {
  protected override readonly isWriter = true;
  /** Name of this process among gateways; a restart makes another. */
  readonly instance = randomUUID();
  private readonly closing = new AbortController();
  private claims = 0;

  constructor(private readonly options: RecordingOptions) {
    super(options.open);
  }

  openAsk(ask: OpenedAsk): Promise<RecordedAsk> {
    return this.change(ask.run, async (recorded) => {
      const known = recorded.ask(ask);
      if (known !== undefined) return known;
      await recorded.add(askStream, [{ type: 'opened', ...ask }]);
      return { opened: ask, ended: null };
    });
  }

  endAsk(ask: EndedAsk): Promise<EndedAsk> {
    return this.change(ask.run, async (recorded) => {
      const known = recorded.ask(ask);
      if (known === undefined) {
        const where = `run ${ask.run}, as of ${ask.asOf}, attempt ${ask.attempt}`;
        throw conflict('the attempt was not opened', { where });
      }
      if (known.ended !== null) return known.ended;
      await recorded.add(askStream, [{ type: 'ended', ...ask }]);
      return ask;
    });
  }

  /** Those of gateways that are gone; this one's pending calls are not lost. */
  endLost({ run, asOf, attempt }: AskKey): Promise<readonly RecordedCall[]> {
    return this.change(run, async (recorded) => {
      const entries = recorded.sorted(({ key, finished, by }) => {
        const isOfAsk = key.asOf === asOf && key.attempt === attempt;
        return isOfAsk && finished === undefined && by.instance !== this.instance;
      });
      const lost = await recorded.recordedCalls(entries);
      if (lost.length > 0) await recorded.add(callStream, lost.map(finishedStep), 'claims');
      return lost;
    });
  }

  claim(call: ClaimedCall): Promise<Claim> {
    // A claim that was stored without an answer is found again by its number.
    const by = { instance: this.instance, claim: ++this.claims };
    return this.change(call.run, async (recorded): Promise<Claim> => {
      const known = recorded.call(call);
      if (known !== undefined && known.digest !== call.digest) {
        const [found] = await recorded.recordedCalls([known]);
        return { kind: 'other request', recorded: claimOf(found as RecordedCall) };
      }
      if (known?.finished !== undefined) {
        const [found] = await recorded.recordedCalls([known]);
        return { kind: 'recorded', call: found as RecordedCall };
      }
      const before = known?.claimedAt ?? [];
      if (known?.by.instance === by.instance) {
        if (known.by.claim !== by.claim) return { kind: 'under way' };
        return { kind: 'claimed', tries: before.slice(0, -1).map(unknownTry) };
      }
      const tries = before.map(unknownTry);
      const at = new Date((this.options.now ?? Date.now)()).toISOString();
      await recorded.add(callStream, [{ type: 'claimed', at, ...by, ...call }], 'claims');
      return { kind: 'claimed', tries };
    });
  }

  finish(call: RecordedCall): Promise<void> {
    const work = async (recorded: RecordedRun): Promise<void> => {
      const entry = recorded.call(call);
      if (entry?.by.instance !== this.instance) throw notClaimed(call);
      if (entry.finished === undefined) return recorded.add(callStream, [finishedStep(call)]);
      // The last attempt may have been stored without an answer.
      const [found] = await recorded.recordedCalls([entry]);
      if (!isDeepStrictEqual(found, call)) throw notClaimed(call);
    };
    return this.change(call.run, work, this.options.finishPatienceMs);
  }

  /** Resolves when everything is written. */
  override async close(): Promise<void> {
    this.closing.abort();
    await super.close();
  }

  protected override read<T>(run: string, work: (recorded: RecordedRun) => Promise<T>): Promise<T> {
    return this.waitFor(() => super.read(run, work));
  }

  private change<T>(
    run: string,
    work: (recorded: RecordedRun) => Promise<T>,
    patienceMs?: number,
  ): Promise<T> {
    return this.waitFor(() => this.turn(run, work, { toWrite: true }), patienceMs);
  }

  private waitFor<T>(
    work: () => Promise<T>,
    patienceMs = this.options.patienceMs ?? 0,
  ): Promise<T> {
    return patiently(work, { patienceMs, retryMs, signal: this.closing.signal });
  }
}

/** Between two tries to reach an unavailable store, milliseconds. */
const retryMs = 200;

function notClaimed({ run, asOf, attempt, lane, ordinal }: CallKey): Error {
  const where = `run ${run}, as of ${asOf}, attempt ${attempt}, lane ${lane}, call ${ordinal}`;
  return conflict('the call was not claimed here, or has ended', { where });
}
