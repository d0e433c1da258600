/**
 * Refuses a package-lock.json that is not whole, and lists its entries without integrity.
 * `--complete` first adds what is missing: from the registry, or else from the name of the package,
 * as not every registry has all platforms.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { askNpm } from './lock-file/ask-npm.ts';
import { completeLock, provenPart, withEntriesOf } from './lock-file/complete-lock.ts';
import { findBreaches, unprovenEntries } from './lock-file/find-breaches.ts';
import type { LockFile } from './lock-file/lock-entries.ts';
import { thisPlatform } from './lock-file/platform.ts';

const path = 'package-lock.json';

function completed(lock: LockFile): LockFile {
  const proven = provenPart(lock);
  return completeLock(withEntriesOf(askNpm(proven), proven));
}

let lock = JSON.parse(readFileSync(path, 'utf8')) as LockFile;
if (process.argv.includes('--complete')) {
  lock = completed(lock);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}

const unproven = unprovenEntries(lock);
for (const [place] of unproven) console.log(`${path}: ${place}: has no integrity`);
const breaches = findBreaches(lock, thisPlatform());
for (const { where, what } of breaches) console.log(`${path}: ${where}: ${what}`);
const entries = Object.keys(lock.packages).length - 1;
console.log(
  `lock file: ${entries} entries, ${unproven.length} without integrity, ${breaches.length} ` +
    'breaches',
);
if (breaches.length > 0) {
  console.log('Run "npm run lock:complete" and review what it adds.');
  process.exitCode = 1;
}
