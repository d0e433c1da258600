/** Batches of records byte by byte, as no client of ours would write them, and a request that appends them. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { crc32c } from '#event-log/kafka/crc32c';
import { ProtocolReader } from '#event-log/kafka/protocol-reader';
import { ProtocolWriter, varintBytes } from '#event-log/kafka/protocol-writer';

export type Bytes = Buffer | null;

export interface RawRecord {
  readonly key: Bytes;
  readonly value: Bytes;
  readonly headers: readonly (readonly [Buffer, Bytes])[];
}

/** What the head of a batch says of its records. */
export interface RawHead {
  readonly records: Buffer;
  readonly codec: number;
  readonly count: number;
  readonly lastOffsetDelta: number;
  readonly format: number;
  readonly firstOffset: number;
  readonly leaderEpoch: number;
}

/** Bytes of a batch before its records; those that its length does not count; the first that its checksum covers. */
export const [headBytes, uncountedBytes, checkedFrom] = [61, 12, 21];

/** A record with the bytes that it is given; `at` is its place in the batch. */
export function rawRecord({ key, value, headers }: RawRecord, at: number): Buffer {
  const texts = [key, value, ...headers.flat()];
  const size = texts.reduce((sum, text) => sum + 5 + (text?.length ?? 0), 30);
  const body = new ProtocolWriter(size);
  body.int8(0);
  body.varint(0);
  body.varint(at);
  for (const [index, text] of texts.entries()) {
    if (index === 2) body.varint(headers.length);
    body.varint(text?.length ?? -1);
    if (text !== null) body.raw(text);
  }
  if (headers.length === 0) body.varint(0);
  const record = new ProtocolWriter(varintBytes(body.offset) + body.offset);
  record.varint(body.offset);
  record.raw(body.bytes.subarray(0, body.offset));
  return record.bytes;
}

/** A batch with a right checksum, whatever else is wrong with it. */
export function rawBatch(head: RawHead): Buffer {
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
    ...{ codec: 0, count: records.length, lastOffsetDelta: records.length - 1, format: 2 },
    ...{ firstOffset: 0, leaderEpoch: 0, records: Buffer.concat(records.map(rawRecord)) },
    ...change,
  });

/** Appends one batch by a request of version 7; the offset of its first record. An error where a broker refuses it. */
export async function produceRaw(
  brokers: string,
  topic: string,
  partition: number,
  batch: Buffer,
): Promise<number> {
  const request = new ProtocolWriter(100 + topic.length + batch.length);
  request.int32(0);
  for (const number of [0, 7]) request.int16(number);
  request.int32(1);
  // Neither a client's name nor a transaction.
  for (const number of [-1, -1, -1]) request.int16(number);
  for (const number of [30_000, 1]) request.int32(number);
  request.int16(topic.length);
  request.raw(topic);
  for (const number of [1, partition, batch.length]) request.int32(number);
  request.raw(batch);
  request.bytes.writeInt32BE(request.offset - 4, 0);
  const answer = await answerTo(brokers, request.bytes.subarray(0, request.offset));
  const reader = new ProtocolReader(answer);
  reader.skip(8);
  reader.text();
  reader.skip(8);
  const error = reader.int16();
  if (error !== 0) throw new Error(`${topic}/${partition}: the broker refuses it by ${error}`);
  return reader.int64();
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
