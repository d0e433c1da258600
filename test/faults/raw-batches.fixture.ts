/**
 * Batches of records byte by byte, as no client of ours would write them, and a request
 * that appends them.
 */

import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect } from 'node:net';

/** What we need of the client library's encoder. */
interface Encoder {
  readonly buffer: Buffer;
  writeInt8(value: number): this;
  writeInt16(value: number): this;
  writeInt32(value: number): this;
  writeVarInt(value: number): this;
  writeString(text: string): this;
  writeBuffer(bytes: Buffer): this;
  writeBytes(bytes: Buffer): this;
}

/** What we need of its decoder. */
interface Decoder {
  forward(bytes: number): void;
  readInt16(): number;
  readInt64(): bigint;
  readString(): string;
}

const load = createRequire(import.meta.url);
const NewEncoder = load('kafkajs/src/protocol/encoder.js') as new () => Encoder;
const NewDecoder = load('kafkajs/src/protocol/decoder.js') as new (bytes: Buffer) => Decoder;
const crc32c = load('kafkajs/src/protocol/recordBatch/crc32C/index.js') as (
  bytes: Buffer,
) => number;

export type Bytes = Buffer | null;

export interface RawRecord {
  readonly key: Bytes;
  readonly value: Bytes;
  readonly headers: readonly (readonly [Buffer, Bytes])[];
}

/** The records of a batch, and the fields of its header. */
interface RawHead {
  readonly records: Buffer;
  readonly codec: number;
  readonly count: number;
  readonly lastOffsetDelta: number;
  readonly format: number;
  readonly firstOffset: number;
  readonly leaderEpoch: number;
}

/**
 * Bytes of a batch before its records; those that its length does not count; the first that its
 * checksum covers.
 */
const headBytes = 61;
const uncountedBytes = 12;
const checkedFrom = 21;

/** A record with the bytes that it is given; `at` is its place in the batch. */
function rawRecord({ key, value, headers }: RawRecord, at: number): Buffer {
  const body = new NewEncoder().writeInt8(0).writeVarInt(0).writeVarInt(at);
  for (const [index, text] of [key, value, ...headers.flat()].entries()) {
    if (index === 2) body.writeVarInt(headers.length);
    body.writeVarInt(text?.length ?? -1);
    if (text !== null) body.writeBuffer(text);
  }
  if (headers.length === 0) body.writeVarInt(0);
  return new NewEncoder().writeVarInt(body.buffer.length).writeBuffer(body.buffer).buffer;
}

/** A batch with a valid checksum, whatever else is wrong with it. */
function rawBatch(head: RawHead): Buffer {
  const { records, codec, count, lastOffsetDelta, format, firstOffset, leaderEpoch } = head;
  const batch = Buffer.alloc(headBytes + records.length);
  batch.writeBigInt64BE(BigInt(firstOffset), 0);
  batch.writeInt32BE(batch.length - uncountedBytes, 8);
  batch.writeInt32BE(leaderEpoch, 12);
  batch.writeInt8(format, 16);
  batch.writeInt16BE(codec, checkedFrom);
  batch.writeInt32BE(lastOffsetDelta, 23);
  for (const at of [27, 35]) batch.writeBigInt64BE(BigInt(Date.now()), at);
  // No producer, epoch and number.
  batch.fill(0xff, 43, 57);
  batch.writeInt32BE(count, 57);
  batch.set(records, headBytes);
  batch.writeUInt32BE(crc32c(batch.subarray(checkedFrom)), 17);
  return batch;
}

/** A batch of these records in which everything is right. */
export const soundBatch = (records: readonly RawRecord[], change: Partial<RawHead> = {}): Buffer =>
  rawBatch({
    codec: 0,
    count: records.length,
    lastOffsetDelta: records.length - 1,
    format: 2,
    firstOffset: 0,
    leaderEpoch: 0,
    records: Buffer.concat(records.map(rawRecord)),
    ...change,
  });

/**
 * Appends one batch by a request of version 7; the offset of its first record. An error where a
 * broker refuses it.
 */
export async function produceRaw(
  brokers: string,
  topic: string,
  partition: number,
  batch: Buffer,
): Promise<number> {
  // Without a client name or a transaction.
  const request = new NewEncoder().writeInt16(0).writeInt16(7).writeInt32(1);
  for (const number of [-1, -1, -1]) request.writeInt16(number);
  request.writeInt32(30_000).writeInt32(1).writeString(topic);
  request.writeInt32(1).writeInt32(partition).writeBytes(batch);
  const answer = await answerTo(brokers, new NewEncoder().writeBytes(request.buffer).buffer);
  const reader = new NewDecoder(answer);
  reader.forward(8);
  reader.readString();
  reader.forward(8);
  const error = reader.readInt16();
  if (error !== 0) throw new Error(`${topic}/${partition}: the broker refuses it by ${error}`);
  return Number(reader.readInt64());
}

async function answerTo(brokers: string, request: Buffer): Promise<Buffer> {
  const [host = '', port = ''] = brokers.split(':');
  const socket = connect(Number(port), host);
  await once(socket, 'connect');
  socket.write(request);
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    if (bytes.length >= 4 && bytes.length >= 4 + bytes.readInt32BE(0)) break;
  }
  socket.destroy();
  return bytes.subarray(4);
}
