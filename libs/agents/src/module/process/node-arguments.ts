/**
 * Node's arguments for a module: the rights of its permission model, and the bounds on its memory.
 */

import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { unavailable } from '#values';
import { indicatorLibraryFiles } from '#market-view/indicators/running/library';

/** Limits JavaScript objects and strings; columns of numbers come on top. */
const heapMegabytesMax = 512;

/**
 * The parts of the product for the module's process: its own code, bundled apart, and no
 * readers of data.
 */
const programFolder = 'dist/module-process';

/** The folder of the product's package.json. */
export function packageRoot(): string {
  const manifest = findPackageJSON(import.meta.url);
  if (manifest === undefined) throw unavailable('the Tapefold package cannot be found');
  return dirname(manifest);
}

/**
 * Entry point of the module's process, always the compiled one: it runs without the tests' loader.
 */
function childEntry(): string {
  const entry = join(packageRoot(), programFolder, 'module-process.js');
  if (existsSync(entry)) return entry;
  throw unavailable('module agents need a build, and none exists', {
    expected: 'a build made by `npm run build`',
  });
}

/**
 * Arguments of `node`: read access to `readable` and to the product's own code, and no other right.
 */
export function nodeArguments(readable: readonly string[]): string[] {
  const entry = childEntry();
  const program = [join(packageRoot(), 'package.json'), join(packageRoot(), programFolder)];
  const own = [...program, ...indicatorLibraryFiles()];
  return [
    '--permission',
    // For the thread that takes in; the user's code can start none.
    '--allow-worker',
    ...[...own, ...readable].map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${heapMegabytesMax}`,
    // As many threads for compiler and collector as there are cores beside one: more than
    // that stop its own.
    '--v8-pool-size=0',
    '--no-warnings',
    entry,
  ];
}

/**
 * Inherits nothing from the parent's environment; UTC, so that local times are the same everywhere.
 */
export function childEnvironment(): Record<string, string> {
  const systemRoot = process.platform === 'win32' ? process.env['SystemRoot'] : undefined;
  return systemRoot === undefined ? { TZ: 'UTC' } : { TZ: 'UTC', SystemRoot: systemRoot };
}
