/** Where asks and calls are kept: files beside a journal, or a table that several workers share. */

import type { AskKey, EndedAsk, OpenedAsk, RecordedAsk } from './ask.js';
import type { CallTry, ClaimedCall, RecordedCall } from './recorded-call.js';

/** Reads a recording and changes nothing. */
export interface RecordingReader {
  /** The attempts of a run, by as-of and attempt. */
  asksOf(run: string): Promise<readonly RecordedAsk[]>;
  /** The ended calls of a decision, or of a run, by as-of, attempt, lane and ordinal. */
  callsOf(run: string, asOf?: number): Promise<readonly RecordedCall[]>;
}

/** Result of a claim. */
export type Claim =
  /**
   * The caller makes it. `tries` are earlier ones of a gateway that died meanwhile, each `unknown`.
   */
  | { readonly kind: 'claimed'; readonly tries: readonly CallTry[] }
  /** It has already been made. */
  | { readonly kind: 'recorded'; readonly call: RecordedCall }
  /** Another live gateway is making it. */
  | { readonly kind: 'under way' }
  /** A different request was made under its key: the agent did not repeat itself. */
  | { readonly kind: 'other request'; readonly recorded: ClaimedCall };

/**
 * A write is durable before its promise resolves. `Unavailable` if the disk or the database is;
 * `CorruptJournal` if a file holds a foreign line.
 */
export interface RecordingStore extends RecordingReader {
  /** Records the start of an attempt; returns what is known of it if it was opened before. */
  openAsk(ask: OpenedAsk): Promise<RecordedAsk>;
  /**
   * Ends the calls of an attempt that gateways claimed but did not live to finish, and that
   * were not asked again: all their tries are `unknown`. Resolves with them. Called before
   * the attempt ends.
   */
  endLost(ask: AskKey): Promise<readonly RecordedCall[]>;
  /** The first end of an attempt counts, and is returned. */
  endAsk(ask: EndedAsk): Promise<EndedAsk>;
  /** Reserves a call before it is made. A key goes to one caller. */
  claim(call: ClaimedCall): Promise<Claim>;
  /** Keeps a call that was claimed here. */
  finish(call: RecordedCall): Promise<void>;
  close(): Promise<void>;
}

/** The same attempt. */
export const isSameAsk = (one: AskKey, other: AskKey): boolean =>
  one.run === other.run && one.asOf === other.asOf && one.attempt === other.attempt;
