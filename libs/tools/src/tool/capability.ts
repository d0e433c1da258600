/** What an agent gets for a decision: tools as of one instant, until the decision is made. */

import type { z } from 'zod';
import { canonicalJson, excerpt, invalidInput, isFailure, printable, sha256Hex } from '#values';
import { expectedOf } from '#contracts/parsing/schema-issue';
import { valueAt } from '#contracts/parsing/value-at';
import { callsDigest, type CallRecord } from './call-record.js';
import { parseLeniently, withKnownSymbols } from './lenient-arguments.js';
import type { Tool, ToolContext, ToolSet } from './tool.js';

/** Limits of one decision; the agent is informed. Submissions are accepted beyond them. */
export interface CallLimits {
  /** Calls of all tools. */
  readonly calls: number;
  /** UTF-8 bytes of all results. */
  readonly bytes: number;
}

export const defaultCallLimits: CallLimits = { calls: 200, bytes: 4_000_000 };

/** UTF-8 bytes of the arguments of one call, as canonical JSON. */
export const argumentBytesMax = 64 * 1024;

/**
 * Calls beyond the limit that are still recorded: refused, or accepted if they decide.
 * Later ones are not.
 */
export const callsBeyondMax = 100;

/** The outcome of a call: a JSON value, with its text, or an error message for the agent. */
export type CallOutcome =
  | { readonly value: unknown; readonly text: string; readonly error: null }
  | { readonly error: string };

