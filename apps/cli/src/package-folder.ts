/** The folder of the package that this program is part of: a clone, or an installed package, bundled or not. */

import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { invariant } from '#values';

export function packageFolder(): string {
  const file = findPackageJSON(import.meta.url);
  invariant(file !== undefined, 'the program is in its package');
  return dirname(file);
}
