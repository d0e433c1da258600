/** The tool calls of a run made again, each at its as-of, and compared with those that were recorded. */

import { excerpt } from '#values';
import type { Capability } from '#tools';
import { callsDigest, type CallRecord } from '#tools/tool/call-record';
import { callLine, callLines, parseCall, type LoggedCall } from '../run-folder/call-log.js';
import { alteredLine, type AlteredFile } from '../run-folder/derived-file.js';
import { textState, type RunFolder, type TextState } from '../run-folder/run-folder.js';

/** What became of the calls of a run. */
export type CallsState =
  | { readonly kind: 'same' }
  /** There is no file, though the journal has calls of so many decisions. */
  | { readonly kind: 'missing'; readonly decisions: number }
  /** The file holds what the journal says, and a call comes to something else. */
  | { readonly kind: 'unrepeated'; readonly line: number; readonly what: string }
  | AlteredFile;

/** A decision that is due in a run that is done again. */
export interface RepeatedDecision {
  readonly asOf: number;
  /** What the journal says of its calls; null where it made none. */
  readonly called: { readonly calls: number; readonly digest: string } | null;
  /** Opens its capability; it is ended afterwards. */
  readonly open: () => Capability;
}

export class RepeatedCalls {
  private readonly lines: readonly string[] | undefined;
  /** Lines that have been compared. */
  private taken = 0;
  private decisions = 0;
  private finding: CallsState | undefined;
  private readonly results = new Set<string>();

  constructor(private readonly folder: RunFolder) {
    this.lines = callLines(folder);
  }

  /** Makes the calls of a decision again, in their order. */
  repeat({ asOf, called, open }: RepeatedDecision): void {
    if (called !== null) this.decisions++;
    const { lines } = this;
    if (lines === undefined || this.finding !== undefined) return;
    const first = this.taken;
    const calls: LoggedCall[] = [];
    for (let line = lines[first]; line !== undefined; line = lines[first + calls.length]) {
      const call = parseCall(line);
      if (call?.asOf !== asOf) break;
      calls.push(call);
    }
    this.taken += calls.length;
    if (calls.length === 0 && called === null) return;
    const capability = open();
    for (const call of calls) this.repeatOne(call, capability);
    capability.end();
    this.finding = this.compare(calls, { first, called, repeated: capability.records });
  }

  /** What became of the calls, once the run has been done again. */
  end(): CallsState {
    const { lines, finding, decisions, taken } = this;
    if (finding !== undefined) return finding;
    if (lines === undefined)
      return decisions === 0 ? { kind: 'same' } : { kind: 'missing', decisions };
    return taken === lines.length
      ? { kind: 'same' }
      : alteredLine(taken + 1, undefined, lines[taken]);
  }

  /** Texts of results that the folder does not have as they were. */
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
  ): CallsState | undefined {
    const { first, called, repeated } = found;
    const isIntact =
      called !== null && called.calls === calls.length && called.digest === callsDigest(calls);
    for (const [index, call] of calls.entries()) {
      const line = (this.lines as readonly string[])[first + index];
      const again = repeated[index];
      const expected =
        again && callLine({ ...again, asOf: call.asOf, durationMs: call.durationMs });
      if (expected === line) continue;
      const isSaid = again === undefined || saidDiffers(again, call);
      if (isIntact && isSaid) return unrepeated(first + index, call, again);
      return alteredLine(first + index + 1, expected, line);
    }
    if (isIntact) return undefined;
    if (called !== null && called.calls === calls.length)
      return otherCalls(first, called.digest, calls);
    const wanted = called === null ? undefined : `${called.calls} calls of one decision`;
    const line = first + calls.length;
    return alteredLine(line + 1, wanted, this.lines?.[line]);
  }
}

/** Whether two records differ in what the journal's digest covers. */
const saidDiffers = (one: CallRecord, other: CallRecord): boolean =>
  callsDigest([one]) !== callsDigest([other]);

function unrepeated(index: number, call: LoggedCall, again: CallRecord | undefined): CallsState {
  const was = outcomeOf(call);
  const is = again === undefined ? 'no call' : outcomeOf(again);
  const what = `${call.tool} does not repeat; recorded ${was}; now ${is}`;
  return { kind: 'unrepeated', line: index + 1, what };
}

const outcomeOf = ({ result, error }: CallRecord): string =>
  result === null ? excerpt(error ?? '', 160) : `a result of SHA-256 ${result}`;

/** Calls of which each repeats, and that are not those of the journal. */
const otherCalls = (index: number, digest: string, calls: readonly LoggedCall[]): AlteredFile => ({
  kind: 'altered',
  line: index + 1,
  expected: `calls with digest ${digest}`,
  found: `digest ${callsDigest(calls)}`,
});
