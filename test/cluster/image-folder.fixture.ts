/** What docker/Dockerfile copies into the image, as a folder of this machine. */

import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * From what is built here, line by line of the last stage; packages are linked, as they are many.
 */
export function imageFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const text = readFileSync('docker/Dockerfile', 'utf8');
  const stage = text.slice(text.lastIndexOf('\nFROM '));
  for (const [line, , from = '', to = ''] of stage.matchAll(
    /^COPY( --from=build \/app\/| )(\S+) (\.\/\S*)$/gm,
  )) {
    if (from === '') throw new Error(`not a line that is understood: ${line}`);
    const target = join(folder, to, to === './' ? from : '');
    if (from === 'node_modules') symlinkSync(resolve(from), target);
    else cpSync(from, target, { recursive: true });
  }
}
