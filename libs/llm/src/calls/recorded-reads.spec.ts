/** How much of a recording is read for calls: one record for one call, and blocks for many. */

import { expect, it } from 'vitest';
import type { RecordStore, StoredRecord } from '#store';
import { Recording } from './recording.js';
import { callStream } from './recorded-run.js';
import { claimedCall, openedAsk, recordedCall, sampleRun } from './recorded-call.fixture.js';

interface Read {
  readonly after: number;
  readonly bytesMax: number | undefined;
}

/** In memory, with the reads of calls; a read ends once it holds as many bytes as asked for. */
function countingStore() {
  const streams = new Map<string, StoredRecord[]>();
  const reads: Read[] = [];
  const of = (stream: string): StoredRecord[] => streams.get(stream) ?? [];
  const store: RecordStore = {
    end: (stream) => of(stream).length,
    append: (batches) => {
      for (const { stream, after, bodies } of batches) {
        const added = bodies.map((body, at) => ({
          seq: after + at + 1,
          body,
          digest: new Uint8Array(32),
        }));
        streams.set(stream, [...of(stream), ...added]);
      }
    },
    durable: () => Promise.resolve(),
    read: (stream, after, bytesMax) => {
      if (stream === callStream) reads.push({ after, bytesMax });
      return of(stream).slice(after, bytesMax === undefined ? undefined : after + bytesMax);
    },
    close: () => undefined,
  };
  return { store, reads };
}

it.each<[string, number[], Read[]]>([
  ['one call', [1], [{ after: 0, bytesMax: undefined }]],
  ['three calls', [1, 2, 3], [{ after: 0, bytesMax: undefined }]],
])('reads %s at once', async (_, ordinals, expected) => {
  const { store, reads } = countingStore();
  const recording = new Recording({
    open: () => ({ store, claims: store, prefix: '', close: () => undefined }),
  });
  await recording.openAsk(openedAsk());
  const calls = ordinals.map((ordinal) => recordedCall({ ordinal }));
  for (const call of calls) {
    expect(await recording.claim(claimedCall({ ordinal: call.ordinal }))).toMatchObject({
      kind: 'claimed',
    });
    await recording.finish(call);
  }
  await recording.callsOf(sampleRun);
  reads.splice(0);
  expect(await recording.callsOf(sampleRun)).toEqual(calls);
  // The first read looks for new records.
  expect(reads.slice(1)).toEqual(expected);
});

it('reads the one record of a call without an end alone', async () => {
  const { store, reads } = countingStore();
  const open = () => ({ store, claims: store, prefix: '', close: () => undefined });
  const first = new Recording({ open });
  await first.openAsk(openedAsk());
  for (const ordinal of [1, 2]) await first.claim(claimedCall({ ordinal }));
  const second = new Recording({ open });
  reads.splice(0);
  const other = claimedCall({ ordinal: 1, request: '{"model":"another"}' });
  expect(await second.claim(other)).toEqual({ kind: 'other request', recorded: claimedCall() });
  expect(reads.at(-1)).toEqual({ after: 0, bytesMax: 1 });
});
