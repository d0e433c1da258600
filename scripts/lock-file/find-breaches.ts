/**
 * What makes a lock file less than whole: entries that are missing, stale, without a hash, or
 * tied to a host.
 */

import {
  isExact,
  isFromRegistry,
  isUnproven,
  placeFor,
  wantsOf,
  type LockEntry,
  type LockFile,
} from './lock-entries.ts';
import { isFor, platformText, type Platform } from './platform.ts';

export interface Breach {
  /** The place of the entry, or where it is missing. */
  readonly where: string;
  readonly what: string;
}

/** All breaches, for an installation on `platform`. */
export function findBreaches(lock: LockFile, platform: Platform): Breach[] {
  return [...missing(lock), ...unproven(lock, platform), ...hosts(lock)];
}

/** The entries without integrity, in the order of the file: their downloads cannot be verified. */
export function unprovenEntries({ packages }: LockFile): [string, LockEntry][] {
  return Object.entries(packages).filter(([place, entry]) => isUnproven(place, entry));
}

/**
 * npm ci refuses a file without an entry of any platform, and one with another version
 * than is asked for.
 */
function missing(lock: LockFile): Breach[] {
  return wantsOf(lock).flatMap((want): Breach[] => {
    const { from, name, range, optional } = want;
    const place = placeFor(lock, want);
    const asked = `expected ${range} for ${from === '' ? 'the project' : from}`;
    if (place === undefined) {
      return [{ where: `node_modules/${name}`, what: `${asked}, found no entry` }];
    }
    const found = lock.packages[place]?.version;
    if (!optional || !isExact(range) || found === range) return [];
    return [{ where: place, what: `${asked}, found ${found ?? 'no version'}` }];
  });
}

function unproven(lock: LockFile, platform: Platform): Breach[] {
  return unprovenEntries(lock).flatMap(([where, entry]): Breach[] => {
    if (entry.optional !== true) {
      return [{ where, what: 'expected integrity, as it is required, found none' }];
    }
    if (!isFor(entry, platform)) return [];
    const here = platformText(platform);
    return [
      { where, what: `expected integrity, as it is for this platform (${here}), found none` },
    ];
  });
}

/** Each machine has its own registry; an entry without `resolved` comes from that one. */
function hosts({ packages }: LockFile): Breach[] {
  return Object.entries(packages)
    .filter(([, entry]) => isFromRegistry(entry))
    .map(([where]) => ({ where, what: 'expected no resolved, found an address of a registry' }));
}
