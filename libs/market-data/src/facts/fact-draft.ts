/** The contents of a row of a table, before the instruments of the tape are known. */

import type { Instant } from '#values';
import type { DocumentRef, FactPayload, quoteColumns } from '#contracts';
import type { BarTimes } from '../bars/bar-times.js';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { KnowledgeTimes } from '../calendar/knowledge-time.js';
import type { Defect } from '../rows/row-defect.js';
import type { RowFields } from '../rows/row-fields.js';

/**
 * A trade or a quote: it fits in the columns of a tape. Null if a side has no offer, or a
 * size is unknown.
 */
type Tick =
  | { readonly kind: 'trade'; readonly price: number; readonly size: number }
  | ({ readonly kind: 'quote' } & Readonly<Record<keyof typeof quoteColumns, number | null>>);

export type DraftPayload = FactPayload | Tick;

export interface FactDraft {
  /** Null if the knowledge time cannot be determined: the fact is never released. */
  readonly knowledgeTime: Instant | null;
  readonly eventTime: Instant;
  readonly payload: DraftPayload;
  /** Symbols that the fact concerns. */
  readonly symbols: readonly string[];
  /**
   * Two rows with the same key are duplicates; of trades, only those of one symbol and time, if
   * they have one.
   */
  readonly key: string;
  /** Warnings about the row: unusual, but accepted. */
  readonly oddities: readonly Defect[];
}

export interface FactContext {
  /** Knowledge times of a symbol; of a fact that names none, those of the data set. */
  timesOf(symbol: string | undefined): KnowledgeTimes;
  /** The calendar of a symbol's bars. */
  calendarOf(symbol: string): SessionCalendar;
  /** The times of trades and quotes of a symbol. */
  tickTimesOf(symbol: string): BarTimes;
  /** The symbol of a file without a column of symbols. */
  readonly symbolOfFile: string | undefined;
  currencyOf(symbol: string): string;
  /** Stores a text of the current row and returns its claim. */
  claim(text: string, field: string): DocumentRef;
}

/** Reads one row; throws `RowDefect` for an unusable one. */
export type FactParser = (row: RowFields, context: FactContext) => FactDraft;
