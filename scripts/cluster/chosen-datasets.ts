/**
 * The register of data sets that a cluster was started with, remembered in its folder for
 * the next start.
 */

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectRoot } from './project-root.ts';
import { writeOwn } from './whole-file.ts';

/** Its name in the folder of the cluster: one line, the path of the register. */
export const rememberedName = 'datasets.path';

/** The register of only the bundled data sets. */
const bundledOnly = join(projectRoot, 'docker', 'datasets.json');

/**
 * The path given now, else that of the last start in this folder, else that of the
 * bundled data sets.
 */
export function chosenDatasets(folder: string, said: string | undefined): string {
  if (said !== undefined && said !== '') return resolve(said);
  try {
    return readFileSync(join(folder, rememberedName), 'utf8').trim();
  } catch {
    return bundledOnly;
  }
}

/** For the next start without a path. */
export function rememberDatasets(folder: string, datasets: string): void {
  const file = join(folder, rememberedName);
  if (datasets === bundledOnly) return rmSync(file, { force: true });
  mkdirSync(folder, { recursive: true });
  writeOwn(file, `${datasets}\n`);
}
