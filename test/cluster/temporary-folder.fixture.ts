/** A folder for the data of one spec file, removed when its tests have ended. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * To be called outside of tests, and before hooks of one's own that end processes: hooks run in
 * reverse order.
 */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tapefold-${name}-`));
  // Postgres has its own user if the tests run as root, and needs access.
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
