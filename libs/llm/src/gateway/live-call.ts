/**
 * A call that leaves: claimed, tried until it needs no retry, recorded. All retries happen here.
 */

import pRetry, { type RetryContext } from 'p-retry';
import { unavailable, type TapefoldError } from '#values';
import { callPlace, requireSame, type Asker } from '../calls/call-place.js';
import { missingResponse, pastDeadline, unreached } from './call-failure.js';
import { endpointOf } from '../provider/endpoint.js';
import type { Models } from '../provider/models.js';
import type { Provider } from '../provider/models-file.js';
import { costOf, type Spent } from '../provider/pricing.js';
import type { ProviderLimits } from '../provider/provider-limits.js';
import { tryOnce, type TryResult } from '../provider/provider-try.js';
import {
  isAway,
  type CallTry,
  type ClaimedCall,
  type RecordedCall,
} from '../calls/recorded-call.js';
import type { Claim, RecordingStore } from '../calls/recording-store.js';
import type { Redaction } from '../provider/redaction.js';
import type { Send } from '../provider/upstream.js';
import type { WallClock } from '#http';
import { statusOf, type Wire } from '../wire/wire.js';

export interface LiveParts {
  readonly store: RecordingStore;
  readonly clock: WallClock;
  readonly send: Send;
  readonly redaction: Redaction;
  readonly models: Models;
  /** Whether an unreachable provider ends the run; otherwise the call is recorded as failed. */
  readonly stopsWhenAway: boolean;
  /** Gets a line for each wait before another try. */
  readonly onRetry: (provider: string, line: string) => void;
  /**
   * Aborted when the gateway ends: pending calls are not recorded, since their outcome is unknown.
   */
  readonly dead: AbortSignal;
}

interface LiveCall {
  readonly claimed: ClaimedCall;
  readonly asker: Asker;
  readonly wire: Wire;
  readonly provider: Provider;
  readonly limits: ProviderLimits;
  readonly key: string | undefined;
  /** The body that goes to the provider. */
  readonly sent: string;
  readonly reservation: Readonly<Spent>;
  /** Aborted when the attempt has ended, or its deadline has passed. */
  readonly signal: AbortSignal;
}

/** Longest wait between two tries that the gateway chooses by itself, in milliseconds. */
const backoffMaxMs = 60_000;
/** How often to check whether another gateway has finished a call. */
const pollMs = 200;

/**
 * Makes the call, or waits for the gateway that already makes it, and resolves with the recorded
 * call. Rejects with the signal's reason if that is aborted before anything was claimed; then there
 * is nothing to record.
 */
export async function makeCall(asked: LiveCall, parts: LiveParts): Promise<RecordedCall> {
  const { dead } = parts;
  const call = { ...asked, signal: AbortSignal.any([asked.signal, dead]) };
  const tries: CallTry[] = [];
  let isClaimed = false;
  let found: RecordedCall | undefined;
  let last: TryResult | undefined;
  const next = async (): Promise<void> => {
    if (!isClaimed) {
      const claim = await claimOf(call, parts);
      if (claim.kind === 'recorded') return void (found = claim.call);
      tries.push(...claim.tries);
      isClaimed = true;
    }
    last = await tryOnce(tryOptionsOf(call, parts));
    tries.push(last.record);
  };
  try {
    await pRetry(
      async () => {
        await call.limits.run(call.reservation.tokens, call.signal, next);
        if (last !== undefined && isTransient(last)) throw new Transient(last);
      },
      retriesOf(call, parts),
    );
  } catch (error) {
    if (!isClaimed || !(error instanceof Transient || call.signal.aborted)) throw error;
  }
  dead.throwIfAborted();
  if (found !== undefined) return found;
  if (parts.stopsWhenAway && last !== undefined && endsRun(last, asked.signal)) {
    throw away(call, last);
  }
  if (call.signal.aborted && last?.record.outcome !== 'answered') abandon(tries, parts.clock);
  const recorded = recordOf(call, tries, last, parts);
  await parts.store.finish(recorded);
  return recorded;
}

/** A failed try that may succeed later. */
class Transient extends Error {
  constructor(readonly result: TryResult) {
    super(result.record.outcome);
  }
}

const transient = new Set<CallTry['outcome']>(['rate limited', 'server error', 'unreachable']);
const isTransient = ({ record }: TryResult): boolean => transient.has(record.outcome);

/**
 * Whether the decision fails because the provider is down: an agent that ended it meanwhile did not
 * need the call.
 */
const endsRun = (last: TryResult, { aborted, reason }: AbortSignal): boolean =>
  isAway(last.record) && (!aborted || (reason as Partial<Error>).message === pastDeadline.reason);

