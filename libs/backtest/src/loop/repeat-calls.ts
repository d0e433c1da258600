/**
 * Makes the tool calls of a run again, each at its as-of, and compares them with the recorded ones.
 */

import { excerpt, sha256Hex } from '#values';
import type { Capability } from '#tools';
import { callsDigest, type CallRecord } from '#tools/tool/call-record';
import { loggedCall, toolCallsOf, type LoggedCall } from '../run-folder/call-log.js';
import { alteredAt, alteredLine } from '../run-folder/derived-file.js';
import { keepText, textState, type RunFolder, type TextState } from '../run-folder/run-folder.js';

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
  private readonly made: readonly LoggedCall[];
  /** Calls that have been compared. */
  private taken = 0;
  private decisions = 0;
  private finding: CallsDefect | undefined;

  /** `keepsTexts`: puts texts of results that are missing into the folder. */
  constructor(
    private readonly folder: RunFolder,
    private readonly keepsTexts = false,
  ) {
    this.made = toolCallsOf(folder);
  }

  /** Makes the calls of a decision again, in their order. */
  repeat({ asOf, called, open }: RepeatedDecision): void {
    if (called !== null) this.decisions++;
    const { made, taken: first } = this;
    if (made.length === 0 || this.finding !== undefined) return;
    while (made[this.taken]?.asOf === asOf) this.taken++;
    const calls = made.slice(first, this.taken);
    if (calls.length === 0 && called === null) return;
    const capability = open();
    for (const call of calls) {
      const outcome = capability.repeat(call);
      if (this.keepsTexts && outcome.error === null) this.keep(call, outcome.text);
    }
    capability.end();
    this.finding = this.compare(calls, called, capability.records);
  }

  /** What is wrong with the calls, once the replay has finished. */
  end(): CallsDefect | undefined {
    const { made, finding, decisions, taken } = this;
    if (finding !== undefined || taken < made.length)
      return finding ?? alteredLine(taken + 1, undefined, lineOf(made[taken]));
    if (made.length > 0 || decisions === 0) return undefined;
    const what = `missing; the journal has tool calls of ${decisions} decisions`;
    return { kind: 'altered', what };
  }

  /** Texts of results that are missing from the folder, or altered. */
  texts(): TextState[] {
    const results = new Set(this.made.slice(0, this.taken).map(({ result }) => result));
    return [...results].flatMap((sha256) =>
      sha256 === null ? [] : textState(this.folder, sha256),
    );
  }

  /** A text that is not the recorded one is a finding of the comparison. */
  private keep({ result }: LoggedCall, text: string): void {
    if (result !== null && sha256Hex(text) === result) keepText(this.folder, result, text);
  }

  /** Compares the last calls that were taken. */
  private compare(
    calls: readonly LoggedCall[],
    called: RepeatedDecision['called'],
    repeated: readonly CallRecord[],
  ): CallsDefect | undefined {
    const first = this.taken - calls.length;
    const isIntact =
      called !== null && called.calls === calls.length && called.digest === callsDigest(calls);
    for (const [index, call] of calls.entries()) {
      const line = lineOf(call);
      const again = repeated[index];
      const expected = again && lineOf({ ...again, asOf: call.asOf, durationMs: call.durationMs });
      if (expected === line) continue;
      const isDifferent = again === undefined || differs(again, call);
      if (isIntact && isDifferent) return unrepeated(first + index, call, again);
      return alteredLine(first + index + 1, expected, line);
    }
    return isIntact ? undefined : this.uncounted(calls, called);
  }

  /** How calls that repeat differ from those that the journal counts. */
  private uncounted(calls: readonly LoggedCall[], called: RepeatedDecision['called']): CallsDefect {
    const first = this.taken - calls.length;
    if (called !== null && called.calls === calls.length) {
      const found = `digest ${callsDigest(calls)}`;
      return alteredAt(first + 1, `calls with digest ${called.digest}`, found);
    }
    const wanted = called === null ? undefined : `${called.calls} calls of one decision`;
    // The first call that the journal does not count, or the place of the first that is missing.
    const line = first + Math.min(calls.length, called?.calls ?? 0);
    return alteredLine(line + 1, wanted, lineOf(this.made[line]));
  }
}

const lineOf = (call: LoggedCall | undefined): string | undefined =>
  call && JSON.stringify(loggedCall(call));

/** Whether two records differ in what the journal's digest covers. */
const differs = (one: CallRecord, other: CallRecord): boolean =>
  callsDigest([one]) !== callsDigest([other]);

function unrepeated(index: number, call: LoggedCall, again: CallRecord | undefined): CallsDefect {
  const was = outcomeOf(call);
  const is = again === undefined ? 'no call' : outcomeOf(again);
  const what = `line ${index + 1}: ${call.tool} does not repeat; recorded ${was}; now ${is}`;
  return { kind: 'unrepeated', what };
}

const outcomeOf = ({ result, error }: CallRecord): string =>
  result === null ? excerpt(error ?? '', 160) : `a result of SHA-256 ${result}`;
