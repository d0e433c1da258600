/** Files that are written whole or not at all, readable only by their owner. */

import { chmodSync, chownSync, existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { conflict } from '#values';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Replaces a file atomically, mode 0600; it belongs to `owner`, or to the current user. */
export function writeOwn(file: string, text: string, owner?: Owner): void {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, text, { mode: 0o600 });
  // The umask never cuts the mode above, but an older partial file keeps its mode.
  chmodSync(partial, 0o600);
  if (owner !== undefined) giveTo(partial, owner);
  renameSync(partial, file);
}

/** Makes a file of one line unless there is one. */
export function madeOnce(file: string, line: () => string, owner?: Owner): 'made' | 'kept' {
  if (existsSync(file)) return 'kept';
  writeOwn(file, `${line()}\n`, owner);
  return 'made';
}

/** Changes the owner if it differs, which only root may do. */
export function giveTo(path: string, { uid, gid }: Owner): void {
  if (statSync(path).uid !== uid) chownSync(path, uid, gid);
}

/** `Conflict` if a path belongs to another user, who could have put anything there. */
export function requireOwner(path: string, { uid }: Owner): void {
  const found = statSync(path).uid;
  if (found === uid) return;
  throw conflict('it belongs to another user', {
    where: path,
    expected: `user ${uid}, who owns this checkout: change its owner, or remove it`,
    found: `user ${found}`,
  });
}
