/** Which errors say something of a result, and what. */

import { expect, it } from 'vitest';
import { conflict, corruptJournal, invalidInput, TapefoldError, unavailable } from '#values';
import { unreadable } from './unreadable.js';

const system = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: it is so, open '/x'`), {
    code,
    errno: -1,
    ...(path !== undefined && { path }),
  });

it.each(['EACCES', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR', 'EPERM'])(
  '%s is the fault of a file',
  (code) => {
    expect(unreadable(system(code, '/x'))).toBe(`/x: ${code}: it is so`);
    expect(unreadable(system(code))).toBe(`${code}: it is so`);
  },
);

it.each(['EMFILE', 'ENOSPC', 'EIO', ''])('“%s” says nothing of it', (code) => {
  expect(unreadable(system(code, '/x'))).toBeUndefined();
});

it('is told of failures, except those that are no fault of a result', () => {
  expect(unreadable(invalidInput('it is not JSON', { where: 'x' }))).toBe('x: it is not JSON');
  expect(unreadable(corruptJournal('it was altered'))).toBe('it was altered');
  expect(unreadable(unavailable('it is not there'))).toBe('it is not there');
  expect(unreadable(conflict('it is of an earlier version'))).toBeUndefined();
  expect(unreadable(new TapefoldError('Invariant', 'it cannot be'))).toBeUndefined();
  expect(unreadable(new Error('a defect'))).toBeUndefined();
});
