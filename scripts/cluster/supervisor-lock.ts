/**
 * One supervisor a folder: a pid file that only one can make, and that a dead one does not hold.
 */

import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { conflict } from '#values';
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts';

export const lockFile = (folder: string): string => join(folder, 'supervisor.pid');

/** The supervisor that runs in this folder; undefined if there is none, or it is dead. */
export function runningSupervisor(folder: string): ProcessIdentity | undefined {
  const held = heldBy(folder);
  return held !== undefined && isAlive(held) ? held : undefined;
}

function heldBy(folder: string): ProcessIdentity | undefined {
  try {
    const { pid, started } = JSON.parse(readFileSync(lockFile(folder), 'utf8')) as ProcessIdentity;
    return Number.isInteger(pid) && typeof started === 'string' ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

/** Makes this process the supervisor of the folder. `Conflict` if another one is alive. */
export function lock(folder: string): ProcessIdentity {
  const self = identify(process.pid);
  if (self === undefined) throw conflict('this process cannot see when it started');
  mkdirSync(folder, { recursive: true });
  const own = `${lockFile(folder)}.${process.pid}`;
  writeFileSync(own, JSON.stringify(self));
  try {
    take(folder, own);
  } finally {
    rmSync(own);
  }
  return self;
}

/** A link appears with its content, or fails when the name is there. */
function take(folder: string, own: string): void {
  for (const attempt of [1, 2]) {
    try {
      return linkSync(own, lockFile(folder));
    } catch (cause) {
      const other = runningSupervisor(folder);
      if (other !== undefined || attempt === 2) {
        const found = `process ${other?.pid ?? 'unknown'}`;
        throw conflict('another cluster runs in this folder', { where: folder, found, cause });
      }
      rmSync(lockFile(folder), { force: true });
    }
  }
}

export const unlock = (folder: string): void => rmSync(lockFile(folder), { force: true });
