/** Decodes the response to a fetch once, without the partitions that have nothing new. */

import { createRequire } from 'node:module';
import { ProtocolReader } from './protocol-reader.js';
import { unpackedRecords } from './record-codecs.js';

/** In the client library's form; 64-bit numbers are strings. */
export type FetchedAnswer = Awaited<ReturnType<typeof fetchedAnswer>>;
type FetchedPartition = Awaited<ReturnType<typeof partitionOf>>;

/** Flags that we add to a message of the client library. */
export interface FetchedMarks {
  /** Hidden from consumers: a transaction marker, an aborted record, or an offset that compaction emptied. */
  readonly isHidden?: boolean;
  /** Why a batch cannot be decoded. This message stands for the whole batch; `value` has its raw records. */
  readonly unreadable?: string;
}

export interface FetchedMessage extends FetchedMarks {
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

type RecordBatch = ReturnType<typeof batchOf>;

const magic = 2;
/** Bytes of a batch up to its length, and the minimum of what follows. */
const placeBytes = 12;
const headBytes = 49;
const codecMask = 7;
const appendTimeFlag = 8;
const transactionFlag = 16;
const controlFlag = 32;
/** Per batch: a few compressed bytes may claim to be millions of records, for which there is no room. */
const recordsMax = 250_000;
/**
 * After this many milliseconds, the rest of a response is left for the next one: no heartbeat is sent meanwhile, and
 * the broker would declare the reader dead. A few megabytes may decompress to gigabytes.
 */
const readMsMax = 500;
/** Key of an abort marker: version and type, both 0. */
const abortKey = Buffer.alloc(4);

const load = createRequire(import.meta.url);

/**
 * Replaces the client library's decoder with ours: kafkajs 2.2.4 processes all partitions of a response, including
 * those without news, and a batch that it cannot decode ends its consumer. Applies to the whole process; may be
 * called repeatedly.
 */
export function useFetchedAnswer(): void {
  const response = load('kafkajs/src/protocol/requests/fetch/v11/response.js') as {
    decode(bytes: Buffer): Promise<FetchedAnswer>;
  };
  response.decode = fetchedAnswer;
}

/**
 * Reads a response of version 11: all of it, or its first batches if they take long. A batch that cannot be decoded is
 * represented by one message at its last offset. `RangeError` if the response itself is cut off.
 */
export async function fetchedAnswer(bytes: Buffer) {
  const reader = new ProtocolReader(bytes);
  const deadline = performance.now() + readMsMax;
  const clientSideThrottleTime = reader.int32();
  const errorCode = reader.int16();
  const sessionId = reader.int32();
  const responses: { topicName: string; partitions: FetchedPartition[] }[] = [];
  for (let topics = reader.int32(); topics > 0; topics--) {
    const topicName = reader.text();
    const partitions: FetchedPartition[] = [];
    for (let left = reader.int32(); left > 0; left--) {
      const partition = await partitionOf(reader, deadline);
      if (hasNews(partition)) partitions.push(partition);
    }
    if (partitions.length > 0) responses.push({ topicName, partitions });
  }
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses };
}

/** An empty partition costs the client library a turn of its loop, and carries nothing. */
function hasNews({ messages, errorCode, preferredReadReplica }: FetchedPartition): boolean {
  return messages.length > 0 || errorCode !== 0 || preferredReadReplica !== -1;
}

async function partitionOf(reader: ProtocolReader, deadline: number) {
  const partition = reader.int32();
  const errorCode = reader.int16();
  const highWatermark = `${reader.int64()}`;
  const lastStableOffset = `${reader.int64()}`;
  const lastStartOffset = `${reader.int64()}`;
  const aborted: Aborted[] = [];
  for (let left = reader.int32(); left > 0; left--) {
    aborted.push({ producerId: `${reader.wideInt64()}`, firstOffset: reader.int64() });
  }
  const preferredReadReplica = reader.int32();
  const size = reader.int32();
  const records = reader.slice(Math.max(0, size));
  const isLate = performance.now() > deadline;
  const messages = isLate ? [] : await messagesIn(records, aborted, deadline);
  return {
    partition,
    errorCode,
    highWatermark,
    lastStableOffset,
    lastStartOffset,
    // Aborted records are hidden here, not by the client library.
    abortedTransactions: [],
    preferredReadReplica,
    messages,
  };
}

