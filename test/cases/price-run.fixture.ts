/** Price files run by one command, as their users run them. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '#contracts/result/result';
import { tapefold } from '../e2e/command-line.fixture.js';

export interface PriceRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly manifest: () => string;
  readonly report: () => string;
  readonly result: () => Result;
}

/** Runs files of a folder, from the first to the last option, into its folder `out`. */
export async function runPrices(
  folder: string,
  files: readonly string[],
  ...options: readonly string[]
): Promise<PriceRun> {
  const out = join(folder, 'out');
  const paths = files.map((file) => join(folder, file));
  const agent = options.includes('--agent') ? [] : ['--agent', 'buy-and-hold'];
  const ran = await tapefold('run', '--prices', ...paths, ...agent, ...options, '--out', out);
  const text = (name: string): string => readFileSync(join(out, name), 'utf8');
  return {
    ...ran,
    manifest: () => text('data/dataset.yaml'),
    report: () => text('report.html'),
    result: () => JSON.parse(text('result.json')) as Result,
  };
}
