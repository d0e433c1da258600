/** The program of a thread that parses blocks of a long file ahead of its reader. */

import { workerData } from 'node:worker_threads';
import { BlockParser } from './block-parser.js';
import type { AheadTask } from './block-memory.js';

new BlockParser(workerData as AheadTask).run();
