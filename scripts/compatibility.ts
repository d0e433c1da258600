/**
 * Refuses a change to a published message that would break its readers. `--publish` makes today's
 * schemas the published ones, as part of a release; `--lock FILE` replaces the published ones.
 */

import { existsSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { compareStreams } from './compatibility/compare-streams.ts';
import { lockPath, readLock, streamsOfToday } from './compatibility/published-streams.ts';

const words = process.argv.slice(2);
const path = words.includes('--lock') ? (words[words.indexOf('--lock') + 1] ?? '') : lockPath;

const isPublishing = words.includes('--publish');

const today = streamsOfToday();
/** Without a file nothing has been published yet, so today's schemas can be. */
const published = isPublishing && !existsSync(path) ? {} : readLock(path);
const breaches = compareStreams(published, today);
for (const { where, what } of breaches) console.log(`${path}: ${where}: ${what}`);
console.log(`compatibility: ${Object.keys(today).length} topics, ${breaches.length} breaches`);
if (breaches.length > 0) {
  console.log('A published message changes under a new `version`, a topic under a new name.');
  process.exitCode = 1;
} else if (isPublishing) {
  const options = (await resolveConfig('package.json')) ?? {};
  writeFileSync(path, await format(JSON.stringify(today), { ...options, filepath: path }));
  console.log(`wrote ${path}`);
}
