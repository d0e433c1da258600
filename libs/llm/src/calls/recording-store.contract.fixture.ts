/** The contract of every store of recordings: the suite that files and Postgres both run. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { claimedCall, endedAsk, openedAsk, recordedCall } from './recorded-call.fixture.js';
import type { CallTry } from './recorded-call.js';
import type { RecordingStore } from './recording-store.js';

/** Where stores keep data that outlives them. */
export interface StorePlace {
  /**
   * A store, as the only process that writes here. The previous store is closed, or abandoned
   * as by a crash.
   */
  open(): Promise<RecordingStore>;
  /** Leaves the open store as a crash of its process would: nothing more is written. */
  crash(store: RecordingStore): Promise<void>;
  dispose(): Promise<void>;
}

export function describeRecordingStore(name: string, openPlace: () => Promise<StorePlace>): void {
  describe(`recording store: ${name}`, () => {
    let place: StorePlace;
    let store: RecordingStore;
    beforeEach(async () => {
      place = await openPlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      await place.dispose();
    });
    const reopened = async (): Promise<RecordingStore> => {
      await store.close();
      return (store = await place.open());
    };
    const afterCrash = async (): Promise<RecordingStore> => {
      await place.crash(store);
      return (store = await place.open());
    };

    const given: Given = { store: () => store, reopened, afterCrash };
    describe('attempts', () => {
      describeAttempts(given);
    });
    describe('calls', () => {
      beforeEach(async () => {
        await store.openAsk(openedAsk());
      });
      describeClaims(given);
      describeLost(given);
      describeEnds(given);
    });
  });
}

interface Given {
  readonly store: () => RecordingStore;
  readonly reopened: () => Promise<RecordingStore>;
  readonly afterCrash: () => Promise<RecordingStore>;
}

const otherRun = sha256Hex('another run');

function describeAttempts({ store, reopened, afterCrash }: Given): void {
  it('are read by as-of and attempt, of one run', async () => {
    const keys = [
      { asOf: 2_000, attempt: 1 },
      { asOf: 1_000, attempt: 2 },
      { asOf: 1_000, attempt: 1 },
      { asOf: 10_000, attempt: 10 },
    ];
    for (const key of keys) await store().openAsk(openedAsk(key));
    await store().openAsk(openedAsk({ run: otherRun }));
    const read = async (): Promise<unknown> =>
      (await store().asksOf(openedAsk().run)).map(({ opened }) => [opened.asOf, opened.attempt]);
    const sorted = [
      [1_000, 1],
      [1_000, 2],
      [2_000, 1],
      [10_000, 10],
    ];
    expect(await read()).toEqual(sorted);
    await reopened();
    expect(await read()).toEqual(sorted);
    expect(await store().asksOf(sha256Hex('no run'))).toEqual([]);
  });

  it('that are opened again are as they were opened first', async () => {
    const first = openedAsk();
    expect(await store().openAsk(first)).toEqual({ opened: first, ended: null });
    const later = openedAsk({ openedAt: '2025-03-04T00:00:00.000Z' });
    expect(await store().openAsk(later)).toEqual({ opened: first, ended: null });
    expect(await (await afterCrash()).openAsk(later)).toEqual({ opened: first, ended: null });
  });

  it('keep their first end', async () => {
    await store().openAsk(openedAsk());
    const first = endedAsk();
    expect(await store().endAsk(first)).toEqual(first);
    const second = endedAsk({ class: 'refused', reason: 'it declined', decision: null });
    expect(await store().endAsk(second)).toEqual(first);
    const known = { opened: openedAsk(), ended: first };
    expect(await (await reopened()).openAsk(openedAsk())).toEqual(known);
    expect(await store().endAsk(second)).toEqual(first);
    expect(await store().asksOf(first.run)).toEqual([known]);
  });

  it('are opened and ended once by callers at the same time', async () => {
    const opened = await Promise.all(
      [1, 2, 3].map((day) => store().openAsk(openedAsk({ session: `2025-03-0${day}` }))),
    );
    expect(new Set(opened.map((ask) => ask.opened.session)).size).toBe(1);
    const ended = await Promise.all(
      ['a', 'b', 'c'].map((notes) => store().endAsk(endedAsk({ notes }))),
    );
    expect(new Set(ended.map(({ notes }) => notes)).size).toBe(1);
    const [kept, ...rest] = await (await reopened()).asksOf(openedAsk().run);
    expect(rest).toEqual([]);
    expect(kept).toEqual({ opened: opened[0]?.opened, ended: ended[0] });
  });

  it('cannot end before they were opened', async () => {
    await expect(store().endAsk(endedAsk())).rejects.toMatchObject({ code: 'Conflict' });
  });

  it('are recorded for every class and with nothing', async () => {
    const bare = openedAsk({ session: null, model: null, prompt: null });
    const end = endedAsk({ class: 'provider error', reason: 'x', decision: null, notes: null });
    await store().openAsk(bare);
    await store().endAsk(end);
    expect(await (await reopened()).asksOf(bare.run)).toEqual([{ opened: bare, ended: end }]);
  });
}

