/** Where asks and calls are kept: files beside a journal, or a table that several workers share. */

import type { AskKey, EndedAsk, OpenedAsk, RecordedAsk } from './ask.js';
import type { CallTry, ClaimedCall, RecordedCall } from './recorded-call.js';

/** What reads a recording and changes nothing. */
export interface RecordingReader {
  /** The attempts of a run, by as-of and attempt. */
  asksOf(run: string): Promise<readonly RecordedAsk[]>;
  /** The ended calls of a decision, or of a run, by as-of, attempt, lane and ordinal. */
  callsOf(run: string, asOf?: number): Promise<readonly RecordedCall[]>;
}

/** What a claim finds. */
export type Claim =
  /** It is the caller's to make. `tries` are earlier ones of a gateway that died meanwhile, each `unknown`. */
  | { readonly kind: 'claimed'; readonly tries: readonly CallTry[] }
  /** It has been made. */
  | { readonly kind: 'recorded'; readonly call: RecordedCall }
  /** Another live gateway is making it. */
  | { readonly kind: 'under way' }
  /** Under its key another request was made: asking again did not repeat. */
  | { readonly kind: 'other request'; readonly recorded: ClaimedCall };

/**
 * What is written is durable before a promise resolves. `Unavailable` where the disk or the database is;
 * `CorruptJournal` where a file holds what nobody wrote.
 */
export interface RecordingStore extends RecordingReader {
  /** Takes note of an attempt; what is known of it where it was opened before. */
  openAsk(ask: OpenedAsk): Promise<RecordedAsk>;
  /**
   * Ends the calls of an attempt that gateways claimed and did not live to finish, and that nobody asked again: all
   * their tries are `unknown`. Resolves with them. Called before the attempt ends.
   */
  endLost(ask: AskKey): Promise<readonly RecordedCall[]>;
  /** The first end of an attempt counts; that is what resolves. */
  endAsk(ask: EndedAsk): Promise<EndedAsk>;
  /** Reserves a call before it is made. A key is given to one caller. */
  claim(call: ClaimedCall): Promise<Claim>;
  /** Keeps a call that was claimed here. */
  finish(call: RecordedCall): Promise<void>;
  close(): Promise<void>;
}

/** The same attempt. */
export const isSameAsk = (one: AskKey, other: AskKey): boolean =>
  one.run === other.run && one.asOf === other.asOf && one.attempt === other.attempt;
