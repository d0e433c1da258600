/** Messages as a batch of records of Kafka's format 2: measured first, then written once. */

import { CompressionTypes, type Message } from 'kafkajs';
import { crc32c } from './crc32c.js';
import { gzipCodec } from './gzip-codec.js';
import { ProtocolWriter, varintBytes } from './protocol-writer.js';

/** Who writes a batch, and what it is numbered with, so that a broker drops one that comes twice. */
export interface BatchSender {
  readonly producerId: bigint;
  readonly producerEpoch: number;
  readonly firstSequence: number;
  readonly compression: CompressionTypes;
  readonly nowMs: number;
}

type Text = string | Buffer | null;

interface Measured {
  /** Key and value, then name and value of each header. */
  readonly texts: readonly Text[];
  readonly lengths: readonly number[];
  /** Bytes of the record behind its own length. */
  readonly bytes: number;
}

/** Bytes of a batch before its records. */
const headBytes = 61;
/** Those that its length does not count. */
const uncountedBytes = 12;
/** Where what its checksum is of begins, behind the checksum. */
const checkedFrom = 21;
const magic = 2;

/** Texts or bytes, a time that is now, and every header once: what `recordBatchBytes` writes. */
export function isPlainMessage({ timestamp, key, value, headers }: Message): boolean {
  return (
    timestamp === undefined &&
    isText(key ?? null) &&
    isText(value) &&
    (headers === undefined || Object.values(headers).every(isText))
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || value === null || Buffer.isBuffer(value);
}

/** The batch; records compressed by gzip where the sender says so. Messages are plain ones. */
export async function recordBatchBytes(
  messages: readonly Message[],
  sender: BatchSender,
): Promise<Buffer> {
  const measured = messages.map(measure);
  let room = headBytes;
  for (const { bytes } of measured) room += varintBytes(bytes) + bytes;
  const out = new ProtocolWriter(room);
  out.offset = headBytes;
  for (const [at, one] of measured.entries()) writeRecord(out, at, one);
  const isPacked = sender.compression === CompressionTypes.GZIP;
  const batch = isPacked ? await packed(out.bytes) : out.bytes;
  writeHead(batch, messages.length, sender);
  return batch;
}

function measure({ key, value, headers = {} }: Message, at: number): Measured {
  const texts: Text[] = [key ?? null, value];
  for (const [name, text] of Object.entries(headers)) texts.push(name, text as Text);
  const lengths = texts.map((text) => (text === null ? -1 : Buffer.byteLength(text)));
  let bytes = 2 + varintBytes(at) + varintBytes((texts.length - 2) / 2);
  for (const length of lengths) bytes += varintBytes(length) + Math.max(0, length);
  return { texts, lengths, bytes };
}

function writeRecord(out: ProtocolWriter, at: number, { texts, lengths, bytes }: Measured): void {
  out.varint(bytes);
  // No attributes, and the time of the batch.
  out.int8(0);
  out.varint(0);
  out.varint(at);
  for (const [index, text] of texts.entries()) {
    if (index === 2) out.varint((texts.length - 2) / 2);
    out.varint(lengths[index] as number);
    if (text !== null) out.raw(text);
  }
  if (texts.length === 2) out.varint(0);
}

async function packed(plain: Buffer): Promise<Buffer> {
  const records = await gzipCodec.compress({ buffer: plain.subarray(headBytes) });
  return Buffer.concat([Buffer.alloc(headBytes), records]);
}

function writeHead(batch: Buffer, count: number, sender: BatchSender): void {
  const checked = new ProtocolWriter(headBytes - checkedFrom);
  checked.int16(sender.compression);
  checked.int32(count - 1);
  checked.int64(BigInt(sender.nowMs));
  checked.int64(BigInt(sender.nowMs));
  checked.int64(sender.producerId);
  checked.int16(sender.producerEpoch);
  checked.int32(sender.firstSequence);
  checked.int32(count);
  batch.set(checked.bytes, checkedFrom);
  const before = new ProtocolWriter(checkedFrom);
  before.int64(0n);
  before.int32(batch.length - uncountedBytes);
  before.int32(0);
  before.int8(magic);
  before.bytes.writeUInt32BE(crc32c(batch.subarray(checkedFrom)), before.offset);
  batch.set(before.bytes);
}
