/**
 * `cluster:up` and `cluster:down` start, watch and end exactly what is theirs, and name
 * what is missing.
 */

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { stateFile, type ClusterState } from '../../scripts/cluster/cluster-state.ts';
import { identify, isAlive, type ProcessIdentity } from '../../scripts/cluster/process-identity.ts';
import { command, partIn, stateIn, untilRestarted } from './command.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const folder = temporaryFolder('commands');
const data = join(folder, 'cluster');
const brokers = ['--brokers-only', '--ports', 'auto', '--data', data];

const state = (): ClusterState => stateIn(data);
const part = (name: string): ReturnType<typeof partIn> => partIn(data, name);

const everyone = (): ProcessIdentity[] => [
  state().supervisor,
  part('kafka').process,
  part('postgres').process,
];

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(100);
}

afterAll(() => command('down', ['--data', data]));

describe('a cluster of brokers', () => {
  it('comes up, with a token for its owner alone and its addresses in the state file', async () => {
    const { code, out } = await command('up', brokers);
    expect(out).toMatch(/kafka +ready +\d+ +127\.0\.0\.1:\d+ +0 /);
    expect(code).toBe(0);
    expect(everyone().every(isAlive)).toBe(true);
    expect(statSync(state().tokenFile).mode & 0o777).toBe(0o600);
    expect(statSync(stateFile(data)).mode & 0o777).toBe(0o600);
    expect(state()).toMatchObject({ status: 'ready', brokers: part('kafka').address });
  });

  it('is left alone by a second up', async () => {
    const before = everyone();
    const token = readFileSync(state().tokenFile, 'utf8');
    const { code, out } = await command('up', brokers);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/runs already/) });
    expect(everyone()).toEqual(before);
    expect(readFileSync(state().tokenFile, 'utf8')).toBe(token);
  });

  it('starts what dies again, and counts it', async () => {
    const killed = part('postgres');
    process.kill(killed.process.pid, 'SIGKILL');
    await untilRestarted(data, killed);
    expect(part('postgres').process.pid).not.toBe(killed.process.pid);
    expect(isAlive(part('kafka').process)).toBe(true);
  });

  it('ends with down, wholly', async () => {
    const before = everyone();
    const { code } = await command('down', ['--data', data]);
    expect(code).toBe(0);
    expect(before.filter(isAlive)).toEqual([]);
    expect(existsSync(stateFile(data))).toBe(false);
    expect(await command('down', ['--data', data])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/no cluster runs/),
    });
  });
});

describe('after a SIGKILL of the supervisor', () => {
  it('down ends what is left, but no stranger that has a pid of the state file; purge leaves nothing', async () => {
    expect((await command('up', brokers)).code).toBe(0);
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const before = everyone();
    process.kill(state().supervisor.pid, 'SIGKILL');
    await until(() => !isAlive(before[0]!));
    expect(isAlive(part('kafka').process)).toBe(true);
    const forged = {
      ...part('kafka'),
      name: 'clock',
      process: { pid: stranger.pid, started: 'long ago' },
    };
    const { processes, ...rest } = state();
    writeFileSync(stateFile(data), JSON.stringify({ ...rest, processes: [...processes, forged] }));
    const { code } = await command('down', ['--data', data, '--purge']);
    expect({ code, left: before.filter(isAlive) }).toEqual({ code: 0, left: [] });
    expect(identify(stranger.pid!)).toBeDefined();
    stranger.kill();
    expect(existsSync(data)).toBe(false);
  });
});

describe('a machine that lacks something', () => {
  const empty = join(folder, 'empty');

  it('is reported without Java, and nothing is left running', async () => {
    const args = ['--only', 'kafka', '--ports', 'auto', '--data', empty];
    const { code, err } = await command('up', args, { PATH: '', JAVA_HOME: '' });
    expect(err).toMatch(/Kafka needs Java, and none was found.*default-jre-headless/);
    expect(code).toBe(1);
    expect(existsSync(stateFile(empty))).toBe(false);
    rmSync(empty, { recursive: true });
  });

  it('names the port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const { code, err } = await command('up', brokers, { TAPEFOLD_CLUSTER_KAFKA_PORT: `${port}` });
    server.close();
    expect(err).toContain(`127.0.0.1:${port}: another process listens on the port of kafka`);
    expect(code).toBe(1);
  });
});
