/** Loaded before a program (`--import`): while the file FULL_DISK_FLAG is there, no write of its code finds space. */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const flag = process.env['FULL_DISK_FLAG'] ?? '';

function refuseWhileFull(): void {
  if (!fs.existsSync(flag)) return;
  const message = 'ENOSPC: no space left on device, write';
  throw Object.assign(new Error(message), { code: 'ENOSPC', errno: -28, syscall: 'write' });
}

const { writeSync, writeFileSync, appendFileSync } = fs;
Object.assign(fs, {
  writeSync: (...args: Parameters<typeof writeSync>) => {
    // What a service logs goes to no disk of its own.
    if (args[0] > 2) refuseWhileFull();
    return writeSync(...args);
  },
  writeFileSync: (...args: Parameters<typeof writeFileSync>) => {
    refuseWhileFull();
    writeFileSync(...args);
  },
  appendFileSync: (...args: Parameters<typeof appendFileSync>) => {
    refuseWhileFull();
    appendFileSync(...args);
  },
});
syncBuiltinESMExports();
