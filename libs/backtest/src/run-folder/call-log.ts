/**
 * The tool calls of a run, a line each in `calls.jsonl` beside the journal, and the texts of their results by hash. The
 * journal has a digest of them; only this file has durations.
 */

import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { z } from 'zod';
import { isFailure, jsonOf, unavailable } from '#values';
import type { KeepCalls } from '#agents';
import type { CallRecord } from '#tools';
import { appendDurably, keepText, makeFolder, type RunFolder } from './run-folder.js';

/** A call, without the as-of of its decision. */
export const callSchema = z.strictObject({
  ordinal: z.int().positive(),
  tool: z.string(),
  arguments: z.string(),
  result: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  bytes: z.int().nonnegative(),
  error: z.string().nullable(),
  durationMs: z.number().nonnegative(),
});
const loggedCallSchema = callSchema.extend({ asOf: z.int().nonnegative() });

/** A call with the as-of of its decision. */
export type LoggedCall = CallRecord & { readonly asOf: number };

/** The line of a call, without its line break; the order of members is part of the format. */
export function callLine(call: LoggedCall): string {
  const { asOf, ordinal, tool, arguments: asked, result, bytes, error, durationMs } = call;
  return JSON.stringify({
    ...{ asOf, ordinal, tool, arguments: asked },
    ...{ result, bytes, error, durationMs },
  });
}

/** The call of a line; undefined if it holds none. */
export function parseCall(line: string): LoggedCall | undefined {
  return loggedCallSchema.safeParse(jsonOf(line)).data;
}

/** The lines of a file of calls, without their line breaks; undefined if there is no file. */
export function callLines({ calls: path }: Pick<RunFolder, 'calls'>): string[] | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

export class CallLog implements KeepCalls {
  /** Bytes of calls whose decision is not in the journal: moved to `calls.jsonl.torn`. */
  readonly tornBytes: number;
  /** Why a call could not be kept: the journal may not refer to it. */
  private failure: unknown;

  /** `decided`: as-of of the last decision in the journal, -1 before any. `Unavailable` if the disk is. */
  constructor(
    private readonly folder: RunFolder,
    decided: number,
  ) {
    this.tornBytes = this.reach(() => setAside(folder.calls, decided));
  }

  keep(asOf: number, record: CallRecord, text: string | null): void {
    try {
      makeFolder(this.folder.path);
      appendFileSync(this.folder.calls, `${callLine({ asOf, ...record })}\n`);
      if (text !== null && record.result !== null) keepText(this.folder, record.result, text);
    } catch (error) {
      this.failure ??= error;
    }
  }

  settle(): void {
    const { failure } = this;
    this.reach(() => {
      if (failure !== undefined) throw failure;
      if (existsSync(this.folder.calls)) appendDurably(this.folder.calls, '');
    });
  }

  private reach<T>(action: () => T): T {
    try {
      return action();
    } catch (cause) {
      if (isFailure(cause)) throw cause;
      const where = this.folder.calls;
      throw unavailable('the tool calls cannot be read or written', { where, cause });
    }
  }
}

/** Moves what follows the calls of the decisions up to `decided` to `<path>.torn`; returns the number of bytes. */
function setAside(path: string, decided: number): number {
  if (!existsSync(path)) return 0;
  const whole = readFileSync(path);
  let end = 0;
  for (let next = whole.indexOf(10); next >= 0; next = whole.indexOf(10, end)) {
    const call = parseCall(whole.toString('utf8', end, next));
    if (call === undefined || call.asOf > decided) break;
    end = next + 1;
  }
  if (end === whole.length) return 0;
  appendFileSync(`${path}.torn`, whole.subarray(end));
  truncateSync(path, end);
  return whole.length - end;
}
