/** The program of a thread that does a share of a scenario's runs. */

import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '#values';
import { sizeYoungGeneration } from './young-generation.js';
import type { ShardTask } from './shard-thread.js';
import { workOn } from './shard-work.js';

invariant(parentPort !== null, 'a shard is worked on in a thread of its own');
sizeYoungGeneration();
void workOn(workerData as ShardTask, parentPort);
