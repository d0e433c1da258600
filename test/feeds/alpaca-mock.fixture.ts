/**
 * The vendor's own mock servers, started unchanged from their place, with their dependencies
 * installed next to us.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { npmPackages } from '../clients/installed.fixture.js';

/** In the versions that the vendor's tests were written for. */
const required = [
  'express@4.21.2',
  'body-parser@1.20.3',
  'joi@14.3.1',
  'ws@8.18.0',
  'msgpack5@6.0.2',
];

const data = process.env['TAPEFOLD_DATA'];
if (data === undefined) throw new Error('set TAPEFOLD_DATA: the mock is next to it');
const mock = resolve(data, '../foreign/alpaca');

export interface RunningMock extends AsyncDisposable {
  readonly port: number;
  /** Kills it, and waits until it is gone. */
  stop(): Promise<void>;
}

const streaming = `
  const { StreamingWsMock } = require('${mock}/mock-streaming.js');
  const { httpsServer } = new StreamingWsMock(Number(process.env.TEST_PORT));
  httpsServer.on('listening', () => console.log('PORT ' + httpsServer.address().port));
`;
const rest = `
  require('${mock}/mock-server.js').start().then((server) =>
    console.log('PORT ' + server.address().port));
`;

async function started(script: string, folder: string, port: number): Promise<RunningMock> {
  const modules = await npmPackages('alpaca-mock', required);
  const child = spawn(process.execPath, ['-e', script], {
    cwd: folder,
    env: { ...process.env, NODE_PATH: modules, TEST_PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /^PORT (\d+)$/.exec(line);
    if (found) return { port: Number(found[1]), stop, [Symbol.asyncDispose]: stop };
  }
  throw new Error('the mock of the vendor does not start');
}

/** The stream: TLS and MessagePack. `folder` holds `test/support` with key and certificate. */
export const streamingMock = (folder: string, port = 0): Promise<RunningMock> =>
  started(streaming, folder, port);

/** The history over HTTP, under `/data`. */
export const restMock = (folder: string): Promise<RunningMock> => started(rest, folder, 0);