export interface CapabilityOptions {
  readonly sets: readonly ToolSet[];
  readonly context: ToolContext;
  readonly limits?: CallLimits;
  /** Receives each call once it has ended, with the result as JSON. */
  readonly onCall?: (record: CallRecord, text: string | null) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export class Capability {
  readonly records: CallRecord[] = [];
  /** Whether the tools have been listed, which is how an agent over MCP learns of them. */
  isListed = false;
  private readonly byName: ReadonlyMap<string, Tool>;
  /** Limits of the decision. */
  readonly allowed: CallLimits;
  private bytes = 0;
  private isOver = false;

  constructor(private readonly options: CapabilityOptions) {
    this.byName = new Map(
      options.sets.flatMap(({ tools }) =>
        tools
          .filter(({ needsDesk }) => needsDesk !== true || options.context.desk !== null)
          .map((one) => [one.name, one] as const),
      ),
    );
    this.allowed = options.limits ?? defaultCallLimits;
  }

  get sets(): readonly ToolSet[] {
    return this.options.sets;
  }

  /** The tools that can be called. */
  get tools(): readonly Tool[] {
    return [...this.byName.values()];
  }

  /** Whether the decision has been made: all further calls are refused. */
  get isEnded(): boolean {
    return this.isOver;
  }

  end(): void {
    this.isOver = true;
  }

  /** Calls a tool with arguments of any form. Never throws because of the agent's input. */
  call(name: string, args: unknown): CallOutcome {
    return this.answer(nameOf(name), argumentsOf(args));
  }

  /**
   * Repeats a recorded call: if nothing has changed, it yields the same record, except
   * for its duration.
   */
  repeat({ tool: name, arguments: text }: Pick<CallRecord, 'tool' | 'arguments'>): CallOutcome {
    return this.answer(name, recordedArguments(text));
  }

  private answer(name: string, asked: CallArguments): CallOutcome {
    if (this.isOver) return { error: 'the decision has been made: this capability has ended' };
    if (this.records.length >= this.allowed.calls + callsBeyondMax)
      return { error: 'no calls are left' };
    const { now, onCall } = this.options;
    const started = now();
    const outcome = this.outcomeOf(name, asked);
    const text = outcome.error === null ? outcome.text : null;
    const bytes = Buffer.byteLength(text ?? outcome.error ?? '');
    this.bytes += bytes;
    const record: CallRecord = {
      ordinal: this.records.length + 1,
      tool: name,
      arguments: asked.text,
      result: text === null ? null : sha256Hex(text),
      bytes,
      error: outcome.error,
      durationMs: now() - started,
    };
    this.records.push(record);
    onCall?.(record, text);
    return outcome;
  }

  /** The journal's summary of the calls so far; null if there were none. */
  summary(): { readonly calls: number; readonly digest: string } | null {
    const { records } = this;
    return records.length === 0 ? null : { calls: records.length, digest: callsDigest(records) };
  }

  private outcomeOf(name: string, asked: CallArguments): CallOutcome {
    try {
      const found = this.byName.get(name);
      // An agent that has used up its reading limits can still decide.
      const isLimited = found?.reads !== false;
      if (isLimited) this.requireRoom();
      if (found === undefined) throw noSuchTool(name, [...this.byName.keys()]);
      if (asked.defect !== undefined) throw invalidInput(asked.defect, { where: name });
      const parsed = parseLeniently(found, asked.args);
      if (!parsed.success) throw schemaMismatch(name, asked.args, parsed.error);
      const { context } = this.options;
      const value = found.call(withKnownSymbols(parsed.data, context.view), context) ?? null;
      // In declaration order, as the agent reads it: the same call yields the same bytes.
      const text = JSON.stringify(value);
      if (isLimited) this.requireBytes(text);
      return { value, text, error: null };
    } catch (error) {
      // The message may repeat the request, which may be long, and contain characters that
      // tables reject.
      if (isFailure(error, 'InvalidInput')) return { error: printable(error.message, errorMax) };
      throw error;
    }
  }

  private requireRoom(): void {
    const { calls } = this.allowed;
    if (this.records.length < calls) return;
    throw invalidInput('no calls are left for this decision', {
      expected: `at most ${calls} calls`,
    });
  }

  private requireBytes(text: string): void {
    const left = Math.max(0, this.allowed.bytes - this.bytes);
    const bytes = Buffer.byteLength(text);
    if (bytes <= left) return;
    throw invalidInput('the result is larger than what is left for this decision', {
      expected: `at most ${left} bytes: ask for less at a time`,
      found: `${bytes} bytes`,
    });
  }
}

const errorMax = 2000;

/** Far longer than any tool name, and a single line, as every table requires. */
const nameOf = (asked: string): string => printable(asked, 100);

/** The arguments of a call, and the text that records them. */
interface CallArguments {
  readonly args: unknown;
  readonly text: string;
  /** Why they do not reach a tool. */
  readonly defect?: string;
}

const notJson: CallArguments = { args: undefined, text: '', defect: 'arguments that are no JSON' };
const truncated = (text: string): CallArguments => ({
  args: undefined,
  text,
  defect: `arguments of more than ${argumentBytesMax} bytes`,
});

function argumentsOf(args: unknown): CallArguments {
  let text: string;
  try {
    text = canonicalJson(args ?? {});
  } catch {
    return notJson;
  }
  if (Buffer.byteLength(text) > argumentBytesMax)
    return truncated(`${text.slice(0, 200).toWellFormed()}…`);
  // In recorded form, with members in that order: a repetition then gets the same results and
  // error messages.
  return parsedArguments(text);
}

/** Canonical JSON as arguments. A schema with free members would silently drop `__proto__`. */
const parsedArguments = (text: string): CallArguments =>
  text.includes('"__proto__":')
    ? { args: undefined, text, defect: 'no argument can be named __proto__' }
    : { args: JSON.parse(text), text };

/** Arguments as recorded: if they were cut, or not JSON, they still are not JSON. */
function recordedArguments(text: string): CallArguments {
  try {
    return parsedArguments(text);
  } catch {
    return text === '' ? notJson : truncated(text);
  }
}

const noSuchTool = (name: string, names: readonly string[]): Error =>
  invalidInput('no such tool', {
    expected: `one of ${names.join(', ')}`,
    found: excerpt(name, 100),
  });

/** Names the argument that does not fit, and its value. */
function schemaMismatch(name: string, args: unknown, { issues: [issue] }: z.ZodError): Error {
  const what = 'arguments that break their schema';
  if (issue === undefined) return invalidInput(what, { where: name });
  const extra = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...extra].filter((part) => typeof part !== 'symbol');
  const found = valueAt(args, path);
  return invalidInput(what, {
    where: [name, ...path].join('.'),
    expected: expectedOf(issue),
    found: found === undefined ? 'nothing' : excerpt(found),
  });
}