function describeClaims({ store, reopened, afterCrash }: Given): void {
  it('are claimed, finished and then found', async () => {
    expect(await store().claim(claimedCall())).toEqual({ kind: 'claimed', tries: [] });
    expect(await store().claim(claimedCall())).toEqual({ kind: 'under way' });
    expect(await store().callsOf(claimedCall().run)).toEqual([]);
    const call = recordedCall();
    await store().finish(call);
    expect(await store().claim(claimedCall())).toEqual({ kind: 'recorded', call });
    expect(await (await reopened()).claim(claimedCall())).toEqual({ kind: 'recorded', call });
    expect(await store().callsOf(call.run)).toEqual([call]);
  });

  it('are given to one of many callers', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => store().claim(claimedCall())));
    const kinds = claims.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['claimed', ...Array<string>(7).fill('under way')]);
  });

  it('with another request under the same key name the one that was recorded', async () => {
    const claimed = claimedCall();
    const other = claimedCall({ request: '{"model":"another"}' });
    await store().claim(claimed);
    const expected = { kind: 'other request', recorded: claimed };
    expect(await store().claim(other)).toEqual(expected);
    await store().finish(recordedCall());
    expect(await store().claim(other)).toEqual(expected);
    expect(await (await reopened()).claim(other)).toEqual(expected);
  });

  it('of a process that died are claimed again, with a try of unknown outcome', async () => {
    await store().claim(claimedCall());
    const found = await (await afterCrash()).claim(claimedCall());
    const unknown: CallTry = {
      outcome: 'unknown',
      status: null,
      durationMs: 0,
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    };
    expect(found).toEqual({ kind: 'claimed', tries: [unknown] });
    expect(await store().claim(claimedCall())).toEqual({ kind: 'under way' });
    const again = await (await afterCrash()).claim(claimedCall());
    expect(again).toEqual({ kind: 'claimed', tries: [unknown, unknown] });
    const tries = again.kind === 'claimed' ? again.tries : [];
    const call = recordedCall({ tries: [...tries, ...recordedCall().tries] });
    await store().finish(call);
    expect(await (await reopened()).claim(claimedCall())).toEqual({ kind: 'recorded', call });
  });

  it('of a process that died do not hide that another request was made', async () => {
    await store().claim(claimedCall());
    const other = claimedCall({ request: '{}' });
    expect(await (await afterCrash()).claim(other)).toEqual({
      kind: 'other request',
      recorded: claimedCall(),
    });
  });
}

function describeLost({ store, reopened, afterCrash }: Given): void {
  it('of a process that died end with their attempt if they are not asked again', async () => {
    const dead = [claimedCall(), claimedCall({ ordinal: 2 }), claimedCall({ attempt: 2 })];
    await store().openAsk(openedAsk({ attempt: 2 }));
    for (const call of dead) await store().claim(call);
    await afterCrash();
    const alive = claimedCall({ ordinal: 2 });
    await store().claim(alive);
    const [lost, ...others] = await store().endLost(claimedCall());
    expect(others).toEqual([]);
    expect(lost).toMatchObject({ ...claimedCall(), response: null, usage: null, cost: null });
    expect(lost?.tries.map(({ outcome }) => outcome)).toEqual(['unknown']);
    expect(await store().endLost(claimedCall())).toEqual([]);
    expect(await store().claim(alive)).toEqual({ kind: 'under way' });
    expect(await store().claim(claimedCall())).toEqual({ kind: 'recorded', call: lost });
    expect(await (await reopened()).callsOf(claimedCall().run)).toEqual([lost]);
  });
}

function describeEnds({ store, reopened }: Given): void {
  it('are finished once, by the store that claimed them', async () => {
    await expect(store().finish(recordedCall())).rejects.toMatchObject({ code: 'Conflict' });
    await store().claim(claimedCall());
    await store().finish(recordedCall());
    const other = recordedCall({ stopReason: 'max_tokens' });
    await expect(store().finish(other)).rejects.toMatchObject({ code: 'Conflict' });
    expect(await store().callsOf(other.run)).toEqual([recordedCall()]);
  });

  it('are read by as-of, attempt, lane and ordinal, of a decision or a run', async () => {
    const keys = [
      { asOf: 2_000, attempt: 1, lane: 'main', ordinal: 1 },
      { asOf: 1_000, attempt: 2, lane: 'main', ordinal: 1 },
      { asOf: 1_000, attempt: 1, lane: 'main', ordinal: 10 },
      { asOf: 1_000, attempt: 1, lane: 'main', ordinal: 2 },
      { asOf: 1_000, attempt: 1, lane: 'B side', ordinal: 3 },
    ];
    await store().openAsk(openedAsk({ asOf: 2_000 }));
    await store().openAsk(openedAsk({ attempt: 2 }));
    await store().openAsk(openedAsk({ run: otherRun }));
    for (const key of [...keys, { run: otherRun }]) {
      await store().claim(claimedCall(key));
      await store().finish(recordedCall(key));
    }
    const read = async (asOf?: number): Promise<unknown> =>
      (await store().callsOf(claimedCall().run, asOf)).map(({ asOf: at, attempt, lane, ordinal }) =>
        [at, attempt, lane, ordinal].join(' '),
      );
    const first = ['1000 1 B side 3', '1000 1 main 2', '1000 1 main 10', '1000 2 main 1'];
    expect(await read()).toEqual([...first, '2000 1 main 1']);
    await reopened();
    expect(await read(1_000)).toEqual(first);
    expect(await read(3_000)).toEqual([]);
  });

  it('keep the headers that count when there are any', async () => {
    const headers = { 'anthropic-beta': 'a, "b"' };
    await store().claim(claimedCall({ headers }));
    await store().finish(recordedCall({ headers }));
    const [call] = await (await reopened()).callsOf(claimedCall().run);
    expect(call).toEqual(recordedCall({ headers }));
  });

  it('are recorded without a response, usage or price', async () => {
    const [first] = recordedCall().tries;
    const call = recordedCall({
      tries: [{ ...(first as CallTry), outcome: 'stalled', status: null }],
      response: null,
      usage: null,
      stopReason: null,
      cost: null,
    });
    await store().claim(claimedCall());
    await store().finish(call);
    expect(await (await reopened()).callsOf(call.run)).toEqual([call]);
  });
}
