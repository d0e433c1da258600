/**
 * The vendor's own test of its stream, unchanged, with the served feed in the place of its mock.
 */

import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ended, npmPackage } from '../clients/installed.fixture.js';
import { dataFolder, serveVenue, stocksData, temporaryFolder } from './served-data.fixture.js';

/** The test makes a mock, asks it for its port, and closes it: ours is a separate process. */
const mock = `module.exports.StreamingWsMock = class {
  conn = { _server: { address: () => ({ port: Number(process.env.SERVED_PORT) }) } };
  close() {}
};
`;

/**
 * A folder as the repository of the test has it: the built client, its test, and the packages
 * that it loads.
 */
async function repository(): Promise<{ folder: string; mocha: string }> {
  const folder = temporaryFolder();
  const client = await npmPackage('@alpacahq/alpaca-trade-api', '3.1.3');
  const packages = { mocha: '10.8.2', chai: '4.5.0', lodash: '4.17.21' };
  mkdirSync(join(folder, 'test/support'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, version] of Object.entries(packages)) {
    symlinkSync(await npmPackage(name, version), join(folder, 'node_modules', name));
  }
  symlinkSync(join(client, 'dist'), join(folder, 'dist'));
  const test = join(dirname(dataFolder), 'foreign/alpaca/streaming-v2.test.js');
  copyFileSync(test, join(folder, 'test/streaming-v2.test.js'));
  writeFileSync(join(folder, 'test/support/mock-streaming.js'), mock);
  return { folder, mocha: join(folder, 'node_modules/mocha/bin/mocha.js') };
}

/** The client of that time speaks TLS alone. */
async function certificate(): Promise<{ cert: string; key: string }> {
  const folder = temporaryFolder();
  const cert = join(folder, 'cert.pem');
  const key = join(folder, 'key.pem');
  const made = await ended('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  expect(made.code, made.err).toBe(0);
  return { cert, key };
}

it('passes as far as it does not ask for the messages that its mock makes up', async () => {
  const { cert, key } = await certificate();
  const tls = ['--cert', cert, '--cert-key', key, '--host', 'localhost'];
  const served = await serveVenue('--data', stocksData, '--start', '2025-06-02T00:00:00Z', ...tls);
  const { folder, mocha } = await repository();
  const report = join(folder, 'report.json');
  await ended(
    process.execPath,
    [mocha, '--exit', '--reporter', 'json', '--reporter-option', `output=${report}`, 'test'],
    { cwd: folder, env: { SERVED_PORT: new URL(served.rest).port } },
  );
  const { passes } = JSON.parse(readFileSync(report, 'utf8')) as { passes: { title: string }[] };
  // The other five wait for one trade, quote, bar and status with the mock's own numbers and
  // times, sent at once.
  expect(passes.map(({ title }) => title)).toEqual([
    'user can auth',
    'try to auth with wrong apiKey and Secret',
    'subscribe for symbol',
    'unsubscribe from symbol',
  ]);
});
