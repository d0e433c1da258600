/** Gives each call to whoever has it: this recording, a call that is under way, another recording, or the provider. */

import { corruptJournal } from '#values';
import { BudgetLedger, spentOf } from './budget-ledger.js';
import { pastDeadline } from './call-failure.js';
import {
  callId,
  callPlace,
  otherRequest,
  requestDifference,
  requireOwnDigest,
  type Asker,
} from '../calls/call-place.js';
import type { Canonicaliser } from '../calls/canonicaliser.js';
import type { KeyRefusals } from '../provider/key-refusals.js';
import { makeCall, type LiveParts } from './live-call.js';
import type { CallFailure, ModelBudget, ModelMode } from '../calls/model-service.js';
import type { Models } from '../provider/models.js';
import type { ReadCall } from './planned-call.js';
import { reservationOf, type Reservation } from '../provider/pricing.js';
import { ProviderLimits } from '../provider/provider-limits.js';
import type { EndedAsk } from '../calls/ask.js';
import { isLost, type ClaimedCall, type RecordedCall } from '../calls/recorded-call.js';
import { laneKey } from '../calls/recorded-source.js';
import { wires } from '../wire/wires.js';

/** Of the attempt that a call belongs to. */
export interface Seat {
  readonly asker: Asker;
  readonly signal: AbortSignal;
  /** What this recording had of it when it was opened. */
  readonly known: ReadonlyMap<string, RecordedCall>;
  /** What another recording has of it. */
  readonly elsewhere: ReadonlyMap<string, RecordedCall>;
  /** How that other recording says that it ended. */
  readonly recordedEnd: EndedAsk | null;
  readonly ledger: BudgetLedger;
  readonly budget: {
    readonly decision?: ModelBudget | undefined;
    readonly run?: ModelBudget | undefined;
  };
}

export interface CallAtDesk {
  readonly claimed: ClaimedCall;
  readonly read: ReadCall;
  readonly canonicaliser: Canonicaliser;
}

export interface DeskParts extends LiveParts {
  readonly keyRefusals: KeyRefusals;
  readonly mode: ModelMode;
  readonly models: Models;
}

interface UnderWay {
  readonly claimed: ClaimedCall;
  readonly result: Promise<RecordedCall | CallFailure>;
}

export class CallDesk {
  private readonly underWay = new Map<string, UnderWay>();
  private readonly limits = new Map<string, ProviderLimits>();

  constructor(private readonly parts: DeskParts) {}

  /**
   * Resolves with the recorded call, or with why there is none. `CorruptJournal` where the recording has another
   * request in its place, or, in a replay, none.
   */
  async settle(call: CallAtDesk, seat: Seat): Promise<RecordedCall | CallFailure> {
    const { claimed } = call;
    const known = seat.known.get(laneKey(claimed));
    if (known !== undefined) return this.same(known, call, seat);
    const id = callId(claimed);
    const begun = this.underWay.get(id);
    if (begun !== undefined) {
      this.same(begun.claimed, call, seat);
      return begun.result;
    }
    const result = this.take(call, seat);
    this.underWay.set(id, { claimed, result });
    try {
      return await result;
    } finally {
      this.underWay.delete(id);
    }
  }

  /** Resolves when no call is under way. */
  async idle(): Promise<void> {
    while (this.underWay.size > 0) {
      await Promise.allSettled([...this.underWay.values()].map(({ result }) => result));
    }
  }

  /** Takes over what is recorded of calls that nobody knows the end of: no replay asks for them. */
  async takeLost(elsewhere: Seat['elsewhere']): Promise<void> {
    const { store } = this.parts;
    for (const lost of elsewhere.values()) {
      if (!isLost(lost)) continue;
      const taken = await store.claim(claimOf(lost));
      if (taken.kind === 'claimed') await store.finish(lost);
    }
  }

  private async take(call: CallAtDesk, seat: Seat): Promise<RecordedCall | CallFailure> {
    const { mode } = this.parts;
    const elsewhere = seat.elsewhere.get(laneKey(call.claimed));
    if (mode === 'replay') {
      if (elsewhere === undefined) return this.usedUp(call, seat);
      requireOwnDigest(elsewhere, call.canonicaliser, seat.asker);
      const same = this.same(elsewhere, call, seat);
      return isLost(same) ? this.usedUp(call, seat) : this.copy(same, call, seat);
    }
    const isSame =
      elsewhere !== undefined &&
      !isLost(elsewhere) &&
      this.differenceFrom(elsewhere, call) === undefined;
    return isSame ? this.copy(elsewhere, call, seat) : this.make(call, seat);
  }

