/**
 * Runs `npm test` with the arguments given and fails when its tests fail, or when it took a tenth more CPU seconds than
 * the last line of .ci/CHANGELOG.md states. CPU seconds, unlike wall time, do not grow with what else the machine does;
 * they are stated for a machine on which the calibration below takes one second.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const changelog = join(root, '.ci', 'CHANGELOG.md');
/** Growth up to this factor passes without a new line. */
const allowed = 1.1;
const ticksPerSecond = 100;

/** Work of a fixed size of the kinds that tests do: numbers, texts, objects, hashes. */
const calibration = `
const { createHash } = require('node:crypto');
let state = 1;
const hash = createHash('sha256');
for (let round = 0; round < 120; round += 1) {
  const rows = Array.from({ length: 4000 }, (_, i) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return { key: String(state), value: state / (i + 1) };
  });
  rows.sort((a, b) => (a.key < b.key ? -1 : 1));
  hash.update(JSON.stringify(JSON.parse(JSON.stringify(rows))));
}
hash.digest();
`;

/** CPU seconds of the children of this process that have ended, with theirs; fields 16 and 17 of proc(5). */
function secondsOfChildren(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

function measured(work: () => void): number {
  const before = secondsOfChildren();
  work();
  return secondsOfChildren() - before;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

function calibrate(): readonly number[] {
  return Array.from({ length: 5 }, () =>
    measured(() => void spawnSync(process.execPath, ['-e', calibration])),
  );
}

/** What processes that outlive their test's worker have noted of themselves. */
function secondsNoted(folder: string): number {
  return readdirSync(folder)
    .map((name) => Number(readFileSync(join(folder, name), 'utf8')))
    .reduce((sum, seconds) => sum + seconds, 0);
}

function budget(): number {
  const rows = [...readFileSync(changelog, 'utf8').matchAll(/^\| \d{4}-\d\d-\d\d \| +(\d+) +\|/gm)];
  const last = rows.at(-1)?.[1];
  if (last === undefined) throw new Error(`${changelog}: expected a row with CPU seconds`);
  return Number(last);
}

const noted = mkdtempSync(join(tmpdir(), 'tapefold-test-cpu-'));
const before = calibrate();
let status: number | null = null;
const own = measured(() => {
  const env = { ...process.env, TAPEFOLD_TEST_CPU: noted };
  const args = ['run', 'test', '--', ...process.argv.slice(2)];
  status = spawnSync('npm', args, { cwd: root, stdio: 'inherit', env }).status;
});
const seconds = own + secondsNoted(noted);
rmSync(noted, { recursive: true, force: true });
const unit = median([...before, ...calibrate()]);
const found = Math.round(seconds / unit);
const most = Math.round(budget() * allowed);
const here = `${Math.round(seconds)} s, the calibration ${unit.toFixed(2)} s`;
console.log(`CPU of npm test: ${here}; ${found} s where that takes 1 s, at most ${most}`);
if (found > most) {
  console.log(
    `make it cheaper, or add a line to .ci/CHANGELOG.md that says what ${found} s are for`,
  );
}
process.exit(status === 0 && found <= most ? 0 : 1);