/** The last batch may be cut off: the next fetch starts with it. After the deadline no further batch is begun. */
async function messagesIn(
  bytes: Buffer,
  aborted: readonly Aborted[],
  deadline: number,
): Promise<FetchedMessage[]> {
  const reader = new ProtocolReader(bytes);
  const messages: FetchedMessage[] = [];
  const transactions = new AbortedTransactions(aborted);
  while (reader.left >= headBytes) {
    const firstOffset = reader.int64();
    const length = reader.int32();
    if (length > reader.left) break;
    const batch = batchOf(reader.slice(length), firstOffset);
    const read = await recordsOf(batch).catch((error: Error) => [unreadable(batch, error)]);
    const isHidden = transactions.hide(batch, read);
    for (const message of read) messages.push(isHidden ? { ...message, isHidden } : message);
    // Compaction may remove the last records of a batch: the position has to advance past its last offset.
    const last = read.at(-1)?.offset;
    if (last !== `${batch.lastOffset}`) messages.push({ ...standIn(batch), isHidden: true });
    if (performance.now() > deadline) break;
  }
  return messages;
}

interface Aborted {
  readonly producerId: string;
  readonly firstOffset: number;
}

/** Tracks aborted transactions across batches, in the order of their offsets. */
class AbortedTransactions {
  private readonly later: Aborted[];
  private readonly open = new Set<string>();

  constructor(aborted: readonly Aborted[]) {
    this.later = aborted.toSorted((one, other) => one.firstOffset - other.firstOffset);
  }

  /** Whether the records of a batch are hidden from consumers. */
  hide(batch: RecordBatch, records: readonly FetchedMessage[]): boolean {
    const { producerId, inTransaction, lastOffset, attributes } = batch;
    while (this.later[0] !== undefined && this.later[0].firstOffset <= lastOffset) {
      this.open.add(this.later.shift()!.producerId);
    }
    if ((attributes & controlFlag) === 0) return inTransaction && this.open.has(producerId);
    if (records.some(({ key }) => key?.equals(abortKey))) this.open.delete(producerId);
    return true;
  }
}

async function recordsOf(batch: RecordBatch): Promise<FetchedMessage[]> {
  if (batch.format !== magic) throw new Error(`they have format ${batch.format}`);
  return unpacked(batch, await unpackedRecords(batch.attributes & codecMask, batch.records));
}

function unreadable(batch: RecordBatch, { message }: Error): FetchedMessage {
  const { firstOffset, lastOffset, records: value } = batch;
  const why = `records ${firstOffset} to ${lastOffset} cannot be read: ${message}`;
  return { ...standIn(batch), value, unreadable: why };
}

/** A message at the last offset of a batch. */
function standIn(batch: RecordBatch): FetchedMessage {
  const { lastOffset, maxTimestamp } = batch;
  return {
    ...{ magicByte: magic, attributes: 0, timestamp: `${maxTimestamp}`, offset: `${lastOffset}` },
    ...{ key: null, value: null, headers: {}, isControlRecord: false, batchContext: batch },
  };
}

function batchOf(bytes: Buffer, firstOffset: number) {
  const reader = new ProtocolReader(bytes);
  reader.skip(16 - placeBytes);
  const format = reader.int8();
  // Formats before 2 have single messages; the offset of a compressed one is that of the last message inside.
  if (format === 0 || format === 1)
    return { ...older, format, firstOffset, lastOffset: firstOffset, records: bytes };
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
    format,
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

/** Defaults for fields that older formats lack. */
const older = {
  ...{ firstTimestamp: 0, maxTimestamp: 0, attributes: 0, count: 1 },
  ...{ producerId: '-1', inTransaction: false },
};

function unpacked(batch: RecordBatch, bytes: Buffer): FetchedMessage[] {
  const messages: FetchedMessage[] = [];
  const { firstOffset, lastOffset, firstTimestamp, maxTimestamp, attributes, count } = batch;
  if (count > recordsMax) throw new RangeError(`more than ${recordsMax} records`);
  const reader = new ProtocolReader(bytes);
  const ofAppend = (attributes & appendTimeFlag) > 0;
  const batchContext = { producerId: batch.producerId, inTransaction: batch.inTransaction };
  let nextOffset = firstOffset;
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
      isControlRecord: false,
      batchContext,
    });
    if (reader.offset !== end) throw new RangeError('a record is not as long as it says');
    if (offset < nextOffset || offset > lastOffset) throw new RangeError('offsets are wrong');
    nextOffset = offset + 1;
  }
  if (reader.left > 0) throw new RangeError(`more than ${count} records`);
  return messages;
}

/** A repeated header becomes a list. */
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
