/** Content of the two files of a run's recording: attempts in memory, and where in the file each call is stored. */

import { join } from 'node:path';
import { invariant } from '#values';
import type { AskKey, RecordedAsk } from '../calls/ask.js';
import { callId } from '../calls/call-place.js';
import type { CallKey, ClaimedCall, RecordedCall } from '../calls/recorded-call.js';
import {
  claimedCall,
  parseAskLine,
  parseCallLine,
  recordedCall,
  type AskLine,
  type CallLine,
} from '../calls/recording-lines.js';
import { LineFile, type LineSpan } from './line-file.js';

/** The attempts of a run's folder. */
export const askFileName = 'asks.jsonl';
/** The model calls of a run's folder. */
export const callFileName = 'model-calls.jsonl';

/** A call that was claimed. Its bodies stay in the file: a run may have thousands. */
interface CallEntry {
  readonly key: CallKey;
  readonly digest: string;
  claimed: LineSpan;
  /** Wall times of the claims, ISO 8601, UTC: more than one if a gateway died in between. */
  readonly claimedAt: string[];
  finished: LineSpan | undefined;
  /** Whether this process is making it, or writing its outcome. */
  state: 'not here' | 'under way' | 'ending';
}

export class RecordedRun {
  readonly asks = new Map<string, RecordedAsk>();
  readonly calls = new Map<string, CallEntry>();
  readonly askFile: LineFile;
  readonly callFile: LineFile;

  private constructor(
    readonly run: string,
    folder: string,
  ) {
    this.askFile = new LineFile(join(folder, askFileName));
    this.callFile = new LineFile(join(folder, callFileName));
  }

  /** Reads both files if they exist. Fails as `LineFile.load` does. */
  static async load(
    run: string,
    folder: string,
    options: { readonly repair: boolean },
  ): Promise<RecordedRun> {
    const recorded = new RecordedRun(run, folder);
    await recorded.askFile.load((line) => recorded.takeAsk(parseAskLine(line)), options);
    await recorded.callFile.load(
      (line, span) => recorded.takeCall(parseCallLine(line), span),
      options,
    );
    return recorded;
  }

  ask(key: AskKey): RecordedAsk | undefined {
    return this.asks.get(askId(key));
  }

  setAsk(ask: RecordedAsk): void {
    this.asks.set(askId(ask.opened), ask);
  }

  call(key: CallKey): CallEntry | undefined {
    return this.calls.get(callId(key));
  }

  addCall(call: ClaimedCall, claimed: LineSpan): CallEntry {
    const { run, asOf, attempt, lane, ordinal, digest } = call;
    const entry: CallEntry = {
      key: { run, asOf, attempt, lane, ordinal },
      ...{ digest, claimed, claimedAt: [], finished: undefined, state: 'not here' },
    };
    this.calls.set(callId(call), entry);
    return entry;
  }

  sortedAsks(): RecordedAsk[] {
    return [...this.asks.values()].toSorted((one, other) => byAsk(one.opened, other.opened));
  }

  /** The ended calls, of a decision or of all. */
  async sortedCalls(asOf?: number): Promise<RecordedCall[]> {
    const ended = this.sorted(
      ({ key, finished }) => finished !== undefined && (asOf === undefined || key.asOf === asOf),
    );
    const calls: RecordedCall[] = [];
    for (const entry of ended) calls.push(await this.recordedCall(entry));
    return calls;
  }

  /** Those without an end, in order. */
  openCalls(): CallEntry[] {
    return this.sorted(({ finished }) => finished === undefined);
  }

  private sorted(isMeant: (entry: CallEntry) => boolean): CallEntry[] {
    const found = [...this.calls.values()].filter(isMeant);
    return found.toSorted((one, other) => byCall(one.key, other.key));
  }

  async recordedCall({ claimed, finished }: CallEntry): Promise<RecordedCall> {
    invariant(finished !== undefined, 'the call has ended');
    const last = parseCallLine(await this.callFile.line(finished));
    const first = parseCallLine(await this.callFile.line(claimed));
    invariant(first?.type === 'claimed' && last?.type === 'finished', 'the lines of a call');
    return recordedCall(first, last);
  }

  async claimedCall({ claimed }: CallEntry): Promise<ClaimedCall> {
    const line = parseCallLine(await this.callFile.line(claimed));
    invariant(line?.type === 'claimed', 'the line of a claim');
    return claimedCall(line);
  }

  private takeAsk(line: AskLine | undefined): boolean {
    if (line === undefined || line.run !== this.run) return false;
    const known = this.ask(line);
    if (line.type === 'opened') {
      if (known !== undefined) return false;
      const { type: _, ...opened } = line;
      this.setAsk({ opened, ended: null });
      return true;
    }
    if (known === undefined || known.ended !== null) return false;
    const { type: _, ...ended } = line;
    this.setAsk({ opened: known.opened, ended });
    return true;
  }

  private takeCall(line: CallLine | undefined, span: LineSpan): boolean {
    if (line === undefined || line.run !== this.run) return false;
    const known = this.call(line);
    if (known?.finished !== undefined) return false;
    if (line.type === 'finished') {
      if (known === undefined) return false;
      known.finished = span;
      return true;
    }
    if (known !== undefined && known.digest !== line.digest) return false;
    const entry = known ?? this.addCall(claimedCall(line), span);
    entry.claimed = span;
    entry.claimedAt.push(line.at);
    return true;
  }
}

const askId = ({ asOf, attempt }: AskKey): string => `${asOf} ${attempt}`;

const byAsk = (one: AskKey, other: AskKey): number =>
  one.asOf - other.asOf || one.attempt - other.attempt;

function byCall(one: CallKey, other: CallKey): number {
  const lanes = one.lane === other.lane ? 0 : one.lane < other.lane ? -1 : 1;
  return byAsk(one, other) || lanes || one.ordinal - other.ordinal;
}
