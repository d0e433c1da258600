/** The gateway's environment variables: accepted values, defaults, and refusals by name. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { adminTokenHash, metricsPort, niceness } from './run-gateway.js';

describe('metricsPort', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['0', 0],
    ['9464', 9464],
    ['65535', 65_535],
  ])('of %j is %j', (text, port) => {
    expect(metricsPort({ TAPEFOLD_METRICS_PORT: text })).toBe(port);
  });

  it.each(['65536', '-1', '1.5', '1e3', ' 9464', 'x', '0x10'])('refuses %j', (text) => {
    const where = 'TAPEFOLD_METRICS_PORT';
    const act = (): unknown => metricsPort({ [where]: text });
    expect(act).toThrow(expect.objectContaining({ code: 'InvalidInput', where }));
  });
});

describe('niceness', () => {
  it.each([
    [undefined, 10],
    ['', 10],
    ['0', 0],
    ['19', 19],
  ])('of %j is %j', (text, nice) => {
    expect(niceness({ TAPEFOLD_NICE: text })).toBe(nice);
  });

  it.each(['20', '-1', '1.5', 'low', ' 5'])('refuses %j', (text) => {
    const where = 'TAPEFOLD_NICE';
    const act = (): unknown => niceness({ [where]: text });
    expect(act).toThrow(expect.objectContaining({ code: 'InvalidInput', where }));
  });
});

describe('adminTokenHash', () => {
  it('is the hash of the token, and its form is checked everywhere', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-token-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const env = { TAPEFOLD_ADMIN_TOKEN_HASH_FILE: join(folder, 'hash') };
    writeFileSync(env.TAPEFOLD_ADMIN_TOKEN_HASH_FILE, `${'a'.repeat(64)}\n`);
    expect(adminTokenHash(env)).toBe('a'.repeat(64));
    writeFileSync(env.TAPEFOLD_ADMIN_TOKEN_HASH_FILE, 'a token');
    expect(() => adminTokenHash(env)).toThrow(/TAPEFOLD_ADMIN_TOKEN_HASH.*not shown/);
  });
});
