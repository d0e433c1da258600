/**
 * What a process still holds after a collection that is forced: twice, and what the facts in
 * between have left.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export class Heap {
  private readonly held: { readonly objects: number; readonly buffers: number }[] = [];

  /** Stops the process for as long as a whole collection takes. */
  sample(): void {
    collect();
    // Buffers of what was collected are freed behind it.
    collect();
    const { heapUsed, external } = process.memoryUsage();
    this.held.push({ objects: heapUsed, buffers: external });
  }

  /** Objects and buffers that were held at each sample, MB. */
  get megabytes(): string[] {
    const text = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
    return this.held.map(({ objects, buffers }) => `${text(objects)} + ${text(buffers)}`);
  }

  /** Bytes between the first sample and the last. */
  get growth(): number {
    const [first = 0, last = 0] = [this.held[0], this.held.at(-1)].map(
      (one) => one && one.objects + one.buffers,
    );
    return last - first;
  }
}
