/** Messages to a module's process; it trusts the parent, which writes structured clones. */

import type { CalendarName, Instrument, Peers, PriceBasis } from '#contracts';
import type { TapeCalendar } from '#contracts/facts/calendar-name';
import type { FactMessage } from './fact-message.js';
import type { PlainData } from '../../seat/work.js';
import type { AnswerForm } from '../../seat/answer-text.js';
import type { ModuleMoment } from './module-observation.js';

/** First byte of a message: it goes to the user's thread unchanged, or to the intake. */
export const toThread = 0;
export const toIntake = 1;

/** Constant for the whole run. `file` is absolute. */
export interface ModuleOpening extends TapeCalendar {
  readonly file: string;
  /** The calendar whose sessions the run follows, if it is not the tape's own. */
  readonly follows?: CalendarName | undefined;
  readonly instruments: readonly Instrument[];
  readonly tradePrice: 'close' | 'adjClose';
  readonly priceBasis: PriceBasis;
  readonly adjusted?: 'vendor' | undefined;
  readonly peers?: Peers | undefined;
  /** `history` of the scenario; undefined leaves it to the module. */
  readonly history: number | undefined;
  /** The values of the work, and `config` of the agent. */
  readonly given: PlainData;
  readonly answers: AnswerForm;
}

/** The first message of a process. */
export type OpenMessage = ModuleOpening & { readonly kind: 'open'; readonly id: number };

/** Facts released before the following ones, which are not sent any more. */
export interface SkipMessage {
  readonly kind: 'skip';
  readonly facts: number;
  /** Bars of each instrument among them. */
  readonly bars: Float64Array;
}

/** Released facts, the next ones on the tape. */
interface FactsMessage {
  readonly kind: 'facts';
  readonly facts: FactMessage;
}

/** Texts that facts sent so far refer to. */
interface DocumentsMessage {
  readonly kind: 'documents';
  readonly texts: readonly (readonly [sha256: string, text: string])[];
}

/** Answered when everything before it is done. */
interface CatchUpMessage {
  readonly kind: 'catch-up';
  readonly id: number;
}

/** An answer is due. */
type DecideMessage = ModuleMoment & { readonly kind: 'decide'; readonly id: number };

/**
 * Shown to the module with the following questions; account and shares in the form of the
 * work's `shown`.
 */
export interface ShownMessage {
  readonly kind: 'shown';
  readonly shown: PlainData;
}

export type ParentMessage =
  OpenMessage | SkipMessage | FactsMessage | DocumentsMessage | CatchUpMessage | DecideMessage;

/** The messages that get an answer, each one message with its id. */
export type ParentRequest = OpenMessage | CatchUpMessage | DecideMessage;

/** Messages to the user's thread: those of the parent, and those of the intake in their place. */
export type ThreadMessage = ParentMessage | ShownMessage;

/**
 * From now on the intake follows the run itself: it asks when answers are due, and reports them.
 */
export interface FollowMessage {
  readonly kind: 'follow';
  /** As the run's workflow knows it. */
  readonly run: unknown;
  readonly timeBudgetMs: number;
}

/**
 * The next facts of the tape, for the intake alone: the user's thread gets those that its
 * run has reached.
 */
export interface AheadMessage {
  readonly kind: 'ahead';
  readonly facts: FactMessage;
  /** Whether each row ends its instant. */
  readonly endsInstant: Uint8Array;
}

export type IntakeMessage = FollowMessage | AheadMessage;
