/**
 * The folder of the package that this program is part of: a clone, or an installed package,
 * bundled or not.
 */

import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { invariant } from '#values';

/** Written by the build. */
const buildFile = join('dist', 'build.json');

export function packageFolder(): string {
  const file = findPackageJSON(import.meta.url);
  invariant(file !== undefined, 'the program is in its package');
  return dirname(file);
}

interface Manifest {
  readonly version: string;
  readonly packaging: { readonly services: readonly string[] };
}

const manifest = readJson<Manifest>('package.json');

/** The version that its package.json states. */
export const { version } = manifest;

/** Packages that only services need, which an installation of this package alone does not bring. */
export const servicePackages = manifest.packaging.services;

/**
 * What results name as the code that wrote them: the version and, as its build metadata, the digest
 * of what was built, because two builds of one version may differ. Sources that were never built
 * have the version alone.
 */
export const codeVersion = existsSync(join(packageFolder(), buildFile))
  ? `${version}+${readJson<{ build: string }>(buildFile).build}`
  : version;

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(packageFolder(), name), 'utf8')) as T;
}
