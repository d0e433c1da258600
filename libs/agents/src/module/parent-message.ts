/** What a module's process is told; the parent is trusted by it, and writes structured clones. */

import type { CivilDate, Instant } from '#values';
import type { ExecutionPolicy, Instrument, PriceBasis } from '#contracts';
import type { FactMessage } from './fact-message.js';

/** What stays true for the whole run. `file` is absolute. */
export interface OpenMessage {
  readonly kind: 'open';
  readonly id: number;
  readonly file: string;
  readonly symbols: readonly string[];
  readonly instruments: readonly Instrument[];
  readonly tradePrice: 'close' | 'adjClose';
  readonly priceBasis: PriceBasis;
  readonly policy: ExecutionPolicy;
  readonly config: Readonly<Record<string, unknown>>;
  /** `history` of the scenario; undefined leaves it to the module. */
  readonly history: number | undefined;
}

/** Facts that were released before those that follow, and are not sent any more. */
export interface SkipMessage {
  readonly kind: 'skip';
  readonly facts: number;
  /** Bars of each instrument among them. */
  readonly bars: Float64Array;
}

/** Released facts, the next ones on the tape. */
export interface FactsMessage {
  readonly kind: 'facts';
  readonly facts: FactMessage;
}

/** Texts that facts sent so far refer to. */
export interface DocumentsMessage {
  readonly kind: 'documents';
  readonly texts: readonly (readonly [sha256: string, text: string])[];
}

/** Answered when everything before it is done. */
export interface CatchUpMessage {
  readonly kind: 'catch-up';
  readonly id: number;
}

/** A decision is due; `shares` are those of `symbols` of the open message, in their order. */
export interface DecideMessage {
  readonly kind: 'decide';
  readonly id: number;
  readonly asOf: number;
  readonly time: Instant;
  readonly session: CivilDate;
  readonly cash: number;
  readonly equity: number;
  readonly shares: readonly number[];
}

export type ParentMessage =
  OpenMessage | SkipMessage | FactsMessage | DocumentsMessage | CatchUpMessage | DecideMessage;

/** The messages that are answered, each by one message with its id. */
export type ParentRequest = OpenMessage | CatchUpMessage | DecideMessage;
