/** Errors of the client library become coded ones, and only transient errors are retried. */

import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { conflict, unavailable } from '#values';
import {
  isExpulsion,
  isHopeless,
  isRebalance,
  isUndecodable,
  kafkaFailure,
  persist,
} from './kafka-failure.js';

/** As the library makes them, with a protocol's type at the bottom of a chain of causes. */
const ofType = (type: string): Error =>
  Object.assign(new Error('outer', { cause: Object.assign(new Error('inner'), { type }) }), {
    name: 'KafkaJSNonRetriableError',
  });

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

describe('errors of the client library', () => {
  it('are known by the type of their cause', () => {
    expect(isExpulsion(ofType('UNKNOWN_MEMBER_ID'))).toBe(true);
    expect(isExpulsion(ofType('REBALANCE_IN_PROGRESS'))).toBe(false);
    expect(isRebalance(ofType('REBALANCE_IN_PROGRESS'))).toBe(true);
    expect(isRebalance('no error')).toBe(false);
  });

  it.each([
    [ofType('TOPIC_AUTHORIZATION_FAILED'), true],
    [ofType('NOT_LEADER_FOR_PARTITION'), false],
    [ofType('UNKNOWN_MEMBER_ID'), false],
    [Object.assign(new Error('no codec'), { name: 'KafkaJSNotImplemented' }), true],
    [new Error('connect ECONNREFUSED'), false],
    [unavailable('away'), false],
    [conflict('taken'), true],
  ])('%o is hopeless: %s', (error, hopeless) => {
    expect(isHopeless(error)).toBe(hopeless);
  });

  it.each([
    [thrownBy(() => gunzipSync(Buffer.from('no gzip'))), true],
    [thrownBy(() => Buffer.alloc(1).readInt32BE(0)), true],
    [Object.assign(new Error('no codec'), { name: 'KafkaJSNotImplemented' }), true],
    [Object.assign(new Error('reset'), { code: 'ECONNRESET', syscall: 'read' }), false],
    [new Error('Broker not connected'), false],
    [ofType('NOT_LEADER_FOR_PARTITION'), false],
  ])('%o means an undecodable batch: %s', (error, undecodable) => {
    expect(isUndecodable(new Error('outer', { cause: error }))).toBe(undecodable);
  });

  it('are Unavailable, or InvalidInput when the message is at fault; coded ones stay', () => {
    expect(kafkaFailure('x', 'runs', new Error('away'))).toMatchObject({
      code: 'Unavailable',
      where: 'runs',
      found: '"Error: away"',
    });
    expect(kafkaFailure('x', 'runs', ofType('MESSAGE_TOO_LARGE')).code).toBe('InvalidInput');
    const own = conflict('taken');
    expect(kafkaFailure('x', 'runs', own)).toBe(own);
  });
});

describe('persist', () => {
  it('tries again until it succeeds', async () => {
    let attempts = 0;
    const result = await persist(5000, 'x', 'runs', async () => {
      if (++attempts < 3) throw new Error('away');
      return attempts;
    });
    expect(result).toBe(3);
  });

  it('ends with patience, and at once when there is no hope', async () => {
    const away = (): Promise<void> => Promise.reject(new Error('away'));
    await expect(persist(150, 'x', 'runs', away)).rejects.toMatchObject({ code: 'Unavailable' });
    let attempts = 0;
    const refused = async (): Promise<void> => {
      attempts++;
      throw ofType('GROUP_AUTHORIZATION_FAILED');
    };
    await expect(persist(5000, 'x', 'g', refused)).rejects.toMatchObject({ code: 'Unavailable' });
    expect(attempts).toBe(1);
  });
});
