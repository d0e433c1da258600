/** `npm run check`: every gate in turn, each with its command and its time. `--static` leaves the tests out. */

import { spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

interface Gate {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly isTest?: boolean;
}

const suite = (name: string, project: string): Gate => ({
  name,
  command: ['vitest', 'run', '--project', project],
  isTest: true,
});

const rooms = ['apps', 'libs', 'test', 'bench', 'scripts', 'examples'];

const gates: readonly Gate[] = [
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', command: ['oxlint', '--disable-nested-config', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json', '--noEmit'] },
  {
    name: 'boundaries',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', ...rooms],
  },
  { name: 'tidy', command: ['node', 'scripts/tidy.ts'] },
  { name: 'compatibility', command: ['node', 'scripts/compatibility.ts'] },
  suite('unit', 'unit'),
  suite('properties', 'properties'),
  suite('golden journals', 'journals'),
];

/** Runs one gate with its output shown; its exit code 0 means that it held. */
function holds({ name, command }: Gate): { name: string; passed: boolean; seconds: number } {
  console.log(`\n== ${name}: ${command.join(' ')}`);
  const [program, ...rest] = command;
  const started = performance.now();
  const binaries = resolve('node_modules', '.bin');
  const { status, error } = spawnSync(program, rest, {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}` },
    shell: process.platform === 'win32',
  });
  if (error !== undefined) console.log(`${program} did not start: ${error.message}`);
  const seconds = (performance.now() - started) / 1000;
  const passed = status === 0;
  console.log(`== ${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return { name, passed, seconds };
}

const wanted = gates.filter(({ isTest }) => !(process.argv.includes('--static') && isTest));
const results = wanted.map(holds);
const failed = results.filter(({ passed }) => !passed);

console.log('');
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(16)} ${seconds.toFixed(1)} s`);
}
console.log(`check: ${results.length - failed.length} gates passed, ${failed.length} failed`);
if (failed.length > 0) process.exitCode = 1;
