/**
 * On a full disk `tapefold serve` reports it, is not ready, and continues where it was once
 * there is space.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { file, folder, tapefold } from '../e2e/command-line.fixture.js';
import { fullDiskWhile, serve, served } from '../e2e/served.fixture.js';

const mainFile = fileURLToPath(new URL('../../dist/program/tapefold.js', import.meta.url));
const hello = fileURLToPath(
  new URL('../../examples/01-hello-backtest/scenario.yaml', import.meta.url),
);

const otherText = `name: other
data: aapl-2013-2018
window: { from: 2017-01-03, to: 2017-06-30 }
symbols: [AAPL]
execution: close
agents: [{ id: hold, kind: buy-and-hold }, { id: cross, kind: sma-cross, fast: 5, slow: 20 }]
`;

it('reports it in the terminal and in its health, and continues once there is space', async () => {
  const directory = folder();
  const flag = join(directory, 'full');
  const local = await served(join(directory, 'data'), [], fullDiskWhile(flag));
  const before = await local.cluster('submit', hello, '--speed', 'real');
  expect(before.code, before.err).toBe(0);

  writeFileSync(flag, '');
  const other = file(directory, 'other.yaml', otherText);
  const waiting = local.cluster('submit', other, '--wait', '--json');
  await expect.poll(local.said).toMatch(/data cannot be written; .*found database or disk is full/);
  const health = await local.ask('/health/ready');
  expect([health.status, await health.json()]).toEqual([
    503,
    {
      status: 'not ready',
      checks: expect.objectContaining({
        storage: expect.stringMatching(/database or disk is full/),
      }),
    },
  ]);
  expect((await local.ask('/health/live')).status).toBe(200);

  rmSync(flag);
  const ended = await waiting;
  expect(ended.code, ended.err).toBe(0);
  const plain = await tapefold('run', other, '--out', join(directory, 'plain'), '--json');
  expect(ended.out).toBe(plain.out);
  await expect.poll(local.said).toMatch(/^the folder can be written again$/m);
  expect(local.said().match(/work is paused until it can/g)).toHaveLength(1);
  expect((await local.ask('/health/ready')).status).toBe(200);
  expect(await local.end('SIGINT')).toBe(0);
});

it('ends in order while the disk is full, and starts again where it stood', async () => {
  const directory = folder();
  const flag = join(directory, 'full');
  const data = join(directory, 'data');
  const first = await served(data, [], fullDiskWhile(flag));
  const before = await first.cluster('submit', hello, '--speed', 'real');
  expect(before.code, before.err).toBe(0);
  writeFileSync(flag, '');
  const other = file(directory, 'other.yaml', otherText);
  const refused = await first.cluster('submit', other, '--timeout', '0');
  expect([refused.code, refused.err]).toEqual([
    4,
    expect.stringMatching(/^Unavailable: .*database or disk is full/),
  ]);
  await expect.poll(first.said).toMatch(/cannot be written/);
  expect(await first.end('SIGINT')).toBe(0);
  const second = await serve(data);
  const { items } = (await (await second.ask('/v1/tapes')).json()) as { items: { tape: string }[] };
  const body = JSON.stringify({ kind: 'speed', speed: 'max' });
  const clock = `/v1/tapes/${items[0]?.tape}/clock`;
  expect((await second.ask(clock, { method: 'POST', body })).status).toBe(202);
  const after = await second.cluster('submit', hello, '--wait', '--json');
  const plain = await tapefold('run', hello, '--out', join(directory, 'plain'), '--json');
  expect(after.code, after.err).toBe(0);
  expect(after.out).toBe(plain.out);
});

it('is not started on a full disk, which is said in one line, and is started later', async () => {
  const directory = folder();
  const flag = join(directory, 'full');
  const data = join(directory, 'data');
  writeFileSync(flag, '');
  const child = spawn(process.execPath, [mainFile, 'serve', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...fullDiskWhile(flag) },
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, said]).toEqual([
    4,
    expect.stringMatching(/^Unavailable: .*data: the folder cannot be written; found ENOSPC.*\n$/),
  ]);
  rmSync(flag);
  expect((await (await serve(data)).cluster('status')).code).toBe(0);
});
