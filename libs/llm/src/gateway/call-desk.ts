/**
 * Routes each call to its source: this recording, a pending call, another recording,
 * or the provider.
 */

import { corruptJournal } from '#values';
import { BudgetLedger, spentOf } from './budget-ledger.js';
import { pastDeadline } from './call-failure.js';
import { callId, callPlace, laneKey, requireOwnDigest, requireSame } from '../calls/call-place.js';
import type { KeyRefusals } from '../provider/key-refusals.js';
import { makeCall, type LiveParts } from './live-call.js';
import type { CallFailure, ModelMode } from '../calls/model-service.js';
import type { ReadCall } from './planned-call.js';
import { reservationOf, type Spent } from '../provider/pricing.js';
import { ProviderLimits } from '../provider/provider-limits.js';
import type { AskRequest, RecordedAsk } from '../calls/ask.js';
import { claimOf } from '../calls/recorded-steps.js';
import { isLost, type ClaimedCall, type RecordedCall } from '../calls/recorded-call.js';
import { wires } from '../wire/wires.js';

/** The attempt that a call belongs to. */
export interface Seat {
  readonly ask: AskRequest;
  readonly signal: AbortSignal;
  /** Its calls in this recording at the time of opening. */
  readonly known: ReadonlyMap<string, RecordedCall>;
  /** Its calls in another recording. */
  readonly elsewhere: ReadonlyMap<string, RecordedCall>;
  /** The same attempt in the recording that is replayed, if any. */
  readonly source: RecordedAsk | undefined;
  readonly ledger: BudgetLedger;
}

interface CallAtDesk {
  readonly claimed: ClaimedCall;
  readonly read: ReadCall;
}

interface DeskParts extends LiveParts {
  readonly keyRefusals: KeyRefusals;
  readonly mode: ModelMode;
}

interface UnderWay {
  readonly claimed: ClaimedCall;
  readonly result: Promise<RecordedCall | CallFailure>;
}

export class CallDesk {
  private readonly underWay = new Map<string, UnderWay>();
  private readonly limits: ReadonlyMap<string, ProviderLimits>;

  constructor(private readonly parts: DeskParts) {
    const { models, clock } = parts;
    this.limits = new Map(
      [...models.providers].map(([name, { limits }]) => [
        name,
        new ProviderLimits(limits, clock.sleep),
      ]),
    );
  }

  /**
   * Resolves with the recorded call, or with the reason that there is none. `CorruptJournal` if the
   * recording has a different request in its place or, in a replay, none.
   */
  async settle(call: CallAtDesk, seat: Seat): Promise<RecordedCall | CallFailure> {
    const { claimed } = call;
    const known = seat.known.get(laneKey(claimed));
    if (known !== undefined) return requireSame(known, claimed, seat.ask);
    const id = callId(claimed);
    const begun = this.underWay.get(id);
    if (begun !== undefined) {
      requireSame(begun.claimed, claimed, seat.ask);
      return begun.result;
    }
    const result = this.route(call, seat);
    this.underWay.set(id, { claimed, result });
    try {
      return await result;
    } finally {
      this.underWay.delete(id);
    }
  }

  /** Resolves when no call is pending. */
  async idle(): Promise<void> {
    while (this.underWay.size > 0) {
      await Promise.allSettled([...this.underWay.values()].map(({ result }) => result));
    }
  }

  /** Adopts the recorded calls of unknown end: no replay asks for them. */
  async takeLost(elsewhere: Seat['elsewhere']): Promise<void> {
    const { store } = this.parts;
    for (const lost of elsewhere.values()) {
      if (!isLost(lost)) continue;
      const taken = await store.claim(claimOf(lost));
      if (taken.kind === 'claimed') await store.finish(lost);
    }
  }

  private async route(call: CallAtDesk, seat: Seat): Promise<RecordedCall | CallFailure> {
    const { mode } = this.parts;
    const elsewhere = seat.elsewhere.get(laneKey(call.claimed));
    if (mode === 'replay') {
      if (elsewhere === undefined) return this.exhausted(call, seat);
      requireOwnDigest(elsewhere, seat.ask);
      requireSame(elsewhere, call.claimed, seat.ask);
      return isLost(elsewhere) ? this.exhausted(call, seat) : this.adopt(elsewhere, call, seat);
    }
    const isSame =
      elsewhere !== undefined && !isLost(elsewhere) && elsewhere.digest === call.claimed.digest;
    return isSame ? this.adopt(elsewhere, call, seat) : this.callProvider(call, seat);
  }

