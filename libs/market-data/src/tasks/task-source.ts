/** Tasks as facts: the clock releases each at the time from which it may be asked. */

import { factKinds, noInstrument, rankOfSource, type FactSource } from '#contracts';
import { listSource } from '../sources/list-source.js';
import type { TimedTask } from './task-file.js';

/** `tasks` in the order in which they become known; `name` for messages, such as the file that they come from. */
export function taskSource(name: string, tasks: readonly TimedTask[]): FactSource {
  const kind = factKinds.task;
  return listSource({ name, rank: rankOfSource(kind) }, tasks, ({ knowledgeTime, task }) => {
    const eventTime = knowledgeTime;
    return { kind, instrument: noInstrument, knowledgeTime, eventTime, payload: task };
  });
}
