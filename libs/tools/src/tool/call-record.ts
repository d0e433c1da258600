/** The record of a tool call, and the digest of a decision's calls in the journal. */

import { canonicalHash } from '#values';

export interface CallRecord {
  /** Number of the call within its decision, from 1. */
  readonly ordinal: number;
  readonly tool: string;
  /** Canonical JSON, as received; its beginning if it was too long, empty if it was not JSON. */
  readonly arguments: string;
  /** SHA-256 of the result's JSON, as sent to the agent; null if the call failed. */
  readonly result: string | null;
  /** UTF-8 bytes of that JSON, or of the error. */
  readonly bytes: number;
  /** Why the call failed, as reported to the agent. */
  readonly error: string | null;
  /** Wall time; not part of any digest. */
  readonly durationMs: number;
}

/**
 * SHA-256 over tool, canonical arguments, result digest and error of each call in order. Time,
 * token, port and transport are not part of it, so a repeated call has the same digest.
 */
export const callsDigest = (records: readonly CallRecord[]): string =>
  canonicalHash(
    records.map(({ tool, arguments: asked, result, error }) => [tool, asked, result, error]),
  );
