/** What each implementation of `RecordStore` does. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chainDigest, noDigest, type RecordStore } from './record-store.js';

/** A place for a store that outlives it. */
export interface StorePlace {
  open(): Promise<RecordStore>;
  /** Changes bytes of a stored body, beneath the store. */
  alter(stream: string, seq: number): Promise<void>;
  remove(stream: string, seq: number): Promise<void>;
  dispose(): Promise<void>;
}

const bytes = (text: string): Uint8Array => Buffer.from(text);
const hex = (digest: Uint8Array = noDigest): string => Buffer.from(digest).toString('hex');
const texts = (records: readonly { readonly body: Uint8Array }[]): string[] =>
  records.map(({ body }) => Buffer.from(body).toString());

/** Opens a store before each test, and closes it after; the functions of one test. */
function eachStore(newPlace: () => Promise<StorePlace>) {
  let place: StorePlace;
  let store: RecordStore;
  beforeEach(async () => {
    place = await newPlace();
    store = await place.open();
  });
  afterEach(async () => {
    await store.close();
    await place.dispose();
  });
  return {
    get place() {
      return place;
    },
    get store() {
      return store;
    },
    append: async (stream: string, after: number, ...bodies: string[]): Promise<void> =>
      store.append([{ stream, after, bodies: bodies.map(bytes) }]),
    async reopen() {
      await store.close();
      store = await place.open();
    },
  };
}

/** Declares the contract for one implementation. */
export function describeRecordStore(name: string, newPlace: () => Promise<StorePlace>): void {
  describe(`the store of records over ${name}`, () => {
    describeOrder(newPlace);
    describeWhole(newPlace);
  });
}

function describeOrder(newPlace: () => Promise<StorePlace>): void {
  const given = eachStore(newPlace);

  it('numbers the records of each stream from 1, in order, across a restart', async () => {
    await given.append('calls', 0, 'one', 'two');
    await given.append('asks', 0, 'first');
    await given.store.durable();
    await given.reopen();
    await given.append('calls', 2, 'three');

    const records = await given.store.read('calls', 0);
    expect(texts(records)).toEqual(['one', 'two', 'three']);
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(await given.store.end('calls')).toBe(3);
    expect(texts(await given.store.read('asks', 0))).toEqual(['first']);
    expect(await given.store.end('none')).toBe(0);
    expect(await given.store.read('none', 0)).toEqual([]);
  });

  it('chains the digests of a stream', async () => {
    await given.append('calls', 0, 'one', 'two');
    const [first, second] = await given.store.read('calls', 0);
    expect(hex(first?.digest)).toBe(hex(chainDigest(noDigest, bytes('one'))));
    expect(hex(second?.digest)).toBe(hex(chainDigest(first?.digest ?? noDigest, bytes('two'))));
  });

  it('reads after a number, and ends at the bytes that it was asked for', async () => {
    await given.append('calls', 0, 'aaaa', 'bbbb', 'cccc', 'dddd');
    expect(texts(await given.store.read('calls', 1, 8))).toEqual(['bbbb', 'cccc']);
    expect(texts(await given.store.read('calls', 2, 1))).toEqual(['cccc']);
    expect(texts(await given.store.read('calls', 4, 1))).toEqual([]);
  });

  it('keeps bytes as they are, and empty bodies', async () => {
    const body = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    await given.store.append([{ stream: 'frames', after: 0, bodies: [body, new Uint8Array()] }]);
    const [large, empty] = await given.store.read('frames', 0, 200_000);
    expect(Buffer.compare(large?.body ?? noDigest, body)).toBe(0);
    expect(empty?.body.byteLength).toBe(0);
  });
}

function describeWhole(newPlace: () => Promise<StorePlace>): void {
  const given = eachStore(newPlace);

  it('takes all batches or none', async () => {
    await given.append('asks', 0, 'first');
    const batches = [
      { stream: 'calls', after: 0, bodies: [bytes('one')] },
      { stream: 'asks', after: 5, bodies: [bytes('sixth')] },
    ];
    await expect((async () => given.store.append(batches))()).rejects.toMatchObject({
      code: 'Conflict',
      expected: '5 records',
      found: '1',
    });
    expect(await given.store.end('calls')).toBe(0);
    await given.append('calls', 0, 'other');
    expect(texts(await given.store.read('calls', 0))).toEqual(['other']);
  });

  it('accepts a batch again that it has already, and refuses another in its place', async () => {
    await given.append('calls', 0, 'one', 'two');
    await given.append('calls', 2, 'three');
    await given.append('calls', 0, 'one', 'two');
    expect(await given.store.end('calls')).toBe(3);
    await expect(given.append('calls', 0, 'one', 'other')).rejects.toMatchObject({
      code: 'Conflict',
    });
    await expect(given.append('calls', 2, 'three', 'four')).rejects.toMatchObject({
      code: 'Conflict',
    });
  });

  it('notices a record that was altered', async () => {
    await given.append('calls', 0, 'one', 'two', 'three');
    await given.place.alter('calls', 2);
    await given.reopen();
    expect(texts(await given.store.read('calls', 0, 3))).toEqual(['one']);
    await expect((async () => given.store.read('calls', 0))()).rejects.toMatchObject({
      code: 'CorruptJournal',
      where: expect.stringContaining('calls record 2') as string,
    });
  });

  it('notices a record that is missing', async () => {
    await given.append('calls', 0, 'one', 'two', 'three');
    await given.place.remove('calls', 2);
    await given.reopen();
    await expect((async () => given.store.read('calls', 0))()).rejects.toMatchObject({
      code: 'CorruptJournal',
      where: expect.stringContaining('calls record 2') as string,
    });
  });
}
