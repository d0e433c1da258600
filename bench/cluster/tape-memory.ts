/** What a worker holds of a tape: bytes a fact of a whole tape in memory. */

import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TapeLibrary } from '#pipeline';
import { batchOf, benchTape, refuse, renamed } from './bench-tape.ts';

/** Reads the same tape several times under different names: what is kept, and not what passes. */
export async function bytesAFact(bars = 200_000): Promise<number> {
  const tape = await benchTape('bench-memory', bars);
  const library = new TapeLibrary();
  const copies = 3;
  let before = 0;
  // The first copy brings what is kept once.
  for (let copy = 0; copy <= copies; copy++) {
    const { id, released } = renamed(tape, `${tape.id}-${copy}`);
    library.need(id, 'bench');
    library.receive(batchOf('market.tape', released), refuse);
    if (copy === 0) before = await keptBytes();
  }
  const kept = (await keptBytes()) - before;
  // Asked last, so that the library is held until then.
  return kept / (library.facts - tape.facts);
}

/**
 * Bytes in use once all unreferenced memory is collected; buffers are freed one turn
 * after their owners.
 */
async function keptBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let time = 0; time < 3; time++) {
    collect();
    await sleep(50);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
