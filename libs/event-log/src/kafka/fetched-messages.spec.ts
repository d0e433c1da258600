/** Our reader decodes the same from a response as the client library does. */

import { createRequire } from 'node:module';
import fc from 'fast-check';
import { CompressionTypes, type Message } from 'kafkajs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  fetchedAnswer,
  useFetchedAnswer,
  type FetchedAnswer,
  type FetchedMessage,
} from './fetched-messages.js';
import { useQuickGzip } from './gzip-codec.js';

interface Encoder {
  readonly buffer: Buffer;
  writeInt16(value: number): Encoder;
  writeInt32(value: number): Encoder;
  writeInt64(value: number): Encoder;
  writeString(value: string): Encoder;
  writeEncoder(value: Encoder): Encoder;
  writeBytes(value: Buffer): Encoder;
}
type MakeRequest = (request: object) => { encode(): Promise<Encoder> };

const load = createRequire(import.meta.url);
const responsePath = 'kafkajs/src/protocol/requests/fetch/v11/response.js';
const ofLibrary = load('kafkajs/src/protocol/requests/produce/v7/request.js') as MakeRequest;
const response = load(responsePath) as { decode(bytes: Buffer): Promise<FetchedAnswer> };
const decodeOfLibrary = response.decode;
const NewEncoder = load('kafkajs/src/protocol/encoder.js') as new () => Encoder;

const nowMs = 1_600_000_000_123;
const batchHead = 61;

beforeAll(() => {
  useQuickGzip();
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  return () => vi.restoreAllMocks();
});

const texts = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }));
const inheritedNames = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype));
const messages = fc.array(
  fc.record(
    {
      key: fc.option(texts),
      value: fc.option(fc.oneof(texts, fc.string({ minLength: 200, maxLength: 20_000 }))),
      headers: fc.dictionary(fc.oneof(texts, inheritedNames), texts, { maxKeys: 3 }),
    },
    { requiredKeys: ['key', 'value'] },
  ),
  { minLength: 1, maxLength: 150 },
);

/** The bytes with which the library appends messages. */
async function produceBytes(
  compression: CompressionTypes,
  list: readonly Message[],
): Promise<Buffer> {
  const partitions = [{ partition: 5, firstSequence: 17, messages: list }];
  const request = { acks: -1, timeout: 30_000, producerEpoch: 3, compression };
  const topicData = [{ topic: 'market.tape', partitions }];
  const producerId = '72057594037927937';
  return (await ofLibrary({ ...request, producerId, topicData }).encode()).buffer;
}

/** Batches as a broker would send them back, in the partitions 0 to 2 of a topic; 1 has nothing new. */
async function answer(lists: readonly (readonly Message[])[], packed: boolean): Promise<Buffer> {
  const compression = packed ? CompressionTypes.GZIP : CompressionTypes.None;
  const batches: Buffer[] = [];
  for (const list of lists) {
    const bytes = await produceBytes(compression, list);
    const at = 12 + 2 + 'market.tape'.length + 4 + 8;
    const batch = Buffer.from(bytes.subarray(at, at + bytes.readInt32BE(at - 4)));
    batch.writeBigInt64BE(BigInt(2 ** 33 + 1000 * batches.length), 0);
    batches.push(batch);
  }
  const all = Buffer.concat(batches);
  // A broker cuts at its limit.
  const cut = Buffer.concat([all, all.subarray(0, 100)]);
  const out = new NewEncoder().writeInt32(0).writeInt16(0).writeInt32(0).writeInt32(1);
  out.writeString('market.tape').writeInt32(3);
  for (const [partition, records] of [all, Buffer.alloc(0), cut].entries()) {
    out
      .writeInt32(partition)
      .writeInt16(0)
      .writeInt64(2 ** 40);
    out
      .writeInt64(2 ** 40)
      .writeInt64(7)
      .writeInt32(-1)
      .writeInt32(-1)
      .writeBytes(records);
  }
  return out.buffer;
}

