/** A service as a process: configured from the environment, stopped by signals, with an exit code that tells why. */

import { setTimeout as sleep } from 'node:timers/promises';
import 'reflect-metadata';
import { serviceConfig, type Environment } from '../config/service-config.js';
import { openServiceLog, type ServiceLog } from '../log/service-log.js';
import { startService, type Service, type ServiceDefinition } from './start-service.js';

/** Milliseconds for the current batch, the commit and the group. A supervisor that waits for less will kill us. */
const stopMaxMs = 25_000;
/** Shorter after an error: a restart repeats what was not committed. */
const failedStopMaxMs = 5_000;

/**
 * Runs until SIGTERM, SIGINT or SIGHUP, then finishes the current batch and exits with 0. Exits with 1 if the service
 * cannot start or continue; a supervisor restarts it.
 */
export async function runService(
  definition: ServiceDefinition,
  env: Environment = process.env,
): Promise<void> {
  const early = openServiceLog({ service: definition.name, level: 'info' });
  try {
    const config = serviceConfig(env);
    const logger = early.child({}, { level: config.logLevel });
    const ending = new ServiceEnding(logger);
    const onFatal = (error: Error): void => ending.fail(error);
    const options = { config, logger, onFatal, withProcessMetrics: true };
    const service = await startService(definition, options);
    ending.watch(service);
    logger.info({ url: service.url, inputs: service.host.processor.inputs }, 'started');
  } catch (error) {
    early.fatal({ err: error }, 'cannot start');
    process.exit(1);
  }
}

/** Ends the process once, on the first request. */
class ServiceEnding {
  private service: Service | undefined;
  private isEnding = false;

  constructor(private readonly logger: ServiceLog) {
    process.on('uncaughtException', (error) => this.fail(error));
    process.on('unhandledRejection', (reason) => this.fail(asError(reason)));
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        logger.info({ signal }, 'stopping');
        void this.end(0, stopMaxMs);
      });
    }
  }

  /** From now on there is something to stop. */
  watch(service: Service): void {
    this.service = service;
  }

  fail(error: Error): void {
    this.logger.fatal({ err: error }, 'cannot go on');
    void this.end(1, failedStopMaxMs);
  }

  private async end(code: number, withinMs: number): Promise<void> {
    // During startup nothing has been committed that was not done: the process can simply exit.
    if (this.service === undefined) process.exit(code);
    if (this.isEnding) return;
    this.isEnding = true;
    const stopped = this.service.stop().then(
      () => code,
      (error) => {
        this.logger.error({ err: error }, 'did not stop in good order');
        return 1;
      },
    );
    const late = sleep(withinMs, undefined, { ref: false }).then(() => {
      this.logger.error({ withinMs }, 'did not stop in time');
      return 1;
    });
    process.exit(await Promise.race([stopped, late]));
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** For processes other than services; a supervisor that waits for less will kill us. */
const plainStopMaxMs = 20_000;

/**
 * Runs what `start` opens until SIGTERM, SIGINT or SIGHUP, then closes it with the function that `start` returned.
 * Exits with 1 if it cannot start or continue, which `fail` can also report; a supervisor restarts it.
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
    await Promise.race([stop(), sleep(plainStopMaxMs)]);
  } catch (error) {
    logger.fatal({ err: error }, 'cannot start');
    process.exitCode = 1;
  }
  process.exit();
}