  /** Adopts a call of another recording. */
  private async adopt(recorded: RecordedCall, call: CallAtDesk, seat: Seat): Promise<RecordedCall> {
    const { store } = this.parts;
    seat.ledger.add(call.claimed.asOf, spentOf(recorded, this.reservationFor(recorded)));
    const taken = await store.claim(claimOf(recorded));
    if (taken.kind === 'recorded') return taken.call;
    if (taken.kind === 'other request') requireSame(taken.recorded, call.claimed, seat.ask);
    await store.finish(recorded);
    return recorded;
  }

  private async callProvider(call: CallAtDesk, seat: Seat): Promise<RecordedCall | CallFailure> {
    const { claimed, read } = call;
    const { models } = this.parts;
    const provider = models.providers.get(claimed.provider);
    const limits = this.limits.get(claimed.provider);
    if (provider === undefined || limits === undefined) {
      throw corruptJournal(`no provider ${claimed.provider}`);
    }
    const reservation = this.reserve(call, seat);
    if ('class' in reservation) return reservation;
    let made: RecordedCall | undefined;
    try {
      const key = await models.keyOf(claimed.provider);
      this.parts.redaction.add(key);
      const { wire, sent } = read;
      const { signal, ask: asker } = seat;
      const live = { claimed, wire, provider, limits, key, sent, reservation };
      made = await makeCall({ ...live, signal, asker }, this.parts);
      this.parts.keyRefusals.record(claimed.provider, provider, made.tries);
      return made;
    } catch (error) {
      if (seat.signal.aborted && error === seat.signal.reason) return pastDeadline;
      throw error;
    } finally {
      const spent = made === undefined ? undefined : spentOf(made, reservation);
      seat.ledger.settle(claimed.asOf, reservation, spent);
    }
  }

  /** The recording has no further call: the original was refused as well, or never made. */
  private exhausted(call: CallAtDesk, seat: Seat): CallFailure {
    const reservation = this.reserve(call, seat);
    return 'class' in reservation ? reservation : recordedLimit(call.claimed, seat);
  }

  /** Reserves what the call may use, unless a budget forbids it. */
  private reserve({ claimed, read }: CallAtDesk, { ask, ledger }: Seat): Spent | CallFailure {
    const { budget } = ask;
    const { outputMax } = read.request;
    const reservation = this.reservationFor(claimed, outputMax);
    const isBounded = [budget.decision, budget.run].some(
      (one) => one?.tokens !== undefined || one?.usd !== undefined,
    );
    const reason =
      isBounded && outputMax === null
        ? unbounded
        : ledger.reserve(claimed.asOf, reservation, budget);
    return reason === undefined ? reservation : { class: 'limit', reason };
  }

  /** The reservation for a call, made or to be made. */
  reservationFor(claimed: ClaimedCall, stated?: number | null): Spent {
    const { provider, model, request, api, path } = claimed;
    const outputMax =
      stated ??
      wires[api].requestOf(path.split('?')[0] ?? '', JSON.parse(request) as Record<string, unknown>)
        ?.outputMax ??
      0;
    const price = this.parts.models.prices?.models[`${provider}/${model}`];
    return reservationOf({ bytes: Buffer.byteLength(request), outputMax }, price);
  }
}

/** A replay ends where the recording did. */
function recordedLimit(claimed: ClaimedCall, { source, elsewhere, ask }: Seat): CallFailure {
  const { class: word, reason } = source?.ended ?? {};
  if (word === 'late' || word === 'limit') {
    return { class: word, reason: reason ?? pastDeadline.reason };
  }
  throw corruptJournal('the recording has no such call', {
    where: callPlace(claimed, ask),
    expected: `${elsewhere.size} calls in this attempt`,
    found: `another, of ${claimed.provider}/${claimed.model}`,
  });
}

const unbounded =
  'the request states no bound on its output, which a budget of tokens or money needs';
