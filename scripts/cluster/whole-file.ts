/** Files that are there whole or not at all, for the eyes of their owner alone. */

import { chmodSync, chownSync, existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { conflict } from '#values';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Puts a file in the place of what is there, mode 0600; of `owner`, or of who runs this. */
export function writeOwn(file: string, text: string, owner?: Owner): void {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, text, { mode: 0o600 });
  // The mode above is cut by nobody's umask, but that of an older partial file stays.
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

/** Changes the owner where it is another one: only root may. */
export function giveTo(path: string, { uid, gid }: Owner): void {
  if (statSync(path).uid !== uid) chownSync(path, uid, gid);
}

/** `Conflict` where a path belongs to somebody else, who could have put anything there. */
export function requireOwner(path: string, { uid }: Owner): void {
  const found = statSync(path).uid;
  if (found === uid) return;
  throw conflict('it belongs to another user', {
    where: path,
    expected: `user ${uid}, who owns this checkout: change its owner, or remove it`,
    found: `user ${found}`,
  });
}
