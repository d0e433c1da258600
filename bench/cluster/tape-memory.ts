/** What a worker holds of a tape: bytes a fact of a whole tape in memory. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TapeLibrary } from '#pipeline';
import { batchOf, benchTape } from './bench-tape.ts';

/** Reads the same tape several times under different names: what is kept, and not what passes. */
export async function bytesAFact(bars: number): Promise<number> {
  const { released, facts, id } = await benchTape('bench-memory', bars);
  const library = new TapeLibrary();
  const copies = 3;
  let before = 0;
  // The first copy brings what is kept once.
  for (let copy = 0; copy <= copies; copy++) {
    const messages = released.map((message) => ({
      ...message,
      value: message.value.replaceAll(JSON.stringify(id), JSON.stringify(`${id}-${copy}`)),
    }));
    library.receive(batchOf('market.tape', messages));
    if (copy === 0) before = keptBytes();
  }
  return (keptBytes() - before) / (copies * facts);
}

/** Bytes that are in use once everything is gone that nobody holds. */
function keptBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
