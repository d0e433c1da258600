/** Any record of a foreign producer becomes a message, and none of them stops a partition. */

import type { Batch, IHeaders, KafkaMessage } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { messageBatch } from './kafka-batch.js';

/** As the client passes it, with `null` where its types have `undefined`. */
function batchOf(message: { key?: Buffer | null; value: Buffer | null; headers?: object }): Batch {
  const whole = { offset: '7', timestamp: '1600000000123', attributes: 0, size: 0, key: null };
  const messages = [{ ...whole, ...message } as KafkaMessage];
  const lastOffset = () => '7';
  return { topic: 'market.tape', partition: 3, highWatermark: '8', messages, lastOffset } as Batch;
}

function headersOf(headers: object): Record<string, string> | undefined {
  const value = Buffer.from('v');
  return messageBatch('market.tape', batchOf({ value, headers })).messages[0]?.headers;
}

describe('messageBatch', () => {
  it('has the place, the texts and the end of the log', () => {
    const one = { key: Buffer.from('k'), value: Buffer.from('v') };
    expect(messageBatch('market.tape', batchOf(one))).toEqual({
      topic: 'market.tape',
      partition: 3,
      nextOffset: 8,
      endOffset: 8,
      messages: [
        {
          topic: 'market.tape',
          partition: 3,
          offset: 7,
          key: 'k',
          value: 'v',
          headers: {},
          timestampMs: 1_600_000_000_123,
        },
      ],
    });
  });

  it('takes what is missing for empty', () => {
    const [message] = messageBatch('market.tape', batchOf({ value: null })).messages;
    expect(message).toMatchObject({ key: '', value: '', headers: {} });
  });

  it('keeps the bytes of what is no text, in a value and for its key', () => {
    const value = Buffer.from([0xff, 0xfe, 0x7b, 0x22, 0x61, 0x22]);
    const [ofValue] = messageBatch('market.tape', batchOf({ value })).messages;
    const reason = 'value: expected text in UTF-8; found other bytes';
    expect(ofValue).toMatchObject({ value: '', unreadable: { reason, bytes: value } });
    const key = Buffer.from([0xc3]);
    const [ofKey] = messageBatch(
      'market.tape',
      batchOf({ key, value: Buffer.from('{}') }),
    ).messages;
    expect(ofKey?.unreadable?.reason).toBe('key: expected text in UTF-8; found other bytes');
    expect(ofKey?.unreadable?.bytes.toString()).toBe('{}');
  });

  it('takes a header without a value for an empty one', () => {
    expect(headersOf({ a: null, b: [Buffer.from('1'), null] })).toEqual({ a: '', b: '' });
  });

  it('uses the last value of a repeated header', () => {
    const twice: IHeaders = { a: [Buffer.from('1'), Buffer.from('2')] };
    expect(headersOf(twice)).toEqual({ a: '2' });
  });

  it('keeps a header by any name', () => {
    const hostile = Object.fromEntries([['__proto__', Buffer.from('x')]]);
    expect(Object.entries(headersOf(hostile) ?? {})).toEqual([['__proto__', 'x']]);
  });
});
