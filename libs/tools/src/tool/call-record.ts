/** What is kept of a tool call, and the digest by which a decision's calls stand in the journal. */

import { canonicalHash } from '#values';

export interface CallRecord {
  /** Number of the call within its decision, from 1. */
  readonly ordinal: number;
  readonly tool: string;
  /** Canonical JSON, as it was asked; the start of it where it was too long to be taken, empty where it was no JSON. */
  readonly arguments: string;
  /** SHA-256 of the result's JSON, as the agent got it; null where the call failed. */
  readonly result: string | null;
  /** UTF-8 bytes of that JSON, or of the error. */
  readonly bytes: number;
  /** Why the call failed, as the agent was told. */
  readonly error: string | null;
  /** Wall time; part of no digest. */
  readonly durationMs: number;
}

/**
 * SHA-256 over tool, canonical arguments, result digest and error of each call in their order. Neither time, token,
 * port nor transport is part of it, so a call that is repeated has the same digest.
 */
export const callsDigest = (records: readonly CallRecord[]): string =>
  canonicalHash(
    records.map(({ tool, arguments: asked, result, error }) => [tool, asked, result, error]),
  );
