/**
 * Cancellations are counted, even if the gateway became unavailable before it could confirm them.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeGateway } from '../../cluster/fake-gateway.fixture.js';
import { clusterRun } from '../../cluster/run.fixture.js';
import { cancelCommand } from './cluster-cancel.js';

function tokenFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-cancel-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'token');
  writeFileSync(path, 'a-token-that-is-long-enough\n');
  return path;
}

it.each([
  ['cancelled', 0, '1 of 1 cancelled\n'],
  ['finished', 1, 'one: over already\n0 of 1 cancelled\n'],
] as const)('a run whose first answer was lost, and which is %s', async (status, code, text) => {
  let cancels = 0;
  const { client } = await fakeGateway(({ method, url = '' }) => {
    if (url.startsWith('/v1/submissions')) return [200, { items: [], next: null }];
    const run = clusterRun('1', 'one', { status: cancels > 0 ? status : 'running' });
    if (url.startsWith('/v1/runs?')) return [200, { items: [run], next: null }];
    if (method !== 'POST') return [200, run];
    return ++cancels === 1 ? 'broken' : [409, { code: 'Conflict', message: 'the run is over' }];
  });
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => said.push(String(line)) > 0);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  const options = { url: client.url, tokenFile: tokenFile(), timeout: '60' };
  expect(await cancelCommand('1'.repeat(64), options)).toBe(code);
  expect(said.join('')).toBe(text);
});
