/** Goal: the reference has the values that were computed by hand. */

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

it('passes its own tests', () => {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const options = { cwd: resolve('reference'), env, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('python3', ['-m', 'unittest', 'tests'], options);
  expect(stderr).toMatch(/^Ran [1-9]\d* tests/m);
  expect({ status, stderr }).toEqual({ status: 0, stderr });
});
