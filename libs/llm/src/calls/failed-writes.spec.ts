/**
 * A recording whose store does not take a record, or is closed: what fails, and what the
 * next turn finds.
 */

import { expect, it } from 'vitest';
import { conflict, unavailable } from '#values';
import type { RecordStore, StoredRecord } from '#store';
import { Recorded, Recording } from './recording.js';
import { askStream } from './recorded-run.js';
import { openedAsk, sampleRun } from './recorded-call.fixture.js';

/** In memory; each `failures` is thrown by one append. `added` come from elsewhere. */
function failingStore() {
  const streams = new Map<string, StoredRecord[]>();
  const failures: Error[] = [];
  const counts = { reads: 0, opens: 0, closes: 0 };
  const of = (stream: string): StoredRecord[] => streams.get(stream) ?? [];
  const add = (stream: string, bodies: readonly Uint8Array[]): void => {
    const known = of(stream);
    const added = bodies.map((body, at) => {
      return { seq: known.length + at + 1, body, digest: new Uint8Array(32) };
    });
    streams.set(stream, [...known, ...added]);
  };
  const store: RecordStore = {
    end: (stream) => of(stream).length,
    append: (batches) => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      for (const { stream, bodies } of batches) add(stream, bodies);
    },
    durable: () => Promise.resolve(),
    read: (stream, after) => {
      counts.reads++;
      return of(stream).slice(after);
    },
    close: () => undefined,
  };
  const open = () => {
    counts.opens++;
    return { store, claims: store, prefix: '', close: () => void counts.closes++ };
  };
  const elsewhere = (body: object): void => add(askStream, [Buffer.from(JSON.stringify(body))]);
  return { failures, counts, open, elsewhere };
}

it('is unavailable where another gateway was quicker, and then reads what that one wrote', async () => {
  const { open, failures, elsewhere } = failingStore();
  const recording = new Recording({ open });
  const clash = conflict('the stream has a different length');
  failures.push(clash);
  await expect(recording.openAsk(openedAsk())).rejects.toMatchObject({
    code: 'Unavailable',
    cause: clash,
    message: 'another gateway has written to the recording',
  });
  elsewhere({ type: 'opened', ...openedAsk() });
  // Nothing fails by now: another record would be written if the one of the other
  // gateway was not read.
  expect(await recording.openAsk(openedAsk())).toEqual({ opened: openedAsk(), ended: null });
  expect(await recording.asksOf(sampleRun)).toHaveLength(1);
});

it('fails as its store does for any other reason, and can write again', async () => {
  const { open, failures } = failingStore();
  const recording = new Recording({ open });
  const full = unavailable('the disk is full');
  failures.push(full);
  await expect(recording.openAsk(openedAsk())).rejects.toBe(full);
  expect(await recording.asksOf(sampleRun)).toEqual([]);
  await recording.openAsk(openedAsk());
  expect(await recording.asksOf(sampleRun)).toHaveLength(1);
});

it('reads new records once, until a write has failed', async () => {
  const { open, counts, failures } = failingStore();
  const recording = new Recording({ open });
  const readsFor = async (work: () => Promise<unknown>): Promise<number> => {
    const before = counts.reads;
    await work();
    return counts.reads - before;
  };
  const opens = (attempt: number) => () => recording.openAsk(openedAsk({ attempt }));
  expect(await readsFor(opens(1))).toBe(2);
  expect(await readsFor(opens(2))).toBe(0);
  failures.push(unavailable('the disk is full'));
  await expect(opens(3)()).rejects.toThrow('full');
  // Both streams, and the asks once more, which had some.
  expect(await readsFor(opens(3))).toBe(2);
});

it('that is only read is closed behind each turn; one that is written to stays open', async () => {
  const { open, counts } = failingStore();
  const reader = new (class extends Recorded {})(open);
  await reader.asksOf(sampleRun);
  await reader.asksOf(sampleRun);
  expect(counts).toMatchObject({ opens: 2, closes: 2 });
  const recording = new Recording({ open });
  await recording.openAsk(openedAsk());
  await recording.asksOf(sampleRun);
  expect(counts).toMatchObject({ opens: 3, closes: 2 });
  await recording.close();
  expect(counts).toMatchObject({ opens: 3, closes: 3 });
});

it('keeps the streams of 256 runs open, and closes those of the run that was used longest ago', async () => {
  const opened: string[] = [];
  const closed: string[] = [];
  const { open } = failingStore();
  const recording = new Recording({
    open: (run) => {
      opened.push(run);
      return { ...open(), close: () => void closed.push(run) };
    },
  });
  const use = (run: string) => recording.asksOf(run);
  const runs = Array.from({ length: 256 }, (_, at) => `run-${at}`);
  for (const run of runs) await use(run);
  expect([opened, closed]).toEqual([runs, []]);
  // The first is used again, so the second is the one to go.
  await use('run-0');
  await use('run-256');
  expect(closed).toEqual(['run-1']);
  await use('run-0');
  expect(opened).toHaveLength(257);
  await use('run-1');
  expect(opened.slice(257)).toEqual(['run-1']);
  await use('run-257');
  expect(closed).toEqual(['run-1', 'run-2', 'run-3']);
  await recording.close();
  expect(closed).toHaveLength(opened.length);
});

it('does not close the streams of a run that is busy, however long ago that began', async () => {
  const closed: string[] = [];
  const { open } = failingStore();
  const held = Promise.withResolvers<void>();
  const recording = new Recording({
    open: (run) => {
      const streams = open();
      const durable = (): Promise<void> => (run === 'busy' ? held.promise : Promise.resolve());
      const store = { ...streams.store, durable };
      return { ...streams, store, claims: store, close: () => void closed.push(run) };
    },
  });
  const busy = recording.asksOf('busy');
  for (let at = 0; at < 256; at++) await recording.asksOf(`run-${at}`);
  expect(closed).toEqual(['run-0']);
  held.resolve();
  expect(await busy).toEqual([]);
});
