/**
 * The package.json of the checkout: the one source of versions, and of which packages
 * are shipped how.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Ranges of versions by package. */
export type Ranges = Readonly<Record<string, string>>;

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: Ranges;
  readonly dependencies: Ranges;
  readonly devDependencies: Ranges;
  readonly packaging: {
    /** Included in the bundled program; an installation does not bring them. */
    readonly bundled: readonly string[];
    /** Needed by services only: the dependencies of the package of services. */
    readonly services: readonly string[];
  };
}

export const readManifest = (): Manifest =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/**
 * The ranges of these packages, which a checkout has as packages for development. Throws for one
 * that it lacks.
 */
export function rangesOf(
  { devDependencies }: Pick<Manifest, 'devDependencies'>,
  names: readonly string[],
): Ranges {
  const entries = names.map((name): [string, string] => {
    const range = devDependencies[name];
    if (range !== undefined) return [name, range];
    throw new Error(
      `package.json: packaging names ${name}, expected it in devDependencies, found it nowhere ` +
        'there',
    );
  });
  return Object.fromEntries(entries);
}
