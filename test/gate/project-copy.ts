/**
 * A temporary copy of the checkout in which a test may break rules: rooms and
 * configurations, no history.
 */

import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const everything = [
  'libs',
  'apps',
  'migrations',
  'scripts',
  'package.json',
  'tsconfig.json',
  '.dependency-cruiser.cjs',
];

export interface Outcome {
  readonly exitCode: number;
  readonly output: string;
}

export interface ProjectCopy {
  /** Writes a file below the copy, making its folders. */
  plant(path: string, content: string): void;
  run(program: string, ...args: string[]): Promise<Outcome>;
  remove(): void;
}

/** Copies all that a gate reads, or these files and folders alone. */
export function copyProject(copied: readonly string[] = everything): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-gate-'));
  for (const name of copied.filter((entry) => existsSync(join(root, entry)))) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    plant(path, content) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    run: (program, ...args) => run(folder, program, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A program of node_modules/.bin, or `node` itself; both output streams together. */
export function run(folder: string, program: string, args: string[]): Promise<Outcome> {
  const binary =
    program === 'node' ? process.execPath : join(root, 'node_modules', '.bin', program);
  return new Promise((settle) => {
    execFile(
      binary,
      args,
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        let exitCode;
        if (typeof error?.code === 'number') {
          exitCode = error.code;
        } else if (error === null) {
          exitCode = 0;
        } else {
          exitCode = -1;
        }
        settle({ exitCode, output: stdout + stderr });
      },
    );
  });
}
