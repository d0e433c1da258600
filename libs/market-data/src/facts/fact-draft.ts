/** The contents of a row of a table, before the instruments of the tape are known. */

import type { Instant } from '#values';
import type { DocumentRef, FactPayload } from '#contracts';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { KnowledgeTimes } from '../calendar/knowledge-time.js';
import type { Defect } from '../rows/row-defect.js';
import type { RowFields } from '../rows/row-fields.js';

export interface FactDraft {
  /** Null if the knowledge time cannot be determined: the fact is never released. */
  readonly knowledgeTime: Instant | null;
  readonly eventTime: Instant;
  readonly payload: FactPayload;
  /** Symbols that the fact concerns. */
  readonly symbols: readonly string[];
  /** Two rows with the same key are duplicates. */
  readonly key: string;
  /** Warnings about the row: unusual, but accepted. */
  readonly oddities: readonly Defect[];
}

export interface FactContext {
  readonly times: KnowledgeTimes;
  readonly calendar: SessionCalendar;
  currencyOf(symbol: string): string;
  /** Stores a text of the current row and returns its claim. */
  claim(text: string, field: string): DocumentRef;
}

/** Reads one row; throws `RowDefect` for an unusable one. */
export type FactParser = (row: RowFields, context: FactContext) => FactDraft;
