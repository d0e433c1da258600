/** Where a reader resumes, and which messages of a redelivered batch are new to it. */

import { describe, expect, it } from 'vitest';
import type { MessageBatch } from '../log/message-log.js';
import { KafkaPositions } from './kafka-positions.js';

const batchOf = (...offsets: readonly number[]): MessageBatch => ({
  topic: 'scores',
  partition: 2,
  nextOffset: (offsets.at(-1) ?? -1) + 1,
  endOffset: 100,
  messages: offsets.map((offset) => ({
    topic: 'scores',
    partition: 2,
    offset,
    key: 'a',
    value: '',
    headers: {},
    timestampMs: 0,
  })),
});

const newIn = (positions: KafkaPositions, batch: MessageBatch): readonly number[] =>
  positions.unpassed(batch)?.messages.map(({ offset }) => offset) ?? [];

describe('a reader', () => {
  it('that has read nothing takes all of a batch', () => {
    expect(newIn(new KafkaPositions(), batchOf(0, 1))).toEqual([0, 1]);
  });

  it('takes nothing of a batch that comes again, and of a longer one the rest', () => {
    const positions = new KafkaPositions();
    positions.set({ topic: 'scores', partition: 2, offset: 12 });
    expect(newIn(positions, batchOf(10, 11))).toEqual([]);
    expect(newIn(positions, batchOf(10, 11, 12))).toEqual([12]);
    expect(newIn(positions, batchOf(12, 13))).toEqual([12, 13]);
  });

  it('keeps its places apart by topic and partition', () => {
    const positions = new KafkaPositions();
    positions.set({ topic: 'runs', partition: 2, offset: 51 });
    positions.set({ topic: 'scores', partition: 1, offset: 51 });
    expect(newIn(positions, batchOf(3))).toEqual([3]);
    positions.set({ topic: 'scores', partition: 2, offset: 4 });
    expect(newIn(positions, batchOf(3, 4))).toEqual([4]);
    positions.drop([2]);
    expect(newIn(positions, batchOf(3, 4))).toEqual([3, 4]);
  });
});
