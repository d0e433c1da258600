/** A refused key is reported once, after its first calls, and never shown. */

import { expect, it } from 'vitest';
import { KeyRefusals } from './key-refusals.js';
import type { CallTry } from '../calls/recorded-call.js';

const tried = (status: number | null): CallTry => ({
  outcome: outcomeOf(status),
  status,
  startedAt: '2026-01-05T09:00:00.000Z',
  durationMs: 1,
});

function told(statuses: readonly (number | null)[], key?: { env: string } | { file: string }) {
  const warnings: string[] = [];
  const refusals = new KeyRefusals((warning) => warnings.push(warning));
  for (const status of statuses) refusals.record('paid', { key }, [tried(429), tried(status)]);
  return warnings;
}

it.each([
  [{ env: 'PAID_KEY' }, 'check its key, which is read from environment variable PAID_KEY'],
  [{ file: 'key.txt' }, 'check its key, which is read from file key.txt'],
  [undefined, 'the models file names no key for it'],
])('is reported once, with the source of the key: %j', (key, place) => {
  expect(told([401, null, 403, 401, 401, 401, 401, 401], key)).toEqual([
    `provider paid refused its first 3 calls with status 401: ${place}`,
  ]);
});

it.each([
  ['fewer calls', [401, 401]],
  ['a call that was answered before', [200, 401, 401, 401, 401]],
  ['one between', [401, 401, 200, 401, 401, 401]],
  ['other errors', [400, 401, 401, 401]],
  ['no answer at all', [null, null, null, null]],
])('is not reported after %s', (_, statuses) => {
  expect(told(statuses)).toEqual([]);
});

it('reports each provider separately', () => {
  const warnings: string[] = [];
  const refusals = new KeyRefusals((warning) => warnings.push(warning));
  for (let call = 0; call < 4; call++) {
    for (const name of ['one', 'two']) refusals.record(name, {}, [tried(403)]);
  }
  expect(warnings.map((text) => text.slice(0, 12))).toEqual(['provider one', 'provider two']);
});

function outcomeOf(status: number | null) {
  if (status === null) return 'unreachable';
  return status === 200 ? 'answered' : 'refused by provider';
}
