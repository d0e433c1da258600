/** A file that belongs to another user, whichever user runs the test. */

import { chownSync, symlinkSync, writeFileSync } from 'node:fs';

/** Root can give a file away; other users link to a file of root. */
export function putByAnotherUser(file: string): void {
  if (process.getuid?.() !== 0) return symlinkSync('/etc/passwd', file);
  writeFileSync(file, 'x'.repeat(43));
  chownSync(file, 12345, 12345);
}
