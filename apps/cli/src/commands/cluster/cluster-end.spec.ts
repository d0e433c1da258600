/** A live tape is ended by its id; a tape without a feed is refused with the gateway's message. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeGateway } from '../../cluster/fake-gateway.fixture.js';
import { endCommand } from './cluster-cancel.js';

function optionsFor(url: string): Record<string, unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-end-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, 'a-token-that-is-long-enough\n');
  return { url, tokenFile, timeout: '60' };
}

function spoken(): string[] {
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => said.push(String(line)) > 0);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  return said;
}

it('asks for the end of the tape, again when the answer was lost, and says what follows', async () => {
  const asked: string[] = [];
  const { client } = await fakeGateway(({ method, url = '' }) => {
    asked.push(`${method} ${url}`);
    return asked.length === 1 ? 'broken' : [202, { tape: 'coins/2', command: 'end' }];
  });
  const said = spoken();
  expect(await endCommand('coins/2', optionsFor(client.url))).toBe(0);
  const request = 'POST /v1/tapes/coins%2F2/end';
  expect(asked).toEqual([request, request]);
  expect(said).toEqual(['Ending coins/2; its runs close after its last fact.\n']);
});

it('does not mention an end for the tape of a data set', async () => {
  const message = 'a tape of a data set ends by itself';
  const { client } = await fakeGateway(() => [409, { code: 'Conflict', message }]);
  const said = spoken();
  await expect(endCommand('daily', optionsFor(client.url))).rejects.toThrow(message);
  expect(said).toEqual([]);
});
