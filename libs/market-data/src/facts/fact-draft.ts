/** What a row of a table says, before it is known which instruments a tape has. */

import type { Instant } from '#values';
import type { DocumentRef, FactPayload } from '#contracts';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { KnowledgeTimes } from '../calendar/knowledge-time.js';
import type { Defect } from '../rows/row-defect.js';
import type { RowFields } from '../rows/row-fields.js';

export interface FactDraft {
  /** Null when nothing tells when the fact was known: it is never released. */
  readonly knowledgeTime: Instant | null;
  readonly eventTime: Instant;
  readonly payload: FactPayload;
  /** Symbols that the fact concerns. */
  readonly symbols: readonly string[];
  /** Two rows of one key are one too many. */
  readonly key: string;
  /** What is odd about the row, but no reason to refuse it. */
  readonly oddities: readonly Defect[];
}

export interface FactContext {
  readonly times: KnowledgeTimes;
  readonly calendar: SessionCalendar;
  currencyOf(symbol: string): string;
  /** Puts a text of the current row away and gives its claim. */
  claim(text: string, field: string): DocumentRef;
}

/** Reads one row; throws `RowDefect` for one that says nothing sound. */
export type FactParser = (row: RowFields, context: FactContext) => FactDraft;
