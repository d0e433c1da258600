/** `cluster:up` starts the whole system, and restarts any part of it that dies. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from '../../scripts/cluster/process-identity.ts';
import { serviceNames } from '../../scripts/cluster/services.ts';
import { command, partIn, stateIn, untilRestarted, type Ended } from './command.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const data = join(temporaryFolder('services'), 'cluster');
const services = [...serviceNames, 'portfolio-2'];
let up: Ended;

beforeAll(async () => {
  up = await command('up', ['--ports', 'auto', '--workers', 'portfolio=2', '--data', data]);
});
afterAll(() => command('down', ['--data', data]));

async function status(url: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(url, { headers });
  await answer.body?.cancel();
  return answer.status;
}

const health = (name: string): Promise<number> =>
  status(`http://${partIn(data, name).address}/health/ready`);

describe('the whole system', () => {
  it('is up, and the command says where everything is', () => {
    expect(up.err).toBe('');
    expect(up.code).toBe(0);
    for (const name of ['kafka', 'postgres', ...services]) {
      expect(up.out).toMatch(new RegExp(`^${name} +ready +\\d+ +127\\.0\\.0\\.1:\\d+ +\\d+ `, 'm'));
    }
  });

  it.each(services)('%s is ready', async (name) => {
    expect(await health(name)).toBe(200);
  });

  it('admits only clients with its folder’s token', async () => {
    const { gatewayUrl = '', tokenFile } = stateIn(data);
    const token = readFileSync(tokenFile, 'utf8').trim();
    const runs = `${gatewayUrl}/v1/runs`;
    expect(await status(runs, token)).toBe(200);
    expect([await status(runs), await status(runs, `${token}x`)]).toEqual([401, 401]);
  });

  it('starts a service again that was killed', async () => {
    const killed = partIn(data, 'clock');
    process.kill(killed.process.pid, 'SIGKILL');
    await untilRestarted(data, killed);
    expect(await health('clock')).toBe(200);
  });

  it('ends wholly', async () => {
    const all = stateIn(data).processes.flatMap((each) => each.process ?? []);
    expect(all).toHaveLength(services.length + 2);
    expect((await command('down', ['--data', data])).code).toBe(0);
    expect(all.filter(isAlive)).toEqual([]);
  });
});
