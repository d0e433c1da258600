/** The client library's log goes to the listener; expected conditions are not warnings. */

import { Partitioners } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { kafkaSettings, newKafka, type KafkaLogLine } from './kafka-settings.js';

describe('the voice of the client library', () => {
  it('warns of no producer that gives up soon: that is meant', () => {
    const lines: KafkaLogLine[] = [];
    const log = (line: KafkaLogLine): void => void lines.push(line);
    const kafka = newKafka(kafkaSettings({ brokers: ['127.0.0.1:1'], log }));
    const createPartitioner = Partitioners.DefaultPartitioner;
    kafka.producer({ createPartitioner, idempotent: true, retry: { retries: 2 } });
    kafka.logger().warn('something else');
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['debug', 'Limiting retries for the idempotent producer may invalidate EoS guarantees'],
      ['warn', 'something else'],
    ]);
  });
});
