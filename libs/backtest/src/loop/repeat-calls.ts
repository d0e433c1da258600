/** Makes the tool calls of a run again, each at its as-of, and compares them with the recorded ones. */

import { excerpt } from '#values';
import type { Capability } from '#tools';
import { callsDigest, type CallRecord } from '#tools/tool/call-record';
import { loggedCall, toolCallsOf, type LoggedCall } from '../run-folder/call-log.js';
import { alteredAt, alteredLine } from '../run-folder/derived-file.js';
import { textState, type RunFolder, type TextState } from '../run-folder/run-folder.js';

/** Why the calls of a run differ from the record. */
export interface CallsDefect {
  /** `unrepeated`: the file matches the journal, but a call now gives a different result. */
  readonly kind: 'altered' | 'unrepeated';
  readonly what: string;
}

/** A decision that is due in a replayed run. */
export interface RepeatedDecision {
  readonly asOf: number;
  /** The journal's record of its calls; null if it made none. */
  readonly called: { readonly calls: number; readonly digest: string } | null;
  /** Opens its capability; it is ended afterwards. */
  readonly open: () => Capability;
}

export class RepeatedCalls {
  /** Undefined if there are none. */
  private readonly made: readonly LoggedCall[] | undefined;
  /** Calls that have been compared. */
  private taken = 0;
  private decisions = 0;
  private finding: CallsDefect | undefined;
  private readonly results = new Set<string>();

  constructor(private readonly folder: RunFolder) {
    const made = toolCallsOf(folder);
    this.made = made.length === 0 ? undefined : made;
  }

  /** Makes the calls of a decision again, in their order. */
  repeat({ asOf, called, open }: RepeatedDecision): void {
    if (called !== null) this.decisions++;
    const { made } = this;
    if (made === undefined || this.finding !== undefined) return;
    const first = this.taken;
    const rest = made.slice(first);
    const end = rest.findIndex((call) => call.asOf !== asOf);
    const calls = end < 0 ? rest : rest.slice(0, end);
    this.taken += calls.length;
    if (calls.length === 0 && called === null) return;
    const capability = open();
    for (const call of calls) this.repeatOne(call, capability);
    capability.end();
    this.finding = this.compare(calls, { first, called, repeated: capability.records });
  }

  /** What is wrong with the calls, once the replay has finished. */
  end(): CallsDefect | undefined {
    const { made, finding, decisions, taken } = this;
    if (finding !== undefined) return finding;
    if (made === undefined && decisions > 0) {
      const what = `missing; the journal has tool calls of ${decisions} decisions`;
      return { kind: 'altered', what };
    }
    if (made === undefined || taken === made.length) return undefined;
    return alteredLine(taken + 1, undefined, lineOf(made[taken]));
  }

  /** Texts of results that are missing from the folder, or altered. */
  texts(): TextState[] {
    return [...this.results].flatMap((sha256) => textState(this.folder, sha256));
  }

  private repeatOne(call: LoggedCall, capability: Capability): void {
    if (call.result !== null) this.results.add(call.result);
    capability.repeat(call);
  }

  private compare(
    calls: readonly LoggedCall[],
    found: {
      readonly first: number;
      readonly called: RepeatedDecision['called'];
      readonly repeated: readonly CallRecord[];
    },
  ): CallsDefect | undefined {
    const { first, called, repeated } = found;
    const isIntact =
      called !== null && called.calls === calls.length && called.digest === callsDigest(calls);
    for (const [index, call] of calls.entries()) {
      const line = lineOf(call);
      const again = repeated[index];
      const expected = again && lineOf({ ...again, asOf: call.asOf, durationMs: call.durationMs });
      if (expected === line) continue;
      const isSaid = again === undefined || saidDiffers(again, call);
      if (isIntact && isSaid) return unrepeated(first + index, call, again);
      return alteredLine(first + index + 1, expected, line);
    }
    if (isIntact) return undefined;
    // Each of them repeats, but they differ from those of the journal.
    if (called !== null && called.calls === calls.length) {
      const found = `digest ${callsDigest(calls)}`;
      return alteredAt(first + 1, `calls with digest ${called.digest}`, found);
    }
    const wanted = called === null ? undefined : `${called.calls} calls of one decision`;
    const line = first + calls.length;
    return alteredLine(line + 1, wanted, lineOf(this.made?.[line]));
  }
}

const lineOf = (call: LoggedCall | undefined): string | undefined =>
  call && JSON.stringify(loggedCall(call));

/** Whether two records differ in what the journal's digest covers. */
const saidDiffers = (one: CallRecord, other: CallRecord): boolean =>
  callsDigest([one]) !== callsDigest([other]);

function unrepeated(index: number, call: LoggedCall, again: CallRecord | undefined): CallsDefect {
  const was = outcomeOf(call);
  const is = again === undefined ? 'no call' : outcomeOf(again);
  const what = `line ${index + 1}: ${call.tool} does not repeat; recorded ${was}; now ${is}`;
  return { kind: 'unrepeated', what };
}

const outcomeOf = ({ result, error }: CallRecord): string =>
  result === null ? excerpt(error ?? '', 160) : `a result of SHA-256 ${result}`;
