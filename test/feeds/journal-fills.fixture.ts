/** The fills of runs, read from their journals. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '#event-log';

export interface Fill {
  readonly price: number;
  /** Whether part of its order keeps waiting. */
  readonly isPart: boolean;
}

/** The fills of each run below `runs`, in the order of its journal. */
export function fillsOf(runs: string): Fill[][] {
  return readdirSync(runs).map((run) => {
    const fills: Fill[] = [];
    readJournal(join(runs, run, 'journal.bin'), ({ event }) => {
      if (event.type === 'OrderFilled' || event.type === 'OrderPartlyFilled') {
        fills.push({ price: event.price, isPart: event.type === 'OrderPartlyFilled' });
      }
    });
    return fills;
  });
}
