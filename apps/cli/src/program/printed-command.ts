/** Commands that this program prints, ready to paste into a shell in the same folder. */

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFolder } from '#backtest/run-folder/package-folder';

export interface Surroundings {
  /** Where the command will be called. */
  readonly cwd: string;
  /** Folder of the package; both without symbolic links. */
  readonly packageFolder: string;
}

/** `npx tapefold …` if npx finds this program; otherwise its launcher by path. */
export function printedCommand(
  words: readonly string[],
  { cwd, packageFolder: folder }: Surroundings = {
    cwd: process.cwd(),
    packageFolder: packageFolder(),
  },
): string {
  const launcher = join(folder, 'bin', 'tapefold.js');
  const program = isFoundByNpx(cwd, folder, launcher) ? ['npx', 'tapefold'] : ['node', launcher];
  return [...program, ...words].map(quoted).join(' ');
}

/**
 * npx looks for the command in the node_modules of each folder from here up, and at the package
 * that the folder belongs to: the nearest one with a package.json or node_modules.
 */
function isFoundByNpx(cwd: string, packageRoot: string, launcher: string): boolean {
  let isOfOtherPackage = false;
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (folder === packageRoot && !isOfOtherPackage) return true;
    const command = join(folder, 'node_modules', '.bin', 'tapefold');
    if (existsSync(command)) return realpathSync(command) === launcher;
    isOfOtherPackage ||= ['package.json', 'node_modules'].some((name) =>
      existsSync(join(folder, name)),
    );
    if (dirname(folder) === folder) return false;
  }
}

/** Quoted for the shell. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