  /** Takes over what another recording has. */
  private async copy(recorded: RecordedCall, call: CallAtDesk, seat: Seat): Promise<RecordedCall> {
    const { store } = this.parts;
    seat.ledger.add(call.claimed.asOf, spentOf(recorded, this.reservationFor(recorded)));
    const taken = await store.claim(claimOf(recorded));
    if (taken.kind === 'recorded') return taken.call;
    if (taken.kind === 'other request') this.same(taken.recorded, call, seat);
    await store.finish(recorded);
    return recorded;
  }

  private async make(call: CallAtDesk, seat: Seat): Promise<RecordedCall | CallFailure> {
    const { claimed, read, canonicaliser } = call;
    const { models } = this.parts;
    const provider = models.providers.get(claimed.provider);
    if (provider === undefined) throw corruptJournal(`no provider ${claimed.provider}`);
    const unbounded = unboundedReason(read, seat.budget);
    if (unbounded !== undefined) return { class: 'limit', reason: unbounded };
    const reservation = this.reservationFor(claimed, read.request.outputMax);
    const excess = seat.ledger.reserve(claimed.asOf, reservation, seat.budget);
    if (excess !== undefined) return { class: 'limit', reason: excess };
    let made: RecordedCall | undefined;
    try {
      const key = await models.keyOf(claimed.provider);
      this.parts.redaction.add(key);
      const limits = this.limitsOf(claimed.provider, provider);
      const { wire, sent } = read;
      const { signal, asker } = seat;
      const live = { claimed, wire, provider, limits, canonicaliser, key, sent, reservation };
      made = await makeCall({ ...live, signal, asker }, this.parts);
      this.parts.keyRefusals.heard(claimed.provider, provider, made.tries);
      return made;
    } catch (error) {
      if (seat.signal.aborted && error === seat.signal.reason) return pastDeadline;
      throw error;
    } finally {
      const spent = made === undefined ? undefined : spentOf(made, reservation);
      seat.ledger.settle(claimed.asOf, reservation, spent);
    }
  }

  /** No further call is recorded: it was refused then as well, or it is one that was not made. */
  private usedUp({ claimed, read }: CallAtDesk, seat: Seat): CallFailure {
    const reservation = this.reservationFor(claimed, read.request.outputMax);
    const reason =
      unboundedReason(read, seat.budget) ??
      seat.ledger.reserve(claimed.asOf, reservation, seat.budget);
    return reason === undefined ? recordedLimit(claimed, seat) : { class: 'limit', reason };
  }

  /** What is set aside for a call, made or to be made. */
  reservationFor(claimed: ClaimedCall, stated?: number | null): Reservation {
    const { provider, model, request, api, path } = claimed;
    const outputMax =
      stated ??
      wires[api].requestOf(path.split('?')[0] ?? '', JSON.parse(request) as Record<string, unknown>)
        ?.outputMax ??
      0;
    const price = this.parts.prices?.models[`${provider}/${model}`];
    return reservationOf({ bytes: Buffer.byteLength(request), outputMax }, price);
  }

  private limitsOf(name: string, { limits }: { limits: ProviderLimitsOf }): ProviderLimits {
    const known = this.limits.get(name);
    if (known !== undefined) return known;
    const opened = new ProviderLimits(limits, this.parts.clock.sleep);
    this.limits.set(name, opened);
    return opened;
  }

  private differenceFrom(recorded: ClaimedCall, { claimed, canonicaliser }: CallAtDesk) {
    return requestDifference(recorded, claimed, canonicaliser);
  }

  private same<C extends ClaimedCall>(recorded: C, call: CallAtDesk, { asker }: Seat): C {
    const difference = this.differenceFrom(recorded, call);
    if (difference !== undefined) throw otherRequest(call.claimed, difference, asker);
    return recorded;
  }
}

function claimOf(recorded: RecordedCall): ClaimedCall {
  const { tries: _tries, response: _, usage: _u, stopReason: _s, cost: _c, ...claim } = recorded;
  return claim;
}

type ProviderLimitsOf = ConstructorParameters<typeof ProviderLimits>[0];

/** A replay ends where the recording did. */
function recordedLimit(claimed: ClaimedCall, { recordedEnd, elsewhere, asker }: Seat): CallFailure {
  const word = recordedEnd?.class;
  if (word === 'late' || word === 'limit') {
    return { class: word, reason: recordedEnd?.reason ?? pastDeadline.reason };
  }
  throw corruptJournal('the recording has no such call', {
    where: callPlace(claimed, asker),
    expected: `${elsewhere.size} calls in this attempt`,
    found: `another, of ${claimed.provider}/${claimed.model}`,
  });
}

/** What a request must state where tokens or money are bounded. */
function unboundedReason(
  { request }: ReadCall,
  { decision, run }: Seat['budget'],
): string | undefined {
  const isBounded = [decision, run].some(
    (budget) => budget?.tokens !== undefined || budget?.usd !== undefined,
  );
  if (!isBounded || request.outputMax !== null) return undefined;
  return 'the request states no bound on its output, which a budget of tokens or money needs';
}
