/**
 * Shows that the lock file is whole, and that one is refused which npm ci would refuse or
 * take on trust.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root, run, type Outcome } from './project-copy.js';

interface Entry {
  readonly version?: string;
  readonly [member: string]: unknown;
}
type Packages = Record<string, Entry>;

const lockOf = (place: string): { packages: Packages } =>
  JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8')) as { packages: Packages };
const whole = lockOf(root);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function check(packages: Packages): Promise<Outcome> {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...whole, packages }));
  return run(folder, 'node', [join(root, 'scripts/lock-file.ts')]);
}

const without = (...places: string[]): Packages =>
  Object.fromEntries(Object.entries(whole.packages).filter(([place]) => !places.includes(place)));
/** With members of one entry changed; undefined takes a member away. */
const changed = (place: string, members: object): Packages => ({
  ...whole.packages,
  [place]: { ...whole.packages[place], ...members },
});

/** Binaries that were missing from the registry used to make the lock file. */
const foreign = Object.keys(whole.packages).filter(
  (place) => place !== '' && whole.packages[place]?.['integrity'] === undefined,
);
const binary = 'node_modules/@rolldown/binding-openharmony-arm64';
const forHere = { integrity: undefined, os: [process.platform], cpu: [process.arch] };

/** What is planted, and which entry the gate has to name with what words. */
const plants: [string, Packages, string, string][] = [
  [
    'a required entry is missing',
    without('node_modules/yaml'),
    'node_modules/yaml',
    'for the project, found no entry',
  ],
  [
    'a binary of another platform is missing',
    without(binary),
    binary,
    'for node_modules/rolldown, found no entry',
  ],
  [
    'a binary is of another release',
    changed(binary, { version: '1.0.0' }),
    binary,
    'for node_modules/rolldown, found 1.0.0',
  ],
  [
    'a required entry has no integrity',
    changed('node_modules/yaml', { integrity: undefined }),
    'node_modules/yaml',
    'expected integrity, as it is required, found none',
  ],
  [
    'an entry that development requires has no integrity',
    changed('node_modules/typescript', { integrity: undefined }),
    'node_modules/typescript',
    'expected integrity, as it is required, found none',
  ],
  [
    'an entry for this platform has no integrity',
    changed(binary, forHere),
    binary,
    `expected integrity, as it is for this platform (${process.platform} ${process.arch}`,
  ],
  [
    'an optional entry for every platform has no integrity',
    changed('node_modules/pg-cloudflare', { integrity: undefined }),
    'node_modules/pg-cloudflare',
    'expected integrity, as it is for this platform',
  ],
  [
    'an entry names a registry',
    changed('node_modules/yaml', { resolved: 'https://registry.example/yaml.tgz' }),
    'node_modules/yaml',
    'expected no resolved, found an address of a registry',
  ],
];

describe('the lock file', () => {
  it('passes as it is, and the entries without integrity are listed', async () => {
    const { exitCode, output } = await check(whole.packages);
    for (const place of foreign) expect(output).toContain(`${place}: has no integrity\n`);
    expect(output).toContain(`, ${foreign.length} without integrity, 0 breaches\n`);
    expect(exitCode).toBe(0);
  });

  it.each(plants)('fails where %s', async (_, packages, place, what) => {
    const { exitCode, output } = await check(packages);
    const breaches = output.split('\n').filter((line) => line.includes(': expected '));
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toMatch(`package-lock.json: ${place}: expected `);
    expect(breaches[0]).toContain(what);
    expect(output).toContain(' 1 breaches\n');
    expect(exitCode).toBe(1);
  });

  it('distinguishes glibc from musl, which exist only on Linux', async () => {
    const exitCodes: number[] = [];
    for (const libc of ['glibc', 'musl']) {
      const outcome = await check(changed(binary, { ...forHere, libc: [libc] }));
      exitCodes.push(outcome.exitCode);
    }
    expect(exitCodes.toSorted()).toEqual(process.platform === 'linux' ? [0, 1] : [0, 0]);
  });
});
