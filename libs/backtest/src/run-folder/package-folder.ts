/** The folder of the package that this program is part of: a clone, or an installed package, bundled or not. */

import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { invariant } from '#values';

export function packageFolder(): string {
  const file = findPackageJSON(import.meta.url);
  invariant(file !== undefined, 'the program is in its package');
  return dirname(file);
}

/** The version that its package.json states. */
export const { version: codeVersion } = JSON.parse(
  readFileSync(join(packageFolder(), 'package.json'), 'utf8'),
) as { version: string };
