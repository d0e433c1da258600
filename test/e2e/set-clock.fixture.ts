/**
 * Loaded before a program (`--import`): its clock is ahead by as many milliseconds as the file
 * SET_CLOCK_FILE has.
 */

import { readFileSync } from 'node:fs';

const system = Date.now;
const path = process.env['SET_CLOCK_FILE'];
if (path !== undefined) Date.now = () => system() + Number(readFileSync(path, 'utf8'));
