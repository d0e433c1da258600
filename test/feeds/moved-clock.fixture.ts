/** Loaded before a program (`--import`): its clock is ahead by MOVED_CLOCK_MS, so that it lives on another day. */

const ahead = Number(process.env['MOVED_CLOCK_MS'] ?? 0);
const system = Date.now;
Date.now = () => system() + ahead;
