/**
 * Describes the place of a call in words, and the error when the recorded request there differs.
 */

import { corruptJournal, printable } from '#values';
import { canonicalRequest, firstDifference } from './canonical.js';
import type { AskKey, OpenedAsk } from './ask.js';
import type { CallKey, ClaimedCall, RecordedCall } from './recorded-call.js';

/** Digits of a run's id that tell it apart. */
const idLength = 12;

/**
 * Which agent asks, and for which session: users find the run's folder and its transcript by these.
 */
export type Asker = Pick<OpenedAsk, 'agent' | 'session'> & {
  /** When the decision is late, ISO 8601, UTC. */
  readonly deadline?: string;
};

export const askPlace = ({ run, asOf, attempt }: AskKey, { agent, session }: Asker): string => {
  const day = session === null ? '' : `, session ${session}`;
  const id = run.slice(0, idLength);
  return `agent ${printable(agent, 64)}${day} (as-of ${asOf}, run ${id}), attempt ${attempt}`;
};

export const callPlace = (key: CallKey, asker: Asker): string =>
  `${askPlace(key, asker)}, call ` +
  `${key.ordinal}${key.lane === 'main' ? '' : ` of lane ${key.lane}`}`;

/** Which call of an attempt it is. */
export const laneKey = ({ lane, ordinal }: Pick<CallKey, 'lane' | 'ordinal'>): string =>
  `${lane}/${ordinal}`;

/** Those of an attempt among the calls of its decision, by lane and ordinal. */
export const callsOfAttempt = (
  calls: readonly RecordedCall[],
  { attempt }: AskKey,
): Map<string, RecordedCall> =>
  new Map(calls.filter((call) => call.attempt === attempt).map((call) => [laneKey(call), call]));

export const callId = ({ run, asOf, attempt, lane, ordinal }: CallKey): string =>
  `${run}/${asOf}/${attempt}/${lane}/${ordinal}`;

/** The recorded call. `CorruptJournal` tells where its request first differs from the new one. */
export function requireSame<C extends ClaimedCall>(
  recorded: C,
  made: ClaimedCall,
  asker: Asker,
): C {
  if (recorded.digest === made.digest) return recorded;
  const [before, now] = [recorded, made].map((call) => canonicalRequest(readOf(call)).value);
  const digests = { pointer: '', expected: recorded.digest, found: made.digest };
  const { pointer, expected, found } = firstDifference(before, now) ?? digests;
  throw corruptJournal('the run asks something other than what was recorded', {
    where: `${callPlace(made, asker)}, request at ${pointer}`,
    expected,
    found,
  });
}

/** `CorruptJournal` if the recorded request does not match its own digest. */
export function requireOwnDigest(recorded: ClaimedCall, asker: Asker): void {
  const { digest } = canonicalRequest(readOf(recorded));
  if (recorded.digest === digest) return;
  throw corruptJournal('the recorded request does not match its digest', {
    where: callPlace(recorded, asker),
    expected: recorded.digest,
    found: digest,
  });
}

const readOf = ({ path, headers, request }: ClaimedCall) => ({
  path,
  headers,
  body: JSON.parse(request) as unknown,
});
