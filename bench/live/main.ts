/**
 * `npm run bench:live`: a minute of live load on one process, with its profile; prints it and
 * writes the page. `--seconds <n>` takes another time, more than 20, and writes nothing.
 */

import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { invalidInput } from '#values';
import { inTemporaryFolder } from '../temporary-folder.js';
import { livePage } from './live-page.js';
import { loadLines, measureLoad } from './measure-load.js';
import { warmSeconds } from './run-under-load.js';
import { Watch } from './watch.js';

const page = new URL('../../../docs/reference/performance-live.md', import.meta.url);
const usualSeconds = 60;

const { values: options } = parseArgs({ options: { seconds: { type: 'string' } } });
const seconds = Number(options.seconds ?? usualSeconds);
if (!(seconds > warmSeconds)) {
  const expected = `a number above ${warmSeconds}`;
  throw invalidInput('no such time', {
    where: '--seconds',
    expected,
    found: String(options.seconds),
  });
}

const startedAt = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const loadBefore = loadavg()[0] ?? NaN;
const watch = new Watch();
const finding = await inTemporaryFolder((folder) =>
  measureLoad({
    folder,
    seconds,
    onWarm: () => watch.begin(),
    onDone: () => watch.end(),
  }),
);
const { cores, profile } = watch;
const around = { startedAt, loadBefore, loadAfter: loadavg()[0] ?? NaN, cores, profile };
const collections = watch.collections();
loadLines(finding).forEach((line) => console.log(line));
console.log(`processor ${cores.toFixed(2)} of a core, collections ${JSON.stringify(collections)}`);
if (options.seconds === undefined)
  writeFileSync(page, livePage(finding, { ...around, collections }));