describe('fetchedAnswer', () => {
  it.each([false, true])('reads what the library reads, compressed: %s', async (packed) => {
    await fc.assert(
      fc.asyncProperty(fc.array(messages, { minLength: 1, maxLength: 3 }), async (lists) => {
        const bytes = await answer(lists, packed);
        const expected = partsOf(await decodeOfLibrary(bytes), withoutInherited);
        expect(partsOf(await fetchedAnswer(bytes))).toEqual(
          expected.filter(({ partition }) => partition !== 1),
        );
      }),
      { numRuns: 25 },
    );
  });

  it.each(['toString', '__proto__', 'constructor'])(
    'reads a header that is called %s like every other',
    async (name) => {
      const headers = Object.fromEntries([[name, 'text']]);
      const bytes = await answer([[{ key: 'k', value: 'v', headers }]], false);
      const [first] = partsOf(await fetchedAnswer(bytes));
      const read = Object.entries(first?.messages[0]?.headers ?? {});
      expect(read).toEqual([[name, Buffer.from('text')]]);
    },
  );

  it('keeps a partition that says of an error', async () => {
    const bytes = await answer([[{ key: 'k', value: 'v' }]], false);
    const empty = bytes.indexOf(Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 1, 0]));
    bytes.writeInt16BE(1, empty + 4);
    const parts = partsOf(await fetchedAnswer(bytes));
    expect(parts.map(({ partition, errorCode }) => [partition, errorCode])).toEqual([
      [0, 0],
      [1, 1],
      [2, 0],
    ]);
  });

  const at = (bytes: Buffer, byte: number): number =>
    bytes.indexOf('market.tape') + 'market.tape'.length + 4 + 42 + byte;

  const start = 2 ** 33;
  const three = [1, 2, 3].map((key) => ({ key: `${key}`, value: 'v' }));
  /** Offsets and values of the first partition, plus the marks of messages that have any. */
  const firstOf = async (bytes: Buffer) =>
    partsOf(await fetchedAnswer(bytes))[0]?.messages.map(({ offset, ...one }) => [
      Number(offset) - start,
      one.unreadable ?? (one.isHidden === true ? 'hidden' : one.value?.toString()),
    ]);

  it.each([
    ['zstd', CompressionTypes.ZSTD, /^Unknown frame descriptor/],
    ['snappy', CompressionTypes.Snappy, /./],
    ['lz4', CompressionTypes.LZ4, /./],
    ['what is no gzip', CompressionTypes.GZIP, /^incorrect header check/],
    ['a codec of tomorrow', 7, /^Kafka has no codec 7$/],
  ])(
    'reads on behind a batch of broken %s, for which one message stands',
    async (_, codec, why) => {
      const bytes = await answer([three, [{ key: 'k', value: 'v' }]], false);
      bytes[at(bytes, 22)] = codec;
      const [broken, next] = (await firstOf(bytes)) ?? [];
      expect(broken?.[0]).toBe(2);
      const [, reason] = /^records \d+ to \d+ cannot be read: (.*)$/.exec(`${broken?.[1]}`) ?? [];
      expect(reason).toMatch(why);
      expect(next).toEqual([1000, 'v']);
      const [first, other] = partsOf(await fetchedAnswer(bytes));
      // The raw records, unchanged.
      expect(bytes.includes(first?.messages[0]?.value as Buffer)).toBe(true);
      expect(other?.messages[0]?.value?.toString()).toBe('v');
    },
  );

  it('reads on behind a message of an older format', async () => {
    const bytes = await answer([three, [{ key: 'k', value: 'v' }]], false);
    bytes[at(bytes, 16)] = 1;
    const reason = `records ${start} to ${start} cannot be read: they have format 1`;
    expect(await firstOf(bytes)).toEqual([
      [0, reason],
      [1000, 'v'],
    ]);
  });

  const countAt = 57;
  it.each<[string, (head: Buffer) => void, RegExp]>([
    ['counts too few', (head) => head.writeInt32BE(2, countAt), /more than 2 records$/],
    ['counts too many', (head) => head.writeInt32BE(4, countAt), /out of range/],
    [
      'counts millions',
      (head) => head.writeInt32BE(2_000_000_000, countAt),
      /than 250000 records$/,
    ],
    // Resuming at its end would fetch it over and over.
    ['has a record that ends before it begins', (head) => (head[batchHead] = 1), /as long as/],
    ['has an offset of another batch', (head) => (head[batchHead + 3] = 8), /offsets are wrong$/],
    ['has an offset twice', (head) => (head[batchHead + 12] = 0), /offsets are wrong$/],
  ])('reads on behind a batch that %s', async (_, change, why) => {
    const bytes = await answer([three, [{ key: 'k', value: 'v' }]], false);
    change(bytes.subarray(at(bytes, 0)));
    const [broken, next] = (await firstOf(bytes)) ?? [];
    expect([broken?.[0], next]).toEqual([2, [1000, 'v']]);
    expect(broken?.[1]).toMatch(why);
  });

  it('leaves batches that come after a while for the next answer', async () => {
    const list = Array.from({ length: 3 }, () => three);
    const bytes = await answer(list, false);
    const clock = vi.spyOn(performance, 'now');
    for (const ms of [0, 0, 400, 501]) clock.mockReturnValueOnce(ms);
    clock.mockReturnValue(501);
    const parts = partsOf(await fetchedAnswer(bytes));
    clock.mockRestore();
    expect(parts.map(({ partition, messages: read }) => [partition, read.length])).toEqual([
      [0, 6],
    ]);
  });

  it('hides markers of transactions, and passes the end of a batch whose last records are gone', async () => {
    const bytes = await answer([three, [{ key: 'k', value: 'v' }]], false);
    bytes[at(bytes, 22)] = 0x30;
    expect(await firstOf(bytes)).toEqual([
      [0, 'hidden'],
      [1, 'hidden'],
      [2, 'hidden'],
      [1000, 'v'],
    ]);
    const shorter = await answer([three], false);
    shorter.writeInt32BE(6, at(shorter, 23));
    expect(await firstOf(shorter)).toEqual([
      [0, 'v'],
      [1, 'v'],
      [2, 'v'],
      [6, 'hidden'],
    ]);
  });
});

type Headers = FetchedMessage['headers'];

/** The library mistakes members inherited from Object for an earlier header of the same name. */
function withoutInherited(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) =>
      name in Object.prototype && Array.isArray(value) && value.length === 2
        ? [name, value[1] ?? null]
        : [name, value],
    ),
  );
}

/** The parts of a response that are used; other batch details of the library are ignored. */
function partsOf(read: FetchedAnswer, headersOf = (all: Headers): Headers => all) {
  return read.responses.flatMap(({ topicName, partitions }) =>
    partitions.map(({ messages: list, ...rest }) => ({
      topicName,
      ...rest,
      messages: list.map(({ batchContext: { producerId, inTransaction }, headers, ...one }) => ({
        ...one,
        headers: { ...headersOf(headers) },
        batchContext: { producerId, inTransaction },
      })),
    })),
  );
}

describe('useFetchedAnswer', () => {
  it('takes the place of the code of the library, once', async () => {
    useFetchedAnswer();
    const decode = response.decode;
    expect(decode).not.toBe(decodeOfLibrary);
    useFetchedAnswer();
    expect(response.decode).toBe(decode);
    const old = await answer([[{ key: 'k', value: 'v' }]], false);
    expect(partsOf(await decode(old))).toEqual(partsOf(await fetchedAnswer(old)));
  });
});