const foundIn = ({ status, outcome }: CallTry): string =>
  status === null ? outcome : `status ${status}`;

const away = ({ claimed, asker, provider }: LiveCall, { record }: TryResult): TapefoldError =>
  unavailable(unreached(claimed.provider, provider.baseUrl), {
    where: callPlace(claimed, asker),
    expected: 'an answer, or --keep-going to continue without one',
    found: foundIn(record),
  });

const retriesOf = (
  { provider, signal, claimed, asker }: LiveCall,
  { clock: { sleep }, onRetry }: LiveParts,
) => ({
  retries: provider.triesMax - 1,
  minTimeout: provider.backoffMs,
  maxTimeout: backoffMaxMs,
  factor: 2,
  randomize: true,
  signal,
  shouldRetry: ({ error }: RetryContext): boolean => error instanceof Transient,
  onFailedAttempt: async ({ error, retriesLeft, retryDelay }: RetryContext): Promise<void> => {
    if (!(error instanceof Transient) || retriesLeft === 0) return;
    const { retryAfterMs, record } = error.result;
    const seconds = Math.ceil(Math.max(retryAfterMs, retryDelay) / 1000);
    const latest = asker.deadline === undefined ? '' : `, until ${asker.deadline} at the latest`;
    const next = `try ${provider.triesMax - retriesLeft + 1} of ${provider.triesMax}`;
    onRetry(claimed.provider, `${foundIn(record)}; ${next} in ${seconds} s${latest}`);
    const longer = retryAfterMs - retryDelay;
    if (longer > 0) await sleep(longer, signal);
  },
});

/** The recorded call, or the right to make it. Waits while another gateway makes it. */
async function claimOf(
  { claimed, asker, signal }: LiveCall,
  { store, clock }: LiveParts,
): Promise<Extract<Claim, { kind: 'recorded' | 'claimed' }>> {
  for (;;) {
    const claim = await store.claim(claimed);
    if (claim.kind === 'recorded' || claim.kind === 'claimed') return claim;
    if (claim.kind === 'other request') requireSame(claim.recorded, claimed, asker);
    await clock.sleep(pollMs, signal);
  }
}

function tryOptionsOf(
  { claimed, wire, provider, key, sent, signal }: LiveCall,
  { clock, send, redaction }: LiveParts,
) {
  const headers = {
    'content-type': 'application/json',
    // A body that is recorded as text must not be compressed.
    'accept-encoding': 'identity',
    accept: 'application/json, text/event-stream',
    'user-agent': 'tapefold',
    ...claimed.headers,
    ...(key === undefined ? {} : wire.keyHeaders(key)),
  };
  const url = endpointOf(provider.baseUrl, provider.api, claimed.path);
  const { timeoutMs } = provider;
  return { wire, request: { url, headers, body: sent }, timeoutMs, signal, clock, send, redaction };
}

/** Marks a call that was abandoned between two tries. */
function abandon(tries: CallTry[], { now }: WallClock): void {
  if (tries.at(-1)?.outcome === 'abandoned') return;
  const startedAt = new Date(now()).toISOString();
  tries.push({ outcome: 'abandoned', status: null, startedAt, durationMs: 0 });
}

function recordOf(
  { claimed, wire, provider }: LiveCall,
  tries: readonly CallTry[],
  last: TryResult | undefined,
  { models }: LiveParts,
): RecordedCall {
  const outcome = tries.at(-1)?.outcome ?? 'abandoned';
  const read = last?.read ?? null;
  const { usage, stopReason } = outcome === 'answered' && read !== null ? read : unread;
  const missing = missingResponse(outcome, claimed.provider, provider, read);
  const received = () =>
    missing === null ? (last?.response ?? emptyResponse(last)) : ownResponse(wire, missing);
  return {
    ...claimed,
    tries: [...tries],
    response: outcome === 'abandoned' ? null : received(),
    usage,
    stopReason,
    cost: costOf(usage, `${claimed.provider}/${claimed.model}`, models.prices),
  };
}

const unread = { usage: null, stopReason: null };

/** For an error whose body did not arrive. */
const emptyResponse = (last: TryResult | undefined): RecordedCall['response'] => ({
  status: last?.record.status ?? statusOf.unavailable,
  contentType: 'application/json',
  frames: [{ atMs: 0, text: '' }],
});

const ownResponse = (wire: Wire, message: string): RecordedCall['response'] => ({
  status: statusOf.unavailable,
  contentType: 'application/json',
  frames: [{ atMs: 0, text: JSON.stringify(wire.errorBody('unavailable', message)) }],
});
