/**
 * Sources of facts from lists, such as tasks, dropped rows and sessions, and from batches of rows.
 */

import { FactColumns, factKinds, noInstrument, rankOfSource, type FactSource } from '#contracts';
import type { TimedTask } from './task-file.js';

const chunkRows = 256;
type Fact = Parameters<FactColumns['pushFact']>[0];

/**
 * A fact for each item, in the order of the list, which must be by time; skips items
 * without a fact.
 */
export function listSource<T>(
  { name, rank }: Pick<FactSource, 'name' | 'rank'>,
  items: readonly T[],
  factOf: (item: T) => Fact | undefined,
): FactSource {
  const out = new FactColumns(chunkRows);
  let at = 0;
  return {
    name,
    rank,
    pull: () => {
      out.clear();
      while (at < items.length && out.count < out.capacity) {
        const fact = factOf(items[at++]!);
        if (fact !== undefined) out.pushFact(fact);
      }
      return out.count === 0 ? null : out;
    },
    close: () => {
      at = items.length;
    },
  };
}

/**
 * A fact for each row, in the order of the batches, which must be by time; `push` appends it
 * to the columns.
 */
export function batchSource<T>(
  named: Pick<FactSource, 'name' | 'rank'>,
  batches: AsyncGenerator<readonly T[], void>,
  chunkRows: number,
  push: (out: FactColumns, row: T) => void,
): FactSource {
  const out = new FactColumns(chunkRows);
  let batch: readonly T[] = [];
  let at = 0;
  const pull = async (): Promise<FactColumns | null> => {
    out.clear();
    while (out.count < out.capacity) {
      if (at === batch.length) {
        const next = await batches.next();
        if (next.done === true) break;
        batch = next.value;
        at = 0;
        continue;
      }
      push(out, batch[at++] as T);
    }
    return out.count === 0 ? null : out;
  };
  return { ...named, pull, close: () => void batches.return(undefined) };
}

/**
 * `tasks` in the order in which they become known; `name` is for messages, such as the file name.
 */
export function taskSource(name: string, tasks: readonly TimedTask[]): FactSource {
  const kind = factKinds.task;
  return listSource({ name, rank: rankOfSource(kind) }, tasks, ({ knowledgeTime, task }) => {
    const eventTime = knowledgeTime;
    return { kind, instrument: noInstrument, knowledgeTime, eventTime, payload: task };
  });
}
