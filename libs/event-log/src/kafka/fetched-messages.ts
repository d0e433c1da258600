/** The answer to a request for messages, read once: without the partitions that have nothing new. */

import { gzipCodec } from './gzip-codec.js';
import { ProtocolReader } from './protocol-reader.js';

/** As the client library has it; numbers of 64 bits are texts. */
export interface FetchedAnswer {
  readonly throttleTime: 0;
  readonly clientSideThrottleTime: number;
  readonly errorCode: number;
  readonly sessionId: number;
  readonly responses: readonly {
    readonly topicName: string;
    readonly partitions: readonly FetchedPartition[];
  }[];
}

export interface FetchedPartition {
  readonly partition: number;
  readonly errorCode: number;
  readonly highWatermark: string;
  readonly lastStableOffset: string;
  readonly lastStartOffset: string;
  readonly abortedTransactions: readonly [];
  readonly preferredReadReplica: number;
  readonly messages: readonly FetchedMessage[];
}

export interface FetchedMessage {
  readonly magicByte: typeof magic;
  readonly attributes: number;
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer | null | (Buffer | null)[]>>;
  readonly isControlRecord: boolean;
  readonly batchContext: BatchContext;
}

interface BatchContext {
  readonly producerId: string;
  readonly inTransaction: boolean;
}

interface RecordBatch extends BatchContext {
  readonly firstOffset: number;
  readonly lastOffset: number;
  readonly firstTimestamp: number;
  readonly maxTimestamp: number;
  readonly attributes: number;
  readonly count: number;
  readonly records: Buffer;
}

const magic = 2;
/** Bytes of a batch up to its length, and the least of what follows. */
const placeBytes = 12;
const headBytes = 49;
const gzipped = 1;
const packingMask = 7;
const codecs = ['none', 'gzip', 'snappy', 'lz4', 'zstd'];
const appendTimeFlag = 8;
const transactionFlag = 16;
const controlFlag = 32;

/**
 * Reads an answer of version 11. Undefined where there is something in it that we do not make and the client library
 * has to read: transactions that were given up, and older formats.
 */
export async function fetchedAnswer(bytes: Buffer): Promise<FetchedAnswer | undefined> {
  const reader = new ProtocolReader(bytes);
  const clientSideThrottleTime = reader.int32();
  const errorCode = reader.int16();
  const sessionId = reader.int32();
  const responses: { topicName: string; partitions: FetchedPartition[] }[] = [];
  for (let topics = reader.int32(); topics > 0; topics--) {
    const topicName = reader.text();
    const partitions: FetchedPartition[] = [];
    for (let left = reader.int32(); left > 0; left--) {
      const partition = await partitionOf(reader);
      if (partition === undefined) return undefined;
      if (hasNews(partition)) partitions.push(partition);
    }
    if (partitions.length > 0) responses.push({ topicName, partitions });
  }
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses };
}

/** An empty one costs the client library a turn of its loop, and says nothing. */
function hasNews({ messages, errorCode, preferredReadReplica }: FetchedPartition): boolean {
  return messages.length > 0 || errorCode !== 0 || preferredReadReplica !== -1;
}

async function partitionOf(reader: ProtocolReader): Promise<FetchedPartition | undefined> {
  const partition = reader.int32();
  const errorCode = reader.int16();
  const highWatermark = `${reader.int64()}`;
  const lastStableOffset = `${reader.int64()}`;
  const lastStartOffset = `${reader.int64()}`;
  if (reader.int32() > 0) return undefined;
  const preferredReadReplica = reader.int32();
  const size = reader.int32();
  const messages = size > 0 ? await messagesIn(reader.slice(size)) : [];
  if (messages === undefined) return undefined;
  return {
    partition,
    errorCode,
    highWatermark,
    lastStableOffset,
    lastStartOffset,
    abortedTransactions: [],
    preferredReadReplica,
    messages,
  };
}

