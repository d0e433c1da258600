/**
 * Packs what users install, from one checkout in one version: `tapefold`, and `tapefold-services`
 * with the packages that only services need. `node scripts/pack.ts [folder]` writes both archives
 * there. `--whole` instead rewrites package.json, so that `npm prune --omit=dev` keeps all that
 * compiled services import: for images.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readManifest, root } from './packaging/manifest.ts';
import { servicesManifest, wholeManifest } from './packaging/shipped-manifests.ts';

const write = (folder: string, manifest: object): void =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

/** Packs a folder into an archive in `target`; returns the archive's path. */
function pack(folder: string, target: string): string {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', target];
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm pack failed in ${folder}\n${stderr}`);
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  if (packed === undefined) throw new Error(`npm pack printed no archive for ${folder}`);
  return join(target, packed.filename);
}

function packServices(target: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-services-'));
  try {
    write(folder, servicesManifest(readManifest()));
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    return pack(folder, target);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv.includes('--whole')) {
  write(root, wholeManifest(readManifest()));
} else {
  const target = resolve(process.argv[2] ?? '.');
  mkdirSync(target, { recursive: true });
  console.log(pack(root, target));
  console.log(packServices(target));
}
