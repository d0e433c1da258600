/** Structured logs: JSON lines that name the service and, if known, the run, tape and seq. */

import { pino, type DestinationStream, type Logger } from 'pino';
import type { LoggerService } from '@nestjs/common';
import type { BrokenMessage } from '#event-log';
import { hintedNumber } from '#contracts/streams/hints';
import { topics } from '#contracts/streams/topics';
import type { LogLevel } from '../config/service-config.js';

export type ServiceLog = Logger;

interface ServiceLogOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Where lines go; by default standard output, written synchronously. */
  readonly destination?: DestinationStream;
}

export function openServiceLog({ service, level, destination }: ServiceLogOptions): ServiceLog {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** The run or tape that a message is about, and the number of its first fact if it has one. */
interface MessagePlace {
  readonly run?: string;
  readonly tape?: string;
  readonly seq?: number;
}

/** Read from the key and the headers: it also has to work for messages that cannot be parsed. */
export function placeOf({
  topic,
  key,
  headers,
}: Pick<BrokenMessage, 'topic' | 'key' | 'headers'>): MessagePlace {
  const kind = topics[topic].key;
  const seq = topic === 'market.tape' ? hintedNumber(headers, 'first') : undefined;
  return {
    ...(kind === 'run' ? { run: key } : {}),
    ...(kind === 'tape' ? { tape: key } : {}),
    ...(seq === undefined ? {} : { seq }),
  };
}

/** The framework's messages as lines of the same log, one level lower: it is chatty at startup. */
export function frameworkLog(log: ServiceLog): LoggerService {
  const about = (rest: readonly unknown[]): object => ({ framework: String(rest.at(-1) ?? '') });
  return {
    log: (message: unknown, ...rest: unknown[]) => log.debug(about(rest), String(message)),
    debug: (message: unknown, ...rest: unknown[]) => log.debug(about(rest), String(message)),
    verbose: (message: unknown, ...rest: unknown[]) => log.trace(about(rest), String(message)),
    warn: (message: unknown, ...rest: unknown[]) => log.warn(about(rest), String(message)),
    error: (message: unknown, ...rest: unknown[]) => log.error(about(rest), String(message)),
    fatal: (message: unknown, ...rest: unknown[]) => log.fatal(about(rest), String(message)),
  };
}
