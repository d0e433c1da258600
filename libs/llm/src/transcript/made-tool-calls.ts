/** The recorded tool calls of a decision, each joined to the model's request for it. */

import { canonicalJson } from '#values';
import type { WireToolCall } from '../wire/wire.js';

/** A recorded tool call. */
export interface MadeToolCall {
  readonly asOf: number;
  /** Number of the call within its decision, from 1, over all attempts. */
  readonly ordinal: number;
  readonly tool: string;
  /** Canonical JSON. */
  readonly arguments: string;
  /** SHA-256 of the result's JSON; null if the call failed. */
  readonly result: string | null;
  readonly error: string | null;
}

/** A tool call with its result. */
export interface ToolStep {
  readonly id: string | null;
  readonly name: string;
  /** JSON as it was written, which may be malformed. */
  readonly arguments: string;
  /** As the model received it, or as it was recorded; null if neither is known. */
  readonly result: string | null;
  /** Why the call failed; null if it did not, or was not recorded. */
  readonly error: string | null;
  readonly isSubmission: boolean;
}

export class MadeCalls {
  private readonly open: MadeToolCall[];

  constructor(
    calls: readonly MadeToolCall[],
    private readonly textOf: (sha256: string) => string | undefined,
  ) {
    this.open = [...calls];
  }

  /**
   * A call that the model asked for, with the result that it received, or else the recorded one.
   */
  stepOf(asked: WireToolCall, sent: string | null): ToolStep {
    return this.step(asked, this.take(asked), sent);
  }

  /** Calls that no model asked for on the wire. */
  rest(): ToolStep[] {
    return this.open.map((made) =>
      this.step({ id: null, name: made.tool, arguments: made.arguments }, made, null),
    );
  }

  private step(asked: WireToolCall, made: MadeToolCall | undefined, sent: string | null): ToolStep {
    const kept = (sha256: string): string => this.textOf(sha256) ?? '(the text was erased)';
    const { result = null, error = null } = made ?? {};
    const isSubmission = toolName(asked.name).startsWith('submit_');
    return { ...asked, result: sent ?? (result && kept(result)), error, isSubmission };
  }

  /** The first open call of that tool and those arguments. */
  private take({ name, arguments: asked }: WireToolCall): MadeToolCall | undefined {
    const tool = toolName(name);
    const spelled = canonical(asked);
    const at = this.open.findIndex(
      (made) => made.tool === tool && isSpelled(spelled, made.arguments),
    );
    return at < 0 ? undefined : this.open.splice(at, 1)[0];
  }
}

/** Recorded arguments are empty if they were not JSON, and truncated if they were too long. */
function isSpelled(asked: string | undefined, recorded: string): boolean {
  if (asked === undefined || recorded === '') return asked === undefined && recorded === '';
  return asked === recorded || (recorded.length > 1000 && asked.startsWith(recorded));
}

/** Clients put the name of a server before that of a tool: `mcp__t__get_prices`. */
const toolName = (name: string): string => name.split('__').at(-1) ?? name;

/** Canonical JSON of JSON; undefined if it is malformed, or nested too deeply. */
function canonical(json: string): string | undefined {
  try {
    return canonicalJson(JSON.parse(json === '' ? '{}' : json));
  } catch {
    return undefined;
  }
}
