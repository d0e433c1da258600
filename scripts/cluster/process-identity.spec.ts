/** A pid with its start time identifies one process, and no later one with the same pid. */

import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { childrenOf, identify, isAlive, signal } from './process-identity.ts';

function sleeper(): { pid: number; gone: Promise<void> } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  return {
    pid: child.pid ?? 0,
    gone: new Promise((resolve) => child.once('exit', () => resolve())),
  };
}

describe('an identified process', () => {
  it('is alive until it has ended, and then gets no signal', async () => {
    const { pid, gone } = sleeper();
    const identity = identify(pid);
    if (identity === undefined) throw new Error('it does not run');
    expect(isAlive(identity)).toBe(true);
    expect(signal(identity, 'SIGKILL')).toBe(true);
    await gone;
    expect(isAlive(identity)).toBe(false);
    expect(signal(identity, 'SIGKILL')).toBe(false);
  });

  it('is not another one with its pid', async () => {
    const { pid, gone } = sleeper();
    const other = { pid, started: 'long ago' };
    expect(isAlive(other)).toBe(false);
    expect(signal(other, 'SIGKILL')).toBe(false);
    expect(identify(pid)).toBeDefined();
    process.kill(pid);
    await gone;
  });

  it('is found among the children of its parent, on Linux', async () => {
    const { pid, gone } = sleeper();
    expect(childrenOf(process.pid).includes(pid)).toBe(process.platform === 'linux');
    process.kill(pid);
    await gone;
  });
});
