/** `tapefold serve`: gateway and all services in one process, stored in a folder, until Ctrl-C. */

import { join } from 'node:path';
import { pino } from 'pino';
import { conflict, isFailure, unavailable } from '#values';
import type { RegisteredFeed } from '#feeds/port/registered-feed';
import { openServiceLog, readAgentRegister, type ServiceLog } from '#service-host';
import { type Options, textOf, wholeNumber } from '../../program/option-value.js';
import { printedCommand } from '../../program/printed-command.js';
import {
  announce,
  datasetsOf,
  type DiskWatch,
  feedsOf,
  lockServeFolder,
  openServeFolder,
  tokenOf,
  watchDisk,
  withdraw,
} from '../../serve/serve-folder.js';
import { startEventLines } from '../../serve/event-lines.js';
import { type LocalServices, startLocalServices } from '../../serve/local-services.js';
import { stopOnSignal, untilAborted } from '../../program/stop-signal.js';
import { notify } from '../../program/print.js';

export async function serveCommand(options: Options): Promise<void> {
  const port = wholeNumber(options['port'], '--port', 0, 65_535);
  const folder = openServeFolder(textOf(options['data']) ?? '.tapefold-serve');
  let release: (() => void) | undefined;
  try {
    release = lockServeFolder(folder);
    await serveFrom(folder, port, {
      datasets: (options['dataset'] ?? []) as readonly string[],
      agents: textOf(options['agents']) ?? process.env['TAPEFOLD_AGENTS'],
      models: textOf(options['models']) ?? process.env['TAPEFOLD_MODELS'],
      feeds: textOf(options['feeds']) ?? process.env['TAPEFOLD_FEEDS'],
    });
  } catch (error) {
    throw codedFailure(error, { folder, port });
  } finally {
    release?.();
  }
  const agents = textOf(options['agents']);
  const again = ['serve', '--data', folder, '--port', `${port}`];
  // Unlike data sets, feeds and models, the folder does not remember them.
  if (agents) again.push('--agents', agents);
  notify(`stopped; resume with: ${printedCommand(again)}`);
}

/** What is served in addition to the built-in parts. */
interface Served {
  /** `name=path` of data sets. */
  readonly datasets: readonly string[];
  /** Files of registered agents, of models, and of registered feeds. */
  readonly agents: string | undefined;
  readonly models: string | undefined;
  readonly feeds: string | undefined;
}

/** Serves until Ctrl-C. */
async function serveFrom(folder: string, port: number, served: Served): Promise<void> {
  const datasets = await datasetsOf(folder, served.datasets);
  const feeds = await feedsOf(folder, served.feeds);
  const register = await readAgentRegister(served.agents);
  const token = tokenOf(folder);
  const disk = watchDisk(folder, notify);
  const logger = logOf(folder, disk);
  using stop = stopOnSignal();
  const failed = Promise.withResolvers<never>();
  // A failure during shutdown is reported by the shutdown.
  failed.promise.catch(() => undefined);
  try {
    const services = await startLocalServices({
      folder,
      port,
      datasets,
      feeds,
      register,
      modelsFile: served.models,
      adminTokenHash: token.hash,
      logger,
      disk,
      // A line of JSON, as `tapefold run` prints it, for programs that read the output.
      onDue: (due) => notify(JSON.stringify(due)),
      onWait: (run, err) => {
        logger.error({ err, run }, 'a run is waiting');
        notify(`run ${run.slice(0, 12)} waits: ${String(err)}`);
      },
      onFatal: (error) => {
        logger.fatal({ err: error }, 'cannot continue');
        failed.reject(error);
      },
    });
    try {
      await announceStart(services, {
        folder,
        tokenFile: token.path,
        datasets,
        feeds,
        agents: [...register.agents.keys()],
      });
      await Promise.race([untilAborted(stop.signal), failed.promise]);
      notify('stopping');
    } finally {
      withdraw(folder);
      await services.close();
    }
  } finally {
    disk.close();
  }
}

async function announceStart(
  { url, log, models }: LocalServices,
  started: {
    folder: string;
    tokenFile: string;
    datasets: ReadonlyMap<string, string>;
    feeds: ReadonlyMap<string, RegisteredFeed>;
    agents: readonly string[];
  },
): Promise<void> {
  const { folder, tokenFile, datasets, feeds, agents } = started;
  announce(folder, url);
  const labelOf = async (run: string): Promise<string | undefined> =>
    (await models.run(run))?.label;
  await startEventLines({ log, labelOf, write: notify });
  const { submitted, running } = await models.runCounts();
  notify(`gateway    ${url}`);
  notify(`token      ${tokenFile}`);
  notify(`data sets  ${[...datasets.keys()].join(', ')}`);
  if (feeds.size > 0) notify(`feeds      ${[...feeds.keys()].join(', ')}`);
  if (agents.length > 0) notify(`agents     ${agents.join(', ')}`);
  notify(`log        ${join(folder, 'serve.log')}`);
  if (submitted + running > 0) notify(`${submitted + running} runs continue`);
  notify('ready; Ctrl-C stops it');
}

/** Each line is written synchronously: the last ones matter most. */
function logOf(folder: string, disk: DiskWatch): ServiceLog {
  const destination = pino.destination({
    dest: join(folder, 'serve.log'),
    append: true,
    sync: true,
    mode: 0o600,
  });
  // Without a listener a full disk would end the process. Unwritten data precedes the next line.
  destination.on('error', (error: Error) => disk.failed(error));
  return openServiceLog({ service: 'serve', level: 'info', destination });
}

/** System error codes that a person can do something about. */
const unwritable = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO'];

/** Turns system errors into coded failures: a port in use, a folder that cannot be written. */
function codedFailure(found: unknown, place: { folder: string; port: number }): unknown {
  // A lock that cannot be written means a folder that cannot be.
  const error = isFailure(found) && found.code === 'Unavailable' ? (found.cause ?? found) : found;
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'EADDRINUSE') {
    const where = `127.0.0.1:${place.port}`;
    const expected = 'a free port: --port';
    return conflict('the address is in use', { where, expected, cause: error });
  }
  if (!(error instanceof Error) || !unwritable.includes(String(code))) return found;
  return unavailable('the folder cannot be written', {
    where: place.folder,
    found: error.message,
    cause: error,
  });
}
