/**
 * Loaded before a program (`--import`): its clock is ahead by MOVED_CLOCK_MS, so that it lives on another day. While the
 * file CLOCK_STEP_FLAG is there, the clock of a program whose path has CLOCK_STEP_OF in it is an hour ahead of that.
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
