/**
 * Postgres refuses to run as root: whom it runs as then, and where that user can reach its files.
 */

import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { conflict, unavailable } from '#values';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** `postgres` if the machine has that user, else `nobody`; undefined if we are not root. */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw unavailable('Postgres does not run as root', { expected: 'a user postgres or nobody' });
}

/** Whether the user may pass through every folder on the way to the path. */
export function canReach({ uid, gid }: SystemUser, path: string): boolean {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    if (!existsSync(at)) continue;
    const { mode, uid: owner, gid: group } = statSync(at);
    let shift;
    if (owner === uid) {
      shift = 6;
    } else if (group === gid) {
      shift = 3;
    } else {
      shift = 0;
    }
    if (((mode >> shift) & 1) === 0) return false;
  }
  return true;
}

/**
 * A folder for the database: the wanted one where the user can reach it, otherwise one in the
 * folder for temporary files that is named for it (a checkout below a private home).
 */
export function reachableFolder(user: SystemUser | undefined, wanted: string): string {
  if (user === undefined || canReach(user, dirname(wanted))) return wanted;
  const place = join(tmpdir(), `tapefold-${digest(wanted)}`);
  makeOwn(place);
  return place;
}

/** The programs where the user can run them: in node_modules, or a copy of them. */
export function reachablePrograms(user: SystemUser | undefined, native: string): string {
  if (user === undefined || canReach(user, join(native, 'bin'))) return native;
  const copy = join(tmpdir(), `tapefold-${digest(native)}`);
  makeOwn(copy);
  const programs = join(copy, 'native');
  if (existsSync(programs)) return programs;
  const partial = join(copy, `copying-${process.pid}`);
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  if (existsSync(programs)) rmSync(partial, { recursive: true });
  else renameSync(partial, programs);
  return programs;
}

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/** A folder with a guessable name is used only if it belongs to this user. */
function makeOwn(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw conflict('the folder belongs to another user', { where: folder });
  }
  chmodSync(folder, 0o755);
}
