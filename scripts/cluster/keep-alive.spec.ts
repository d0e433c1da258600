/** A process that dies is started again, later and later; one that never serves is given up. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { delayAfter, keepAlive, type KeepAliveEvents } from './keep-alive.ts';
import type { ProcessPlan } from './managed-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapefold-keep-alive-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that writes its pid into a file, which is how one sees that it serves. */
function plan(name: string, program: string): ProcessPlan {
  const served = join(folder, `${name}.pid`);
  return {
    name,
    command: process.execPath,
    args: ['-e', program.replaceAll('SERVE', `fs.writeFileSync('${served}', String(process.pid))`)],
    env: {},
    log: join(folder, `${name}.log`),
    stopSignal: 'SIGTERM',
    stopMs: 5000,
    readyMs: 20_000,
    isReady: () => Promise.resolve(existsSync(served)),
  };
}

function recorded(): KeepAliveEvents & { statuses: string[]; deaths: string[]; served: number[] } {
  const statuses: string[] = [];
  const deaths: string[] = [];
  const served: number[] = [];
  return {
    statuses,
    deaths,
    served,
    onChange(status, pid) {
      statuses.push(status);
      if (status === 'ready' && pid !== undefined) served.push(pid);
    },
    onDeath: (reason) => deaths.push(reason),
  };
}

describe('a process that is kept alive', () => {
  it('comes back after a SIGKILL, and not after a stop', async () => {
    const events = recorded();
    const kept = keepAlive(plan('lasting', 'SERVE; setInterval(() => {}, 1000)'), events);
    await kept.ready;
    process.kill(events.served[0] ?? 0, 'SIGKILL');
    while (events.served.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    await kept.stop();
    expect(events.deaths).toEqual(['lasting died (SIGKILL)']);
    expect(events.statuses).toEqual([
      'starting',
      'ready',
      'waiting',
      'starting',
      'ready',
      'stopped',
    ]);
    expect(() => process.kill(events.served[1] ?? 0, 0)).toThrow(/ESRCH/);
  });

  it('is given up after three failed starts, with the end of its log', async () => {
    const events = recorded();
    const broken = plan('broken', "console.log('no such file'); process.exit(3)");
    const kept = keepAlive(broken, events);
    await expect(kept.ready).rejects.toThrow(/broken ended \(exit code 3\).*\n.*no such file/);
    expect(events.statuses.filter((status) => status === 'starting')).toHaveLength(3);
    await kept.stop();
    expect(readFileSync(broken.log, 'utf8').match(/no such file/g)).toHaveLength(3);
  });

  it('ends at once when it is stopped while it starts', async () => {
    const events = recorded();
    const kept = keepAlive(plan('slow', 'setInterval(() => {}, 1000)'), events);
    const [ready] = await Promise.allSettled([kept.ready, kept.stop()]);
    expect(ready).toMatchObject({ status: 'rejected', reason: { message: 'slow was stopped' } });
    expect(events.statuses.at(-1)).toBe('stopped');
  });
});

describe('the time until the next start', () => {
  it.each([
    [1, 250],
    [2, 500],
    [3, 1000],
    [6, 8000],
    [7, 10_000],
    [50, 10_000],
  ])('after %i deaths in a row is %i ms', (failures, milliseconds) => {
    expect(delayAfter(failures)).toBe(milliseconds);
  });
});
