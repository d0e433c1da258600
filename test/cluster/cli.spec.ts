/**
 * One command submits a scenario to a cluster and gets the files of a plain run, whatever process
 * dies meanwhile.
 */

import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import { command, partIn, type Ended } from './command.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const folder = temporaryFolder('cli');
const data = join(folder, 'cluster');
const hello = join(projectRoot, 'examples', '01-hello-backtest', 'scenario.yaml');
const mainFile = join(projectRoot, 'dist', 'program', 'tapefold.js');

beforeAll(async () => {
  const up = await command('up', ['--ports', 'auto', '--data', data]);
  if (up.code !== 0) throw new Error(up.err);
});
afterAll(() => command('down', ['--data', data]));

interface Started {
  readonly ended: Promise<Ended>;
  /** Its output so far, on both streams. */
  said(): string;
}

/** `tapefold …`, which finds the cluster by its folder alone. */
function start(...args: readonly string[]): Started {
  const env = { ...process.env, TAPEFOLD_CLUSTER_DATA: data };
  const child = spawn(process.execPath, [mainFile, ...args], { env, cwd: folder });
  let out = '';
  let err = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
  const ended = new Promise<Ended>((settle) => {
    child.once('close', (code) => settle({ code, out, err }));
  });
  return { ended, said: () => out + err };
}
const tapefold = (...args: readonly string[]): Promise<Ended> => start(...args).ended;

/** Every file below a folder. */
function contentsOf(path: string): Record<string, string> {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const at = join(entry.parentPath, entry.name);
        return [at.slice(path.length), readFileSync(at, 'latin1')];
      }),
  );
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(50);
}

describe('a scenario on a cluster', () => {
  it('gives every file of a plain run, byte for byte, and its runs verify', async () => {
    const out = join(folder, 'cluster-result');
    const ended = await tapefold('cluster', 'submit', hello, '--wait', '--out', out);
    expect(ended.code, ended.err).toBe(0);
    const plain = join(folder, 'plain-result');
    expect((await tapefold('run', hello, '--out', plain)).code).toBe(0);
    expect(contentsOf(out)).toEqual(contentsOf(plain));
    const verdict = await tapefold('verify', join(out, 'runs', 'coin-AAPL'));
    expect(verdict.out).toMatch(/^verified: 3206 records/);
    const status = await tapefold('cluster', 'status', '--all');
    expect(status.out).toMatch(/^[0-9a-f]{12} {2}hello +4 finished$/m);
  });

  it('is watched on while the gateway is killed and comes back, and is cancelled', async () => {
    const slow = join(projectRoot, 'test', 'cluster', 'slow-scenario.yaml');
    const submitted = await tapefold('cluster', 'submit', slow, '--speed', 'real');
    expect(submitted.code, submitted.err).toBe(0);
    const id = submitted.out.trim();
    const program = `node ${join(projectRoot, 'bin', 'tapefold.js')}`;
    expect(submitted.err.replaceAll(program, 'tapefold')).toMatch(
      /^runs {4}[0-9a-f]{12} \(whole: tapefold cluster status --json\)$/m,
    );
    const watch = start('cluster', 'watch', id);
    await until(() => watch.said().includes('hold-ALDR'));
    const niceness = getPriority(partIn(data, 'gateway').process.pid);
    expect(niceness, 'behind who computes').toBe(Math.max(10, getPriority()));
    process.kill(partIn(data, 'gateway').process.pid, 'SIGKILL');
    await until(() => watch.said().includes('the gateway is back'));
    const cancelled = await tapefold('cluster', 'cancel', id);
    expect([cancelled.code, cancelled.out]).toEqual([0, '1 of 1 cancelled\n']);
    const { code, out, err } = await watch.ended;
    expect(code).toBe(1);
    expect(err).toMatch(/does not answer; trying again until [\d:]+\nthe gateway is back\n/);
    expect(out).toMatch(/^hold-ALDR: cancelled/m);
  });
});
