/** The messages with a run's records, one at a time, until no more can follow. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageLog, Position } from '#event-log';
import { openConnection, type Connection } from './connection.js';
import { Door } from './door.js';
import { subscribe, type Received, type Subscription } from './subscribe.js';
import { watchRun, type RunBreak } from './watch-run.js';

type Records = Received<'portfolio.events'>;

export interface RecordSource {
  /**
   * The next message; undefined after what was on the topic when the run was found to
   * have broken off.
   */
  next(): Promise<Records | undefined>;
  /** Why no more messages follow; null as long as some may. */
  broken(): RunBreak | null;
  positions(): readonly Position[];
  stop(): Promise<void>;
}

const silenceMsByDefault = 2_000;
/** Milliseconds between two checks of how far the topic was read. */
const lookMs = 20;

export async function openRecords(
  run: string,
  { silenceMs = silenceMsByDefault, ...connection }: Connection & { readonly silenceMs?: number },
  from: readonly Position[],
): Promise<RecordSource> {
  const opened = await openConnection(connection);
  const { log } = opened;
  const door = new Door<Records>();
  const left = new AbortController();
  let broken: RunBreak | null = null;
  let hasSpoken = true;
  const fail = (error: unknown): void => door.fail(error);
  const parts: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    left.abort();
    door.close();
    await Promise.all(parts.map((part) => part.stop()));
    await opened.close();
  };
  try {
    const onMessage = (received: Records): Promise<void> | undefined => {
      hasSpoken = true;
      return door.put(received);
    };
    const topics = ['portfolio.events'] as const;
    const records = await subscribe({ log, topics, key: run, from, onMessage });
    parts.push(records);
    records.ended.catch(fail);
    const onBreak = (found: RunBreak, partition: number): void => {
      if (broken !== null) return;
      broken = found;
      readToEnd(log, records, partition, left.signal)
        .then(() => door.finish())
        .catch((error: unknown) => left.signal.aborted || fail(error));
    };
    const spoke = (): boolean => {
      const before = hasSpoken;
      hasSpoken = false;
      return before;
    };
    const watch = { log, silenceMs, hasSpoken: spoke, onBreak, onError: fail };
    parts.push(await watchRun(run, watch));
    return { next: () => door.take(), broken: () => broken, positions: records.positions, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Settles when everything that the run's partition holds now was read. */
async function readToEnd(
  log: MessageLog,
  records: Subscription,
  partition: number,
  signal: AbortSignal,
): Promise<void> {
  const end = (await log.endOffsets('portfolio.events'))[partition] ?? 0;
  const read = (): number =>
    records.positions().find((position) => position.partition === partition)?.offset ?? 0;
  while (read() < end) await sleep(lookMs, undefined, { signal });
}
