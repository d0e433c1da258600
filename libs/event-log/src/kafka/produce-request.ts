/** The request that appends messages, written once: the client library copies it some eight times. */

import { CompressionTypes, type Message } from 'kafkajs';
import { ProtocolWriter } from './protocol-writer.js';
import { isPlainMessage, recordBatchBytes } from './record-batch-bytes.js';

/** What the client library hands over to be encoded. */
export interface ProduceRequest {
  readonly acks: number;
  readonly timeout: number;
  readonly transactionalId?: string | null;
  /** As the broker gave it: the library's own kind of number. */
  readonly producerId?: { toString(): string };
  readonly producerEpoch?: number;
  readonly compression?: CompressionTypes;
  readonly topicData: readonly ProducedTopic[];
}

interface ProducedTopic {
  readonly topic: string;
  readonly partitions: readonly ProducedPartition[];
}

interface ProducedPartition {
  readonly partition: number;
  readonly firstSequence?: number;
  readonly messages: readonly Message[];
}

interface EncodedTopic {
  readonly topic: string;
  readonly batches: readonly { readonly partition: number; readonly bytes: Buffer }[];
}

/** Whether it is one that we make: plain messages, plain or compressed by gzip, outside of transactions. */
export function isPlainProduce({
  compression,
  transactionalId,
  topicData,
}: ProduceRequest): boolean {
  const packing = compression ?? CompressionTypes.None;
  const isKnown = packing === CompressionTypes.None || packing === CompressionTypes.GZIP;
  const messages = topicData.flatMap(({ partitions }) => partitions.map((one) => one.messages));
  return isKnown && (transactionalId ?? null) === null && messages.flat().every(isPlainMessage);
}

/** Its body, of versions 3 to 8. */
export async function produceBytes(request: ProduceRequest, nowMs: number): Promise<Buffer> {
  const topics: EncodedTopic[] = [];
  for (const { topic, partitions } of request.topicData) {
    const batches = partitions.map(async (one) => ({
      partition: one.partition,
      bytes: await recordBatchBytes(one.messages, senderOf(request, one, nowMs)),
    }));
    topics.push({ topic, batches: await Promise.all(batches) });
  }
  return written(request, topics);
}

function senderOf(
  { producerId = '-1', producerEpoch = 0, compression = CompressionTypes.None }: ProduceRequest,
  { firstSequence = 0 }: ProducedPartition,
  nowMs: number,
) {
  return {
    producerId: BigInt(producerId.toString()),
    producerEpoch,
    firstSequence,
    compression,
    nowMs,
  };
}

function written({ acks, timeout }: ProduceRequest, topics: readonly EncodedTopic[]): Buffer {
  let room = 12;
  for (const { topic, batches } of topics) {
    room += 6 + Buffer.byteLength(topic);
    for (const { bytes } of batches) room += 8 + bytes.length;
  }
  const out = new ProtocolWriter(room);
  out.int16(-1);
  out.int16(acks);
  out.int32(timeout);
  out.int32(topics.length);
  for (const { topic, batches } of topics) {
    out.int16(Buffer.byteLength(topic));
    out.raw(topic);
    out.int32(batches.length);
    for (const { partition, bytes } of batches) {
      out.int32(partition);
      out.int32(bytes.length);
      out.raw(bytes);
    }
  }
  return out.bytes;
}
