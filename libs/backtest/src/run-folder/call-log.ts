/**
 * The tool calls of a run in its recording, and the texts of their results by hash. The journal has
 * a digest of them; only the recording has durations.
 */

import { z } from 'zod';
import type { KeepCalls } from '#agents';
import type { CallRecord } from '#tools';
import { keepText, type RunFolder } from './run-folder.js';
import { recordsIn, type RunRecords } from './run-records.js';

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
/**
 * From here on, calls of later decisions that were recorded before do not count: the journal does
 * not have them.
 */
const resumedSchema = z.strictObject({ resumedAfter: z.int() });

/** A call with the as-of of its decision. */
export type LoggedCall = CallRecord & { readonly asOf: number };

/** A call as it is recorded; the order of members is part of the format. */
export function loggedCall(call: LoggedCall): LoggedCall {
  const { asOf, ordinal, tool, arguments: asked, result, bytes, error, durationMs } = call;
  return { asOf, ordinal, tool, arguments: asked, result, bytes, error, durationMs };
}

/**
 * The calls of a run, those of decisions that are not in its journal left out. Fails as
 * `recordsIn` does.
 */
export function toolCallsOf(folder: Pick<RunFolder, 'recording'>): LoggedCall[] {
  const known = z.union([loggedCallSchema, resumedSchema]);
  let calls: LoggedCall[] = [];
  for (const record of recordsIn(folder, 'calls', (value) => known.safeParse(value).data)) {
    if ('resumedAfter' in record) calls = calls.filter(({ asOf }) => asOf <= record.resumedAfter);
    else calls.push(record);
  }
  return calls;
}

export class CallLog implements KeepCalls {
  /** Calls whose decision is not in the journal: they no longer count. */
  readonly lostCalls: number;
  /** Why a call could not be kept: the journal may not refer to it. */
  private failure: unknown;

  /**
   * `decided`: as-of of the last decision in the journal, -1 before any. `Unavailable`
   * if the disk is.
   */
  constructor(
    private readonly folder: RunFolder,
    private readonly records: RunRecords,
    decided: number,
  ) {
    this.lostCalls = toolCallsOf(folder).filter(({ asOf }) => asOf > decided).length;
    if (this.lostCalls > 0) records.add('calls', [{ resumedAfter: decided }]);
  }

  keep(asOf: number, record: CallRecord, text: string | null): void {
    try {
      this.records.add('calls', [loggedCall({ asOf, ...record })]);
      if (text !== null && record.result !== null) keepText(this.folder, record.result, text);
    } catch (error) {
      this.failure ??= error;
    }
  }

  settle(): void {
    if (this.failure !== undefined) throw this.failure;
    this.records.durable();
  }
}
