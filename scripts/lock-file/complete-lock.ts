/** Completes a lock file with the binaries of other platforms that a registry does not have. */

import {
  isExact,
  isFromRegistry,
  isUnproven,
  placeFor,
  wantsOf,
  type LockEntry,
  type LockFile,
  type Want,
} from './lock-entries.ts';
import { platformOfName } from './platform.ts';

/**
 * Without the entries that have no integrity, which a registry may have by now, and without
 * addresses of one.
 */
export function provenPart(lock: LockFile): LockFile {
  const kept = Object.entries(lock.packages)
    .filter(([place, entry]) => !isUnproven(place, entry))
    .map(([place, entry]): [string, LockEntry] => {
      if (!isFromRegistry(entry)) return [place, entry];
      const { resolved: _, ...rest } = entry;
      return [place, rest];
    });
  return { ...lock, packages: Object.fromEntries(kept) };
}

/** With every entry of `other` that the lock file does not have. */
export function withEntriesOf(other: LockFile, lock: LockFile): LockFile {
  return { ...lock, packages: sorted({ ...other.packages, ...lock.packages }) };
}

/**
 * Adds an entry for every optional package that lacks one, if its name determines the platform and
 * one exact version is requested: what npm would write, except for the integrity. Anything else
 * that is missing stays missing.
 */
export function completeLock(lock: LockFile): LockFile {
  return wantsOf(lock).reduce((whole, want) => {
    if (!want.optional || placeFor(whole, want) !== undefined) return whole;
    const entry = entryFor(whole, want);
    if (entry === undefined) return whole;
    const place = `node_modules/${want.name}`;
    return { ...whole, packages: sorted({ ...whole.packages, [place]: entry }) };
  }, lock);
}

/**
 * The entry of an optional package; undefined where its platform or its version is not known.
 * Members as npm sorts.
 */
function entryFor(lock: LockFile, { from, name, range }: Want): LockEntry | undefined {
  const siblings = Object.keys(lock.packages[from]?.optionalDependencies ?? {});
  const platform = platformOfName(name, siblings);
  if (platform === undefined || !isExact(range)) return undefined;
  const wanting = wantsOf(lock).filter((want) => want.name === name);
  const parents = wanting.map((want) => lock.packages[want.from] ?? {});
  const { license, engines } = releasedAlong(lock, from, siblings, range);
  return {
    version: range,
    cpu: [platform.cpu],
    // A package is left out with the packages for development only if nothing else depends on it.
    ...(parents.every(({ dev }) => dev === true) ? { dev: true } : {}),
    ...(platform.libc === undefined ? {} : { libc: [platform.libc] }),
    ...(license === undefined ? {} : { license }),
    optional: true,
    os: [platform.os],
    ...(parents.every(({ peer }) => peer === true) ? { peer: true } : {}),
    ...(engines === undefined ? {} : { engines }),
  };
}

/** The same release for another platform, which has the same license and needs the same Node. */
function releasedAlong(
  lock: LockFile,
  from: string,
  siblings: readonly string[],
  version: string,
): LockEntry {
  const entries = siblings
    .filter((name) => platformOfName(name, siblings) !== undefined)
    .map((name) => placeFor(lock, { from, name, range: version, optional: true }))
    .map((place) => (place === undefined ? undefined : lock.packages[place]));
  return entries.find((entry) => entry?.version === version) ?? {};
}

/** In the order in which npm writes them. */
function sorted(packages: LockFile['packages']): LockFile['packages'] {
  const entries = Object.entries(packages);
  return Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}
