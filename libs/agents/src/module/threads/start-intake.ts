/** Starts the thread that takes in what the run sends, and hides it from the user's code. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { dropWorkers } from './confinement.js';
import { HandOver, handOverMemory } from './hand-over.js';
import { userSide } from './turns.js';

/** Members that read another thread's memory or run code in it. */
const reaching = /heap|profile|usage|start|postMessage/i;

/**
 * Starts `file` as the intake. Once this has settled, the calling thread reaches the other only
 * through the memory that they share, even if user code gets hold of the `Worker`.
 */
export async function startIntake(file: URL): Promise<HandOver> {
  const workerData = handOverMemory();
  const worker = new Worker(file, { workerData });
  worker.on('exit', () => process.exit(1));
  await once(worker, 'online');
  disarm(worker);
  dropWorkers();
  return new HandOver(workerData, userSide);
}

function disarm(worker: Worker): void {
  for (const symbol of Object.getOwnPropertySymbols(worker)) {
    const part: unknown = Reflect.get(worker, symbol);
    if (part instanceof MessagePort) part.close();
    else if (typeof part === 'object' && part !== null && 'takeHeapSnapshot' in part) strip(part);
  }
  strip(worker);
}

function strip(part: object): void {
  const prototype = Object.getPrototypeOf(part) as object;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (reaching.test(name)) Reflect.deleteProperty(prototype, name);
  }
}
