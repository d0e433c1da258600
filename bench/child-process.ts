/** A program of the bench in a process of its own. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ChildOutcome {
  /** From before the start to after the end. */
  readonly milliseconds: number;
  /** What it printed, which is one JSON object. */
  readonly result: Readonly<Record<string, unknown>>;
}

/** The options of Node that `npm start` gives the product. */
export function startOptions(): string[] {
  const file = new URL('../../package.json', import.meta.url);
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: { start: string } };
  const [, ...words] = scripts.start.split(' ');
  return words.slice(
    0,
    words.findIndex((word) => !word.startsWith('--')),
  );
}

/**
 * Runs a program, bundled as `scripts/bundle.ts` does it, in an empty folder that is removed after the clock has
 * stopped; throws with what it said when it fails.
 */
export function inChild(
  program: string,
  given: readonly (number | string)[],
  options: readonly string[] = [],
): ChildOutcome {
  const path = fileURLToPath(new URL(`programs/${program}/${program}.js`, import.meta.url));
  const cwd = mkdtempSync(join(tmpdir(), 'tapefold-bench-'));
  try {
    const from = performance.now();
    const words = [...options, path, ...given.map(String)];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      cwd,
    });
    const milliseconds = performance.now() - from;
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
    return { milliseconds, result: JSON.parse(stdout) as Record<string, unknown> };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
