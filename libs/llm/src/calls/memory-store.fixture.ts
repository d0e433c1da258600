/** A store in the memory of its process, and what a test needs to inspect it. */

import { corruptJournal } from '#values';
import { callId } from './call-place.js';
import type { AskKey, RecordedAsk } from './ask.js';
import { lostCall, type CallTry, type ClaimedCall, type RecordedCall } from './recorded-call.js';
import { isSameAsk, type RecordingStore } from './recording-store.js';

export interface MemoryStore extends RecordingStore {
  readonly asks: readonly RecordedAsk[];
  readonly calls: ReadonlyMap<string, RecordedCall>;
  readonly claims: ReadonlyMap<string, ClaimedCall>;
  /**
   * As if the gateway had died: claimed but unfinished calls can be claimed again, with a try
   * of unknown end.
   */
  restart(): void;
}

export function memoryStore(): MemoryStore {
  const asks: RecordedAsk[] = [];
  const calls = new Map<string, RecordedCall>();
  const claims = new Map<string, ClaimedCall>();
  const dead = new Map<string, CallTry[]>();
  const find = (key: AskKey): number => asks.findIndex(({ opened }) => isSameAsk(opened, key));
  return {
    asks,
    calls,
    claims,
    restart: () => {
      for (const id of claims.keys()) if (!calls.has(id)) dead.set(id, [unknown]);
    },
    openAsk: async (ask) => {
      const known = asks[find(ask)];
      if (known !== undefined) return known;
      const opened = { opened: ask, ended: null };
      asks.push(opened);
      return opened;
    },
    endLost: async (ask) => {
      const lost: RecordedCall[] = [];
      for (const [id, tries] of dead) {
        const claimed = claims.get(id);
        if (claimed === undefined || !isOf(claimed, ask)) continue;
        dead.delete(id);
        lost.push(lostCall(claimed, tries));
      }
      for (const call of lost) calls.set(callId(call), call);
      return lost;
    },
    endAsk: async (ask) => {
      const at = find(ask);
      const known = asks[at];
      if (known === undefined) throw corruptJournal('an attempt ends that was never opened');
      if (known.ended === null) asks[at] = { opened: known.opened, ended: ask };
      return known.ended ?? ask;
    },
    claim: async (call) => {
      const id = callId(call);
      const claimed = claims.get(id);
      if (claimed !== undefined && claimed.digest !== call.digest) {
        return { kind: 'other request', recorded: claimed };
      }
      const recorded = calls.get(id);
      if (recorded !== undefined) return { kind: 'recorded', call: recorded };
      const tries = dead.get(id);
      if (claimed !== undefined && tries === undefined) return { kind: 'under way' };
      dead.delete(id);
      claims.set(id, call);
      return { kind: 'claimed', tries: tries ?? [] };
    },
    finish: async (call) => {
      if (!claims.has(callId(call))) throw corruptJournal('a finished call was never claimed');
      calls.set(callId(call), call);
    },
    asksOf: async (run) => asks.filter(({ opened }) => opened.run === run),
    callsOf: async (run, asOf) =>
      [...calls.values()].filter(
        (call) => call.run === run && (asOf === undefined || call.asOf === asOf),
      ),
    close: async () => undefined,
  };
}

const isOf = (one: AskKey, other: AskKey): boolean =>
  one.run === other.run && one.asOf === other.asOf && one.attempt === other.attempt;

const unknown: CallTry = {
  outcome: 'unknown',
  status: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 0,
};
