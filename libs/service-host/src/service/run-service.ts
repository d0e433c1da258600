/**
 * A process: configured from the environment, stopped by signals, with an exit code that tells why.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import 'reflect-metadata';
import { serviceConfig, type Environment } from '../config/service-config.js';
import { openServiceLog, type ServiceLog } from '../log/service-log.js';
import { startService, type ServiceDefinition } from './start-service.js';

/**
 * Milliseconds for the current work, the commit and the group. A supervisor that waits for
 * less will kill us.
 */
const stopMaxMs = 25_000;
/** Shorter after an error: a restart repeats what was not committed. */
const failedStopMaxMs = 5_000;

/** Runs a service until a signal, as `runUntilSignal` does. */
export const runService = (
  definition: ServiceDefinition,
  env: Environment = process.env,
): Promise<void> =>
  runUntilSignal(definition.name, async (logger, onFatal) => {
    const config = serviceConfig(env);
    logger.level = config.logLevel;
    const options = { config, logger, onFatal, withProcessMetrics: true };
    const { host, url, stop } = await startService(definition, options);
    logger.info({ url, inputs: host.processor.inputs }, 'started');
    return stop;
  });

/**
 * Runs what `start` opens until SIGTERM, SIGINT or SIGHUP, then closes it with the function that
 * `start` returned and exits with 0. Exits with 1 if it cannot start, continue or stop in time, or
 * when `fail` is called; a supervisor restarts it.
 */
export async function runUntilSignal(
  service: string,
  start: (logger: ServiceLog, fail: (error: unknown) => void) => Promise<() => Promise<void>>,
): Promise<void> {
  const logger = openServiceLog({ service, level: 'info' });
  let stop: (() => Promise<void>) | undefined;
  let isEnding = false;
  const end = async (code: number, withinMs: number): Promise<void> => {
    // During startup nothing has been committed that was not done: the process can simply exit.
    if (stop === undefined) process.exit(code);
    if (isEnding) return;
    isEnding = true;
    const stopped = stop().then(
      () => code,
      (error: unknown) => {
        logger.error({ err: error }, 'did not stop in good order');
        return 1;
      },
    );
    const late = sleep(withinMs, undefined, { ref: false }).then(() => {
      logger.error({ withinMs }, 'did not stop in time');
      return 1;
    });
    process.exit(await Promise.race([stopped, late]));
  };
  const fail = (error: unknown): void => {
    logger.fatal({ err: error }, 'cannot continue');
    void end(1, failedStopMaxMs);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      logger.info({ signal }, 'stopping');
      void end(0, stopMaxMs);
    });
  }
  try {
    stop = await start(logger, fail);
  } catch (error) {
    logger.fatal({ err: error }, 'cannot start');
    process.exit(1);
  }
}