/** The last batch may be cut off: it comes whole when it comes first. */
async function messagesIn(bytes: Buffer): Promise<FetchedMessage[] | undefined> {
  const reader = new ProtocolReader(bytes);
  const messages: FetchedMessage[] = [];
  while (reader.left >= headBytes) {
    const firstOffset = reader.int64();
    const length = reader.int32();
    if (length > reader.left) break;
    const batch = batchOf(reader.slice(length), firstOffset);
    if (batch === undefined) return undefined;
    const read = await recordsOf(batch).catch((error: Error) => [unreadable(batch, error)]);
    for (const message of read) messages.push(message);
  }
  return messages;
}

async function recordsOf(batch: RecordBatch): Promise<FetchedMessage[]> {
  const packing = batch.attributes & packingMask;
  if (packing > gzipped) throw new Error(`they are compressed by ${codecs[packing] ?? packing}`);
  return unpacked(batch, packing ? await gzipCodec.decompress(batch.records) : batch.records);
}

/** Stands for a whole batch, in the place of its last record: no JSON, so that it becomes a dead letter. */
function unreadable(batch: RecordBatch, { message }: Error): FetchedMessage {
  const { firstOffset, lastOffset, maxTimestamp } = batch;
  const text = `records ${firstOffset} to ${lastOffset} cannot be read: ${message}`;
  return {
    ...{ magicByte: magic, attributes: 0, timestamp: `${maxTimestamp}`, offset: `${lastOffset}` },
    ...{ key: null, value: Buffer.from(text), headers: {}, isControlRecord: false },
    batchContext: batch,
  };
}

function batchOf(bytes: Buffer, firstOffset: number): RecordBatch | undefined {
  const reader = new ProtocolReader(bytes);
  reader.skip(16 - placeBytes);
  if (reader.int8() !== magic) return undefined;
  reader.skip(4);
  const attributes = reader.int16();
  const lastOffset = firstOffset + reader.int32();
  const firstTimestamp = reader.int64();
  const maxTimestamp = reader.int64();
  const producerId = `${reader.wideInt64()}`;
  reader.skip(6);
  const count = reader.int32();
  const records = bytes.subarray(reader.offset);
  const inTransaction = (attributes & transactionFlag) > 0;
  return {
    firstOffset,
    lastOffset,
    firstTimestamp,
    maxTimestamp,
    producerId,
    inTransaction,
    attributes,
    count,
    records,
  };
}

function unpacked(batch: RecordBatch, bytes: Buffer): FetchedMessage[] {
  const messages: FetchedMessage[] = [];
  const { firstOffset, firstTimestamp, maxTimestamp, attributes, count } = batch;
  const reader = new ProtocolReader(bytes);
  const isControlRecord = (attributes & controlFlag) > 0;
  const ofAppend = (attributes & appendTimeFlag) > 0;
  const batchContext = { producerId: batch.producerId, inTransaction: batch.inTransaction };
  for (let left = count; left > 0; left--) {
    const length = reader.varint();
    const end = reader.offset + length;
    const ownAttributes = reader.int8();
    const timestamp = firstTimestamp + reader.varint();
    const offset = firstOffset + reader.varint();
    const key = reader.varintBytes();
    const value = reader.varintBytes();
    messages.push({
      magicByte: magic,
      attributes: ownAttributes,
      timestamp: `${ofAppend ? maxTimestamp : timestamp}`,
      offset: `${offset}`,
      key,
      value,
      headers: headersIn(reader),
      isControlRecord,
      batchContext,
    });
    reader.offset = end;
  }
  return messages;
}

/** A header that stands more than once is a list. */
function headersIn(reader: ProtocolReader): FetchedMessage['headers'] {
  const headers = Object.create(null) as Record<string, Buffer | null | (Buffer | null)[]>;
  for (let left = reader.varint(); left > 0; left--) {
    const name = reader.varintBytes()?.toString() ?? '';
    const value = reader.varintBytes();
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else headers[name] = [before, value];
  }
  return headers;
}
