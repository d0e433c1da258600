/** Which run, tape and fact a log line names, from the key and the headers of a message. */

import { describe, expect, it } from 'vitest';
import { placeOf } from './service-log.js';

describe('the place of a message', () => {
  it.each([
    ['market.tape', { type: 'TapeFacts', first: '1025' }, { tape: 'key', seq: 1025 }],
    ['market.tape', {}, { tape: 'key' }],
    ['market.tape', { first: 'soon' }, { tape: 'key' }],
    // The number is that of its source, and not of the tape.
    ['market.raw', { first: '7' }, { tape: 'key' }],
    ['portfolio.events', { first: '7' }, { run: 'key' }],
    ['dead-letters', { type: 'DeadLetter' }, {}],
  ] as const)('on %s with headers %o', (topic, headers, expected) => {
    expect(placeOf({ topic, key: 'key', headers })).toEqual(expected);
  });
});
