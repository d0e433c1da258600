/** The thread that parses blocks of a file, as its reader sees it. */

import { Worker } from 'node:worker_threads';
import type { AheadTask } from './block-memory.js';

export interface ParseThread {
  /** Called after each block that was filled: threads notice it themselves. */
  onFilled?(): void;
  /** Ends it, whatever it does. Safe to call twice. */
  end(): void;
}

/** What its work creates are numbers that do not outlive a row. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };

/**
 * Starts it. A thread that does not start is no failure: it takes no block, and the reader
 * parses all of them.
 */
export function startThread(workerData: AheadTask): ParseThread {
  const file = new URL('./parse-worker.js', import.meta.url);
  const worker = new Worker(file, { workerData, resourceLimits });
  worker.on('error', () => undefined);
  worker.unref();
  return { end: () => void worker.terminate() };
}
