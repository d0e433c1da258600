/** A lock file that admits one process at a time to a folder. */

import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { conflict, unavailable } from '#values';

/**
 * Writes the lock file, which names this process, or takes over that of a process that has ended.
 * Throws `Conflict`, with `what`, while another process or another part of this one holds it;
 * `Unavailable` if it cannot be written.
 */
export function takeLock(path: string, what: string): void {
  const own = processName(process.pid);
  try {
    guarded(path, () => create(path, own));
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause;
    if ((cause as { code?: unknown }).code !== 'EEXIST') throw error;
    const holder = holderOf(path);
    // It was released in between.
    if (holder === undefined) return takeLock(path, what);
    if (holder !== '' && processName(Number.parseInt(holder, 10)) === holder) {
      throw conflict(what, { where: path, found: `process ${holder}` });
    }
    takeOver(path, what, holder);
  }
}

/**
 * Only one process at a time may take over a dead one's lock: otherwise a second would
 * overwrite the first.
 */
function takeOver(path: string, what: string, dead: string): void {
  const turn = `${path}.next`;
  takeLock(turn, what);
  try {
    if (holderOf(path) !== dead) return takeLock(path, what);
    guarded(path, () => writeFileSync(path, processName(process.pid)));
  } finally {
    rmSync(turn, { force: true });
  }
}

/**
 * Creates the file together with its content: an empty one would be taken over. Fails if
 * the file exists.
 */
function create(path: string, content: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EEXIST') throw error;
    // A file system without links.
    writeFileSync(path, content, { flag: 'wx' });
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The content of the file; undefined if it is gone. */
function holderOf(path: string): string | undefined {
  return guarded(path, () => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
      throw error;
    }
  });
}

/** The process and, if the system reports it, its start time: process ids are reused. */
function processName(pid: number): string {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EPERM') return '';
  }
  try {
    // The 22nd field of proc(5); the second one may hold blanks and ends with the last bracket.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // A killed process keeps its id until its parent has waited for it.
    return fields[0] === 'Z' ? '' : `${pid} ${fields[19] ?? ''}`;
  } catch {
    return `${pid}`;
  }
}

function guarded<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw unavailable('the lock file cannot be used', { where, cause });
  }
}
