/**
 * The tokens of a cluster, made once, readable only by their owner; services get only the hash of
 * the admin token.
 */

import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invalidInput } from '#values';
import { madeOnce, requireOwner, type Owner } from './whole-file.ts';

export const tokenFile = (folder: string): string => join(folder, 'token');

/** Shorter ones are guessed, or the rest of a file that was cut. */
const tokenCharsMin = 16;

/**
 * SHA-256 of the folder's token, hexadecimal, as TAPEFOLD_ADMIN_TOKEN_HASH takes it; creates the
 * token if needed, for `owner`, or for the current user. `InvalidInput` if the file holds no token,
 * `Conflict` if another user owns it.
 */
export function adminTokenHash(folder: string, owner?: Owner): string {
  mkdirSync(folder, { recursive: true });
  const file = tokenFile(folder);
  if (madeOnce(file, () => randomBytes(32).toString('base64url'), owner) === 'kept') {
    if (owner !== undefined) requireOwner(file, owner);
    chmodSync(file, 0o600);
  }
  const token = readFileSync(file, 'utf8').trim();
  if (token.length >= tokenCharsMin) return createHash('sha256').update(token).digest('hex');
  const expected =
    `one line of ${tokenCharsMin} characters or more; ` + 'without the file a token is made';
  throw invalidInput('not a token', { where: file, expected });
}

/** The token that agent adapters and the model gateway share; made when needed. */
export function modelGatewayToken(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'model-gateway-token');
  madeOnce(file, () => randomBytes(32).toString('base64url'));
  return readFileSync(file, 'utf8').trim();
}
