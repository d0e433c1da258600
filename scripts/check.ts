/**
 * `npm run check`: every gate, each with its command and its time, the tests last. `--static`
 * leaves those out.
 */

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, resolve } from 'node:path';

interface Gate {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly isTest?: boolean;
}

const suite = (name: string, ...projects: readonly string[]): Gate => ({
  name,
  command: ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])],
  isTest: true,
});

const rooms = ['apps', 'libs', 'test', 'bench', 'scripts', 'examples'];

const gates: readonly Gate[] = [
  // What has not changed since the last check is not read again.
  {
    name: 'format',
    command: [
      'prettier',
      '--check',
      '--cache',
      '--cache-strategy',
      'content',
      '--log-level',
      'warn',
      '.',
    ],
  },
  { name: 'lint', command: ['oxlint', '--disable-nested-config', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json', '--noEmit'] },
  { name: 'types of pages', command: ['tsc', '-p', 'libs/report/page'] },
  {
    name: 'boundaries',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', ...rooms],
  },
  { name: 'tidy', command: ['node', 'scripts/tidy.ts'] },
  {
    name: 'patterns',
    command: ['node', '--disable-warning=ExperimentalWarning', 'scripts/patterns.ts'],
  },
  { name: 'compatibility', command: ['node', 'scripts/compatibility.ts'] },
  { name: 'lock file', command: ['node', 'scripts/lock-file.ts'] },
  suite('unit', 'unit'),
  suite('properties', 'properties'),
  suite('golden journals', 'journals'),
];

/** What came of a gate; exit code 0 means that it held. */
interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
}

const environment = {
  ...process.env,
  PATH: `${resolve('node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
};

/** Runs one gate and reports the outcome; shows its output as it comes, or all of it at the end. */
async function outcomeOf(gate: Gate, output: 'at once' | 'at its end'): Promise<Outcome> {
  const { name, command } = gate;
  const [program, ...rest] = command;
  const head = `\n== ${name}: ${command.join(' ')}`;
  if (output === 'at once') console.log(head);
  const started = performance.now();
  const child = spawn(program, rest, {
    stdio: output === 'at once' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: environment,
    shell: process.platform === 'win32',
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const passed = await new Promise<boolean>((settle) => {
    child.on('error', (error) => {
      printed += `${program} did not start: ${error.message}\n`;
      settle(false);
    });
    child.on('close', (status) => settle(status === 0));
  });
  const seconds = (performance.now() - started) / 1000;
  if (output === 'at its end') console.log(head);
  process.stdout.write(printed);
  console.log(`== ${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return { name, passed, seconds };
}

/** Runs as many at a time as there are cores; returns the outcomes in the order of the gates. */
async function sideBySide(list: readonly Gate[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = list.entries();
  const work = async (): Promise<void> => {
    for (const [at, gate] of waiting) outcomes[at] = await outcomeOf(gate, 'at its end');
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return outcomes;
}

const results = await sideBySide(gates.filter(({ isTest }) => isTest !== true));
if (!process.argv.includes('--static')) {
  // A suite uses all cores by itself.
  for (const gate of gates.filter(({ isTest }) => isTest)) {
    results.push(await outcomeOf(gate, 'at once'));
  }
}
const failed = results.filter(({ passed }) => !passed);

console.log('');
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(16)} ${seconds.toFixed(1)} s`);
}
console.log(`check: ${results.length - failed.length} gates passed, ${failed.length} failed`);
if (failed.length > 0) process.exitCode = 1;
