/**
 * Notes each decision that an agent was asked for, durable before the ask: after a crash none is
 * asked for again.
 */

import { z } from 'zod';
import { recordsIn, type RunRecords } from './run-records.js';

const noteSchema = z.strictObject({ asOf: z.int().nonnegative() });

export class AskedLog {
  /** The as-of of the decision that was asked for last; -1 before any. */
  private readonly last: number;

  /** Reads the notes of an earlier process. `CorruptJournal` if one is invalid. */
  constructor(private readonly records: RunRecords) {
    const note = (value: unknown) => noteSchema.safeParse(value).data;
    this.last = recordsIn(records.folder, 'asked', note).at(-1)?.asOf ?? -1;
  }

  /** Whether an earlier process asked for the decision at an as-of and its answer was lost. */
  hasAsked(asOf: number): boolean {
    return asOf <= this.last;
  }

  /** `Unavailable` if it cannot be written: then the agent may not be asked. */
  note(asOf: number): void {
    this.records.add('asked', [{ asOf }]);
    this.records.durable();
  }
}
