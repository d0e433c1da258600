/** Tasks as facts: the clock releases each at the time from which it may be asked. */

import { FactColumns, factKinds, noInstrument, rankOfSource, type FactSource } from '#contracts';
import type { TimedTask } from './task-file.js';

const chunkRows = 256;

/** `tasks` in the order in which they become known; `name` for messages, such as the file that they come from. */
export function taskSource(name: string, tasks: readonly TimedTask[]): FactSource {
  const kind = factKinds.task;
  const out = new FactColumns(chunkRows);
  let at = 0;
  return {
    name,
    rank: rankOfSource(kind),
    pull: () => {
      out.clear();
      for (; at < tasks.length && out.count < out.capacity; at++) {
        const { knowledgeTime, task } = tasks[at] as TimedTask;
        const times = { knowledgeTime, eventTime: knowledgeTime };
        out.pushFact({ kind, instrument: noInstrument, ...times, payload: task });
      }
      return out.count === 0 ? null : out;
    },
    close: () => {
      at = tasks.length;
    },
  };
}
