/** Commands as a user gives them, with their output if they fail. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Runs the built program; what it printed. */
export function runTapefold(args: readonly string[]): Promise<string> {
  return runCommand(process.execPath, [join(root, 'bin', 'tapefold.js'), ...args]);
}

/**
 * Runs a command in the project's folder; rejects with its output if it fails. `env`:
 * on top of ours.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  return new Promise((settle, fail) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    let printed = '';
    child.stdout.on('data', (data: Buffer) => {
      printed += data.toString();
    });
    child.stderr.on('data', (data: Buffer) => {
      errors += data.toString();
    });
    child.on('error', fail);
    child.on('close', (code) => {
      if (code === 0) settle(printed);
      else
        fail(new Error(`${command} ${args.join(' ')} ended with ${code}\n${printed}\n${errors}`));
    });
  });
}
