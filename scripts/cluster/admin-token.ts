/** The token of the command line: made once, readable by its owner alone; services learn its hash only. */

import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const tokenFile = (folder: string): string => join(folder, 'token');

/** SHA-256 of the folder's token, hexadecimal, as TAPEFOLD_ADMIN_TOKEN_HASH takes it; makes the token when needed. */
export function adminTokenHash(folder: string): string {
  return createHash('sha256').update(tokenIn(folder)).digest('hex');
}

function tokenIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = tokenFile(folder);
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(file, 0o600);
  }
  return readFileSync(file, 'utf8').trim();
}
