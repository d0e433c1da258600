/** Derives the result of a submission on a thread of its own. */

import { workerData } from 'node:worker_threads';
import { deriveBesideData, type DeriveOrder } from './derive-beside-data.js';

await deriveBesideData(workerData as DeriveOrder);
