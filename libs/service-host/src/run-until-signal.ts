/** A process from its start to a signal: an end that closes what was opened, an exit code that says why. */

import { setTimeout as sleep } from 'node:timers/promises';
import { openServiceLog, type ServiceLog } from './service-log.js';

/** A supervisor that waits for less will kill. */
const stopMaxMs = 20_000;

/**
 * Runs what `start` opens until SIGTERM, SIGINT or SIGHUP, then what it gave back to close it again. Exits with 1
 * where it cannot start or go on, which `fail` says as well; a supervisor starts it again.
 */
export async function runUntilSignal(
  service: string,
  start: (logger: ServiceLog, fail: (error: unknown) => void) => Promise<() => Promise<void>>,
): Promise<void> {
  const logger = openServiceLog({ service, level: 'info' });
  const ending = new AbortController();
  const fail = (error: unknown): void => {
    logger.fatal({ err: error }, 'cannot go on');
    process.exitCode = 1;
    ending.abort();
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => ending.abort());
  try {
    const stop = await start(logger, fail);
    if (!ending.signal.aborted) {
      await new Promise<void>((settle) => ending.signal.addEventListener('abort', () => settle()));
    }
    logger.info('stopping');
    await Promise.race([stop(), sleep(stopMaxMs)]);
  } catch (error) {
    logger.fatal({ err: error }, 'cannot start');
    process.exitCode = 1;
  }
  process.exit();
}
