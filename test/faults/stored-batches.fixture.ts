/** Batches that no broker would append, put into its files while it is away, and what is wrong with them. */

import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, gzipSync, zstdCompressSync } from 'node:zlib';
import type { SeededRandom } from '#values';
import { randomBytes } from './fuzzed-messages.fixture.js';
import { headBytes, rawBatch, soundBatch, uncountedBytes } from './raw-batches.fixture.js';
import type { RawHead, RawRecord } from './raw-batches.fixture.js';

/** The offset of something unreadable, and the bytes of a dead letter of it. */
export interface Misplaced {
  readonly offset: number;
  readonly value: Buffer;
}

type Break = (random: SeededRandom, head: RawHead) => Partial<RawHead>;

/** Each turns a batch of sound records into an unreadable one; all but the last are cheap. */
const breaks: readonly Break[] = [
  (random) => ({ records: randomBytes(random, 20 + random.below(300)) }),
  (random) => ({
    records: randomBytes(random, 20 + random.below(300)),
    codec: 1 + random.below(4),
  }),
  (random) => ({ codec: 5 + random.below(3) }),
  (random) => ({ codec: 1 + random.below(4) }),
  (random, { count }) => ({ count: count - 1 - random.below(count) }),
  (random, { count }) => ({ count: count + 1 + random.below(1_000) }),
  (random) => ({ count: [-1, -(2 ** 31), 2 ** 31 - 1, 1_000_000][random.below(4)] as number }),
  (random, { records }) => ({ records: records.subarray(0, random.below(records.length)) }),
  (random, { records }) => ({
    records: Buffer.concat([records, randomBytes(random, 1 + random.below(50))]),
  }),
  // The length of the first record: nothing, less than nothing, more than there is, a number without an end.
  (random, { records }) => {
    const lengths = ['00', '01', 'ffffffff0f', 'fefefefe7f', 'ff'.repeat(20), 'feff03'];
    const length = Buffer.from(lengths[random.below(lengths.length)] as string, 'hex');
    return { records: Buffer.concat([length, records.subarray(1)]) };
  },
  (random, { records }) => {
    const packed = random.below(2) === 0 ? gzipSync(records) : zstdCompressSync(records);
    return {
      records: packed.subarray(0, random.below(packed.length - 1)),
      codec: packed[0] === 0x1f ? 1 : 4,
    };
  },
  (random) => ({ format: [0, 1, 3, 42, 127][random.below(5)] as number }),
];

/** Nothing but zeros, which take no room until they are unpacked: 300 MB. */
const bombs: readonly Pick<RawHead, 'records' | 'codec'>[] = [
  { records: gzipSync(Buffer.alloc(300_000_000), { level: 9 }), codec: 1 },
  { records: zstdCompressSync(Buffer.alloc(300_000_000)), codec: 4 },
];

export interface StoredOptions {
  readonly random: SeededRandom;
  /** Number of unreadable batches. */
  readonly count: number;
  /** The records of a batch before it is broken. */
  record(): RawRecord;
  /** Comes after the last batch. */
  readonly behind: RawRecord;
  /** Which of the bombs comes first, if any. */
  readonly bomb?: number | undefined;
}

/**
 * Appends unreadable batches to a partition, and a record after them; returns their places. To be called while the
 * broker is down; `data` is its folder.
 */
export function storeBroken(
  data: string,
  { topic, partition }: { readonly topic: string; readonly partition: number },
  { random, count, record, behind, bomb }: StoredOptions,
): Misplaced[] {
  const folder = join(data, 'topics', `${topic}-${partition}`);
  const segments = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const segment = segments.toSorted().at(-1) ?? '';
  const end = endOf(readFileSync(join(folder, segment)), Number.parseInt(segment, 10));
  const found: Misplaced[] = [];
  const batches: Buffer[] = [];
  let { firstOffset } = end;
  const first = bomb === undefined ? undefined : bombs[bomb];
  for (let at = 0; at < count; at++) {
    const records = Array.from({ length: 1 + random.below(3) }, record);
    const sound = headOf(soundBatch(records, { ...end, firstOffset }), records.length);
    const breaking = breaks[random.below(breaks.length)] as Break;
    const change = at === 0 && first !== undefined ? first : breaking(random, sound);
    const head = { ...sound, ...change };
    // Of an older format, all of a message is kept, and it has one offset.
    const isOld = head.format === 0 || head.format === 1;
    const batch = isOld ? asOldMessage(rawBatch(head)) : rawBatch(head);
    const offset = firstOffset + (isOld ? 0 : head.lastOffsetDelta);
    found.push({ offset, value: batch.subarray(isOld ? uncountedBytes : headBytes) });
    batches.push(batch);
    firstOffset = offset + 1;
  }
  batches.push(soundBatch([behind], { ...end, firstOffset }));
  found.push({ offset: firstOffset, value: behind.value ?? Buffer.alloc(0) });
  appendFileSync(join(folder, segment), Buffer.concat(batches));
  return found;
}

/** Checksum and attributes where older formats have them, or the broker itself would not start. */
function asOldMessage(batch: Buffer): Buffer {
  batch.writeInt8(0, 17);
  batch.writeUInt32BE(crc32(batch.subarray(16)), 12);
  return batch;
}

const headOf = (batch: Buffer, count: number): RawHead => ({
  records: batch.subarray(headBytes),
  codec: 0,
  count,
  lastOffsetDelta: count - 1,
  format: 2,
  firstOffset: Number(batch.readBigInt64BE(0)),
  leaderEpoch: batch.readInt32BE(12),
});

/** The offset behind a segment, and the epoch of its last batch. */
function endOf(bytes: Buffer, base: number): Pick<RawHead, 'firstOffset' | 'leaderEpoch'> {
  let [firstOffset, leaderEpoch] = [base, 0];
  for (let at = 0; at < bytes.length; at += uncountedBytes + bytes.readInt32BE(at + 8)) {
    firstOffset = Number(bytes.readBigInt64BE(at)) + bytes.readInt32BE(at + 23) + 1;
    leaderEpoch = bytes.readInt32BE(at + 12);
  }
  return { firstOffset, leaderEpoch };
}
