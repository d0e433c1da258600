/**
 * Where a message goes: its partition by the hash of its key, as Kafka's own clients compute
 * it, and its size.
 */

import { invalidInput } from '#values';
import { messageBytesMax, type OutgoingMessage } from './message-log.js';

const seed = 0x9747b28c;
const multiplier = 0x5bd1e995;

/**
 * The partition of a key, from 0. Every Kafka client with the default partitioner agrees: murmur2
 * of the UTF-8 bytes without its sign (org.apache.kafka.common.utils.Utils, `murmur2` and
 * `toPositive`), modulo partitions.
 */
export function partitionOf(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;
}

/** Bytes of a message that count against `messageBytesMax`. */
export function messageBytes(message: OutgoingMessage): number {
  let bytes = Buffer.byteLength(message.key) + Buffer.byteLength(message.value);
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
  }
  return bytes;
}

/** The bytes of a message; `InvalidInput` if there are too many. */
export function requireMessageSize(message: OutgoingMessage): number {
  const bytes = messageBytes(message);
  if (bytes <= messageBytesMax) return bytes;
  throw invalidInput('a message is too large', {
    where: `${message.topic}, key ${message.key}`,
    expected: `at most ${messageBytesMax} bytes`,
    found: `${bytes}`,
  });
}

/** MurmurHash2 by Austin Appleby, 32 bits, with Kafka's seed. */
function murmur2(data: Uint8Array): number {
  const { length } = data;
  const tail = length & ~3;
  let hash = seed ^ length;
  for (let at = 0; at < tail; at += 4) {
    const a = data[at] ?? 0;
    const b = data[at + 1] ?? 0;
    const c = data[at + 2] ?? 0;
    const d = data[at + 3] ?? 0;
    let word = Math.imul(a | (b << 8) | (c << 16) | (d << 24), multiplier);
    word = Math.imul(word ^ (word >>> 24), multiplier);
    hash = Math.imul(hash, multiplier) ^ word;
  }
  const rest = length - tail;
  if (rest === 3) hash ^= (data[tail + 2] ?? 0) << 16;
  if (rest >= 2) hash ^= (data[tail + 1] ?? 0) << 8;
  if (rest >= 1) hash = Math.imul(hash ^ (data[tail] ?? 0), multiplier);
  hash = Math.imul(hash ^ (hash >>> 13), multiplier);
  return hash ^ (hash >>> 15);
}
