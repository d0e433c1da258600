/**
 * A failure is reported as one bounded line without local paths; disks may recover, data does not.
 */

import { describe, expect, it } from 'vitest';
import { failureReasonMax } from '#contracts/streams/market';
import { conflict, invalidInput, unavailable } from '#values';
import { isTransient, reasonOf, retryWaitsMs } from './tape-failure.js';

/** As the platform throws it. */
function platformError(code: string): Error {
  const text = `${code}: i/o error, read '/a/secret/place.csv'`;
  return Object.assign(new Error(text), { code, errno: -5, syscall: 'read' });
}

describe('the reason of a failure', () => {
  it.each([
    [
      'of data names file, line and field',
      invalidInput('not a price', {
        where: 'a.csv line 3, close',
        expected: 'a number',
        found: '"x"',
      }),
      'a.csv line 3, close: not a price; expected a number; found "x"',
    ],
    ['of the platform is its code', platformError('EIO'), 'the facts cannot be read; found "EIO"'],
    [
      'of a library is its kind',
      new RangeError('/a/secret/place'),
      'the facts cannot be read; found "RangeError"',
    ],
    ['that is not an error', 'boom', 'the facts cannot be read; found "string"'],
    ['with lines of its own is one line', invalidInput('a\nforged\u2028line'), 'a forged line'],
  ])('%s', (_, error, expected) => {
    expect(reasonOf(error)).toBe(expected);
  });

  it('is cut when it is too long for a message', () => {
    expect(reasonOf(invalidInput('x'.repeat(5_000)))).toHaveLength(failureReasonMax);
  });
});

describe('a failure that may pass', () => {
  it.each([
    ['a file that cannot be read now', unavailable('the file cannot be read'), true],
    ['an error of a disk', platformError('EIO'), true],
    ['no file handles', platformError('EMFILE'), true],
    ['a file that is not there', platformError('ENOENT'), false],
    ['a file that is a folder', platformError('EISDIR'), false],
    ['bad data', invalidInput('not a price'), false],
    ['messages that are missing', conflict('messages are missing'), false],
    ['a bug', new TypeError('x is not a function'), false],
    ['an error with a code of a library', Object.assign(new Error('x'), { code: 'ERR_X' }), false],
    ['nothing', undefined, false],
  ])('%s: %s', (_, error, expected) => {
    expect(isTransient(error)).toBe(expected);
  });

  it('is waited for a minute', () => {
    expect(retryWaitsMs.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
  });
});
