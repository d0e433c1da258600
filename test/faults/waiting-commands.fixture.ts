/** `tapefold …` as a separate process, against the gateway of a world. */

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/cluster/project-root.ts';
import type { Scenario } from '#contracts/scenario/scenario';
import type { World } from './world.fixture.js';

const mainFile = join(projectRoot, 'dist', 'program', 'tapefold.js');

export interface Waiting {
  /** Its output so far on standard error. */
  said(): string;
  isOver(): boolean;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string }>;
}

/** Submits a scenario, and waits for its result as JSON; `more` options are added. */
export function submitAndWait(
  world: World,
  scenario: Scenario,
  speed: number,
  ...more: readonly string[]
): Waiting {
  const file = join(world.folder, `${scenario.name}.yaml`);
  writeFileSync(file, JSON.stringify(scenario));
  const waiting = ['--wait', '--json', '--speed', `${speed}`, ...more];
  return tapefold(world, 'cluster', 'submit', file, ...waiting, ...world.reachOptions());
}

/** `tapefold …`, in the folder of a world. */
export function tapefold(world: World, ...args: readonly string[]): Waiting {
  const child = spawn(process.execPath, [mainFile, ...args], { cwd: world.folder });
  let out = '';
  let err = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
  const ended = new Promise<{ code: number | null; out: string }>((settle) => {
    child.once('close', (code) => settle({ code, out }));
  });
  return { said: () => err, isOver: () => child.exitCode !== null, ended };
}

/** The journal hash of each run by its label, of a result that was printed. */
export function hashesIn(out: string): Record<string, string> {
  const { runs } = JSON.parse(out) as { runs: { run: string; journalHash: string }[] };
  return Object.fromEntries(runs.map(({ run, journalHash }) => [run, journalHash]));
}
