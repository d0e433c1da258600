/**
 * Options take precedence over the environment, then the folder; the state never names
 * a file to send.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isFailure } from '#values';
import { gatewayAddress } from './gateway-address.js';

const secret = 'tapefold_0123456789abcdef';

/** A folder as `cluster:up` and `serve` leave it. */
function runningFolder(state: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-address-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'state.json'), JSON.stringify(state));
  writeFileSync(join(folder, 'token'), `${secret}\n`);
  return folder;
}

function refusal(options: object, env: Record<string, string>): unknown {
  try {
    return gatewayAddress({ ...options }, env);
  } catch (error) {
    expect(isFailure(error, 'InvalidInput')).toBe(true);
    return (error as { where?: string }).where;
  }
}

describe('the address of a gateway', () => {
  it('is what runs here, unless the environment, unless an option says otherwise', () => {
    const folder = runningFolder({ gatewayUrl: 'http://127.0.0.1:1' });
    const env = { TAPEFOLD_CLUSTER_DATA: folder };
    const tokenFile = join(folder, 'token');
    expect(gatewayAddress({}, env)).toEqual({
      url: 'http://127.0.0.1:1',
      token: secret,
      tokenFile,
      words: [],
    });
    const told = { ...env, TAPEFOLD_URL: 'http://127.0.0.1:2/' };
    expect(gatewayAddress({}, told).url).toBe('http://127.0.0.1:2');
    const url = 'https://gateway.example/tapefold//';
    const named = gatewayAddress({ url, tokenFile }, told);
    expect(named.url).toBe('https://gateway.example/tapefold');
    // A printed command for this gateway needs the same options.
    expect(named.words).toEqual(['--url', url, '--token-file', tokenFile]);
  });

  it('comes with the token of the same order', () => {
    const folder = runningFolder({ gatewayUrl: 'http://127.0.0.1:1' });
    const other = join(folder, 'other');
    writeFileSync(other, 'another-token-of-16');
    const env = { TAPEFOLD_CLUSTER_DATA: folder, TAPEFOLD_TOKEN_FILE: other };
    expect(gatewayAddress({}, env).token).toBe('another-token-of-16');
    expect(gatewayAddress({ tokenFile: join(folder, 'token') }, env).token).toBe(secret);
  });

  it('sends no file but the token beside a state, whatever the state names', () => {
    const gatewayUrl = 'http://127.0.0.1:1';
    const folder = runningFolder({ gatewayUrl, tokenFile: '/etc/hostname' });
    expect(gatewayAddress({}, { TAPEFOLD_CLUSTER_DATA: folder }).token).toBe(secret);
  });

  it.each([
    ['nothing known', {}, {}, '--url'],
    ['no token', { url: 'http://127.0.0.1:1' }, {}, '--token-file'],
    ['a token that is not there', { url: 'http://h', tokenFile: '/no/such' }, {}, '/no/such'],
    ['a file that is not a token', { url: 'http://h', tokenFile: '/dev/null' }, {}, '/dev/null'],
  ])('is refused with %s', (_, options, env, where) => {
    expect(refusal(options, { TAPEFOLD_CLUSTER_DATA: '/no/such/folder', ...env })).toBe(where);
  });

  it.each(['ftp://host', 'host:80', 'http://user:password@host', 'file:///etc/passwd', ''])(
    'is not %s',
    (url) => {
      const folder = runningFolder({ gatewayUrl: url });
      expect(refusal({}, { TAPEFOLD_CLUSTER_DATA: folder })).toBe('--url');
    },
  );
});
