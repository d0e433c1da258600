/** A key goes to the partition that every Kafka client would choose, and sizes count bytes. */

import { describe, expect, it } from 'vitest';
import { messageBytes, partitionOf, requireMessageSize } from './message-log-placement.js';

describe('partitionOf', () => {
  // murmur2 of these texts as Kafka's own test has it
  // (org.apache.kafka.common.utils.UtilsTest, testMurmur2).
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('of %s follows murmur2 %i', (key, hash) => {
    for (const partitions of [1, 6, 16, 1000]) {
      expect(partitionOf(key, partitions)).toBe((hash & 0x7fffffff) % partitions);
    }
  });
});

describe('requireMessageSize', () => {
  it('counts bytes of key, value and headers', () => {
    const message = { topic: 'runs', key: 'é', value: '値', headers: { a: 'bc' } } as const;
    expect(messageBytes(message)).toBe(2 + 3 + 3);
    expect(requireMessageSize(message)).toBe(8);
  });

  it('refuses more than the limit, and names the message', () => {
    const message = { topic: 'runs', key: 'k', value: 'x'.repeat(1_000_000) } as const;
    expect(() => requireMessageSize(message)).toThrow(/runs, key k: .*found 1000001/);
    expect(requireMessageSize({ ...message, key: '' })).toBe(1_000_000);
  });
});
