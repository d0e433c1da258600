/**
 * Loaded before a program (`--import`): its clock is ahead by MOVED_CLOCK_MS, so that it lives on
 * another day. It is an hour ahead of that while the file CLOCK_STEP_FLAG is there, where the path
 * of the program has CLOCK_STEP_OF in it.
 */

import { existsSync } from 'node:fs';

const ahead = Number(process.env['MOVED_CLOCK_MS'] ?? 0);
const flag = process.env['CLOCK_STEP_FLAG'];
const system = Date.now;
let step = 0;
Date.now = () => system() + ahead + step;
const isMeant = process.argv[1]?.includes(process.env['CLOCK_STEP_OF'] ?? '') === true;
if (flag !== undefined && isMeant) {
  setInterval(() => {
    step = existsSync(flag) ? 3_600_000 : 0;
  }, 100).unref();
}
