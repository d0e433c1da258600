/** Generated entries match what npm would have written, and unknown fields are left out. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completeLock, provenPart, withEntriesOf } from './complete-lock.ts';
import type { LockEntry, LockFile } from './lock-entries.ts';
import { platformOfName } from './platform.ts';

const lockText = readFileSync('package-lock.json', 'utf8');
const ours = JSON.parse(lockText) as LockFile;

/** A development package `a` with binaries for platforms; those in `known` have entries. */
function lockWith(binaries: Record<string, string>, known: Record<string, LockEntry>): LockFile {
  const packages: Record<string, LockEntry> = {
    '': { devDependencies: { a: '^1.0.0' } },
    'node_modules/a': {
      version: '1.0.0',
      integrity: 'x',
      dev: true,
      optionalDependencies: binaries,
    },
  };
  for (const [name, entry] of Object.entries(known)) packages[`node_modules/${name}`] = entry;
  return { packages };
}

const sibling: LockEntry = {
  version: '1.0.0',
  integrity: 'x',
  license: 'MIT',
  engines: { node: '>=16' },
};

describe('an entry that is missing', () => {
  it('is that of its release, its platform, and its parent, with members and entries sorted as npm does', () => {
    const binaries = { '@a/linux-x64-gnu': '1.0.0', '@a/linux-arm64-musl': '1.0.0' };
    const whole = completeLock(lockWith(binaries, { '@a/linux-x64-gnu': sibling }));
    expect(Object.keys(whole.packages)).toEqual([
      '',
      'node_modules/@a/linux-arm64-musl',
      'node_modules/@a/linux-x64-gnu',
      'node_modules/a',
    ]);
    const added = whole.packages['node_modules/@a/linux-arm64-musl'];
    expect(JSON.stringify(added)).toBe(
      '{"version":"1.0.0","cpu":["arm64"],"dev":true,"libc":["musl"],"license":"MIT",' +
        '"optional":true,"os":["linux"],"engines":{"node":">=16"}}',
    );
  });

  it('stays missing when its name tells no platform, its range no version, or when it is required', () => {
    const lock = lockWith({ 'a-wasm': '1.0.0', 'a-win32-x64': '^1.0.0' }, {});
    const required = { packages: { '': { dependencies: { 'b-win32-x64': '1.0.0' } } } };
    expect(completeLock(lock)).toEqual(lock);
    expect(completeLock(required)).toEqual(required);
  });

  it('gives way to what a registry has of it', () => {
    const binaries = { 'a-win32-x64': '1.0.0' };
    const derived = completeLock(lockWith(binaries, {}));
    const answer = lockWith(binaries, { 'a-win32-x64': sibling });
    const whole = completeLock(withEntriesOf(answer, provenPart(derived)));
    expect(derived.packages['node_modules/a-win32-x64']).not.toHaveProperty('integrity');
    expect(whole.packages['node_modules/a-win32-x64']).toEqual(sibling);
  });

  it('is rebuilt from our own lock file, byte for byte', () => {
    const made = completeLock(provenPart(ours));
    expect(`${JSON.stringify(made, null, 2)}\n`).toBe(lockText);
  });
});

describe('the platform of a name', () => {
  const names = Object.values(ours.packages).flatMap(({ optionalDependencies = {} }) => {
    const siblings = Object.keys(optionalDependencies);
    return siblings.map((name) => ({
      name,
      siblings,
      entry: ours.packages[`node_modules/${name}`],
    }));
  });
  const told = names.filter(
    ({ name, siblings, entry }) =>
      entry?.integrity !== undefined && platformOfName(name, siblings) !== undefined,
  );

  it('is found in most of the names whose platform a registry told', () => {
    expect(told.length).toBeGreaterThan(40);
  });

  it.each(told)('$name is the one that the registry told', ({ name, siblings, entry }) => {
    const { os, cpu, libc } = platformOfName(name, siblings) ?? {};
    expect([[os], [cpu], libc && [libc]]).toEqual([entry?.os, entry?.cpu, entry?.libc]);
  });
});

describe('lock-file.ts --complete', () => {
  it('does without a registry that answers', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-lock-'));
    try {
      cpSync('package.json', join(folder, 'package.json'));
      const proven = JSON.stringify(provenPart(ours), null, 2);
      writeFileSync(join(folder, 'package-lock.json'), proven);
      const script = resolve('scripts/lock-file.ts');
      const { stdout, status } = spawnSync(process.execPath, [script, '--complete'], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          npm_config_offline: 'true',
          npm_config_cache: join(folder, 'cache'),
        },
      });
      expect(stdout).toMatch(/, 0 breaches\n$/);
      expect(status).toBe(0);
      expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(lockText);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
