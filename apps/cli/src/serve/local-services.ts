/** All services in one process: processors and gateway over topics and tables in a folder. */

import { join } from 'node:path';
import type { DecisionDue, ToolService } from '#agents';
import { type MessageLog, openEmbeddedLog, type Processor } from '#event-log';
import { gatewayLimits, type GatewayOptions, startGateway } from '#gateway';
import { FileRecording, FileStore, type ModelService, type RecordingReader } from '#llm';
import type { RegisteredFeed } from '#feeds/port/registered-feed';
import {
  openAdapter,
  openClock,
  openIngest,
  PortfolioProcessor,
  registeredSolutions,
  ScoringProcessor,
} from '#pipeline';
import type { ReadModels } from '#read-models';
import { openEmbeddedReadModels } from '#read-models/embedded/open-embedded-read-models';
import {
  type AgentRegister,
  openServedTools,
  type ServiceLog,
  startProcessor,
  topicLayouts,
} from '#service-host';
import { PublishedRecordings } from '#pipeline/ingest/published-recordings';
import type { DiskWatch } from './serve-folder.js';
import { printWarning } from '../output/model-gateway.js';

interface LocalServicesOptions {
  /** Folder of topics and tables. One process at a time. */
  readonly folder: string;
  /** On 127.0.0.1; 0 picks a free one. */
  readonly port: number;
  /** Location of each data set by its name. */
  readonly datasets: ReadonlyMap<string, string>;
  /** Feeds that scenarios may name; their recordings are stored in the folder. */
  readonly feeds: ReadonlyMap<string, RegisteredFeed>;
  /** Agents that scenarios may name. */
  readonly register: AgentRegister;
  /** The models file; built-in providers by default. */
  readonly modelsFile: string | undefined;
  /** SHA-256 of the bootstrap token, which has all scopes. */
  readonly adminTokenHash: string;
  readonly logger: ServiceLog;
  /** Receives each run that waits, and why. */
  readonly onWait: (run: string, error: unknown) => void;
  /** Receives each due decision of an agent that works through tools. */
  readonly onDue: (due: DecisionDue) => void;
  /** Called once, when services cannot continue. */
  readonly onFatal: (error: Error) => void;
  /** Receives failed writes into the folder. Services retry them for as long as it takes. */
  readonly disk: Pick<DiskWatch, 'trouble' | 'failed'>;
}

export interface LocalServices {
  /** Without a trailing slash. */
  readonly url: string;
  readonly log: MessageLog;
  readonly models: ReadModels;
  /** Finishes current work, then closes everything. */
  close(): Promise<void>;
}

/** Fixed for the life of a folder: keys keep their partition. */
const partitions = 4;

/** Closers of everything opened, to be called in reverse order. */
type Closing = (() => Promise<void>)[];

/**
 * Starts everything, and resumes where it stopped. On failure, closes everything that was opened.
 */
export async function startLocalServices(options: LocalServicesOptions): Promise<LocalServices> {
  const closing: Closing = [];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const onWriteFailure = options.disk.failed;
    const log = await openEmbeddedLog({ folder: join(options.folder, 'topics'), onWriteFailure });
    closing.push(() => log.close());
    await log.ensureTopics(topicLayouts(partitions));
    const models = await openEmbeddedReadModels({
      folder: join(options.folder, 'tables'),
      onGap: 'fail',
      onWriteFailure,
    });
    closing.push(() => models.close());
    const tools = await openServedTools({
      host: '127.0.0.1',
      port: 0,
      address: undefined,
      announceTo: undefined,
      onDue: options.onDue,
      onRetry: () => undefined,
    });
    closing.push(() => tools.close());
    const { folder, modelsFile } = options;
    const local = await openLocalModels({ folder, log, modelsFile, env: process.env });
    closing.push(() => local.models.close());
    const reached = { tools, models: local.models };
    for (const [name, processor] of await processorsOf(options, reached)) {
      const { logger, onFatal } = options;
      const times = { giveUpMs: Infinity };
      const of = { name, processor, log, partitions, logger, onFatal, times };
      const reader = await startProcessor(of);
      closing.push(() => reader.stop());
    }
    const gateway = await startLocalGateway(options, { log, models, recordings: local.recordings });
    closing.push(() => gateway.close());
    return { url: gateway.url, log, models, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

interface Reached {
  readonly tools: ToolService;
  readonly models: ModelService;
}

async function processorsOf(
  options: LocalServicesOptions,
  reached: Reached,
): Promise<[string, Processor][]> {
  const { folder, datasets, feeds, logger, register, onWait: onFailure } = options;
  // Loads the recorder of feeds separately, so that other starts need not wait for it.
  const { recordedFeeds } = await import('#pipeline/ingest/open-recording');
  const frames = join(folder, 'frames');
  const recorded = recordedFeeds({ feeds, register: '--feeds of serve', frames }, logger);
  // Topics, tables and recordings are in the folder.
  const own = { agentsDirectory: register.directory, hidden: [folder], onFailure };
  return [
    ['scoring', new ScoringProcessor({ solutionsOf: registeredSolutions(datasets) })],
    ['portfolio', new PortfolioProcessor()],
    ['agent-adapter', openAdapter(logger, datasets, { ...reached, ...own })],
    ['clock', openClock(logger)],
    ['ingest', openIngest(logger, datasets, recorded)],
  ];
}

function startLocalGateway(
  options: LocalServicesOptions,
  read: Pick<GatewayOptions, 'log' | 'models' | 'recordings'>,
) {
  const { port, datasets, feeds, register, adminTokenHash, logger, onFatal, disk } = options;
  return startGateway({
    ...read,
    register,
    partitions,
    host: '127.0.0.1',
    port,
    datasets,
    feeds,
    adminTokenHash,
    limits: gatewayLimits(process.env),
    logger: logger.child({ service: 'gateway' }),
    onFatal,
    storageTrouble: disk.trouble,
  });
}

interface LocalModelsOptions {
  /** The folder of `tapefold serve`, in which each run gets a folder. */
  readonly folder: string;
  readonly log: Pick<MessageLog, 'append'>;
  /** The models file; built-in providers by default. */
  readonly modelsFile: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface LocalModels {
  readonly models: ModelService;
  /** Reads the current state of the disk. */
  readonly recordings: RecordingReader;
}

/** `InvalidInput` for an unusable models file. */
async function openLocalModels(options: LocalModelsOptions): Promise<LocalModels> {
  const { folder, log, modelsFile, env } = options;
  const folderOf = (run: string): string => join(folder, 'recordings', run);
  const { loadModels } = await import('#llm/provider/models');
  const { ModelGateway } = await import('#llm/gateway/model-gateway');
  const store = new PublishedRecordings(new FileStore({ folderOf }), log);
  return {
    models: new ModelGateway({
      mode: 'record',
      models: await loadModels(modelsFile, env),
      store,
      onWarning: printWarning,
    }),
    recordings: new FileRecording(folderOf),
  };
}
