/** A member treats its partitions as its own only while the broker cannot have reassigned them. */

import { describe, expect, it } from 'vitest';
import { KafkaLease } from './kafka-lease.js';
import { kafkaSettings } from './kafka-settings.js';

const lease = (sessionTimeoutMs: number, rebalanceTimeoutMs = 60_000): KafkaLease =>
  new KafkaLease(kafkaSettings({ brokers: ['x:1'], sessionTimeoutMs, rebalanceTimeoutMs }));
const ofType = (type: string): Error => Object.assign(new Error('refused'), { type });
/** Blocks the process, as a suspension does. */
function silence(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe('a lease', () => {
  it('begins with the group', () => {
    const young = lease(60_000);
    expect(young.isValid).toBe(false);
    young.joined();
    expect([young.isValid, young.isQuiet]).toEqual([true, true]);
  });

  it('expires without heartbeats, and is renewed by the next one', () => {
    const short = lease(20);
    short.joined();
    silence(25);
    expect(short.isValid).toBe(false);
    const renewed = lease(60_000);
    renewed.renew();
    expect(renewed.isValid).toBe(true);
  });

  it.each(['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION', 'FENCED_INSTANCE_ID'])(
    'ends with %s',
    (type) => {
      const held = lease(60_000);
      held.joined();
      held.refused(ofType(type));
      expect(held.isValid).toBe(false);
    },
  );

  it('outlives a connection that broke', () => {
    const held = lease(60_000);
    held.joined();
    held.refused(new Error('connection closed'));
    expect([held.isValid, held.isQuiet]).toEqual([true, true]);
  });

  it('lasts while the group waits for us, and no longer', () => {
    const patient = lease(60_000);
    patient.joined();
    patient.refused(ofType('REBALANCE_IN_PROGRESS'));
    expect([patient.isValid, patient.isQuiet]).toEqual([true, false]);
    patient.joined();
    expect(patient.isQuiet).toBe(true);
    const impatient = lease(60_000, 20);
    impatient.joined();
    impatient.refused(ofType('REBALANCE_IN_PROGRESS'));
    silence(25);
    impatient.renew();
    expect(impatient.isValid).toBe(false);
  });
});
