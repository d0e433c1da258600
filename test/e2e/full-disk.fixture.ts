/**
 * Loaded before a program (`--import`): while the file FULL_DISK_FLAG is there, no write
 * of its code finds space, and no row of SQLite; with FULL_DISK_NAME no write to an open
 * file of that name.
 */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

const flag = process.env['FULL_DISK_FLAG'] ?? '';
const name = process.env['FULL_DISK_NAME'];

function refuseWhileFull(): void {
  if (!fs.existsSync(flag)) return;
  const message = 'ENOSPC: no space left on device, write';
  throw Object.assign(new Error(message), { code: 'ENOSPC', errno: -28, syscall: 'write' });
}

const { writeSync, writeFileSync, appendFileSync } = fs;
Object.assign(fs, {
  writeSync: (...args: Parameters<typeof writeSync>) => {
    // Logs of a service do not go to its disk.
    const isOnDisk = args[0] > 2;
    const isMeant =
      name === undefined || fs.readlinkSync(`/proc/self/fd/${args[0]}`).endsWith(name);
    if (isOnDisk && isMeant) refuseWhileFull();
    return writeSync(...args);
  },
  writeFileSync: (...args: Parameters<typeof writeFileSync>) => {
    if (name === undefined) refuseWhileFull();
    writeFileSync(...args);
  },
  appendFileSync: (...args: Parameters<typeof appendFileSync>) => {
    if (name === undefined) refuseWhileFull();
    appendFileSync(...args);
  },
});
syncBuiltinESMExports();

const { run } = StatementSync.prototype;
StatementSync.prototype.run = function runWithSpace(...args) {
  const isWrite = name === undefined && this.sourceSQL.startsWith('INSERT');
  if (isWrite && fs.existsSync(flag)) {
    throw Object.assign(new Error('database or disk is full'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: 13,
      errstr: 'database or disk is full',
    });
  }
  return Reflect.apply(run, this, args);
};
