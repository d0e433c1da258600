/** Questions to git about the checkout that this bench belongs to. */

import { spawnSync } from 'node:child_process';

/** What git prints, without the end of its last line; null if it fails or is not installed. */
export function git(checkout: string, ...words: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', words, { cwd: checkout, encoding: 'utf8' });
  return status === 0 ? stdout.trimEnd() : null;
}
