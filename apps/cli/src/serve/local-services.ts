/** All services in one process: processors and gateway over topics and tables in a folder. */

import { join } from 'node:path';
import type { DecisionDue, ToolService } from '#agents';
import { type MessageLog, openEmbeddedLog, type Processor } from '#event-log';
import { gatewayLimits, type GatewayOptions, startGateway } from '#gateway';
import { FileRecording, FileStore, type ModelService, type RecordingReader } from '#llm';
import type { RegisteredFeed } from '#feeds/port/registered-feed';
import {
  AdapterProcessor,
  ClockProcessor,
  IngestProcessor,
  PortfolioProcessor,
  registeredDocuments,
  registeredSolutions,
  registeredSources,
  ScoringProcessor,
} from '#pipeline';
import type { ReadModels } from '#read-models';
import { RecordedFeeds, sourcesOfBoth } from '#pipeline/ingest/recorded-feeds';
import { openEmbeddedReadModels } from '#read-models/embedded/open-embedded-read-models';
import {
  type AgentRegister,
  openServedTools,
  processClock,
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

/** Starts everything, and resumes where it stopped. On failure, closes everything that was opened. */
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
      ...{ host: '127.0.0.1', port: 0, address: undefined, announceTo: undefined },
      onDue: options.onDue,
      onRetry: () => undefined,
    });
    closing.push(() => tools.close());
    const { folder, modelsFile } = options;
    const local = await openLocalModels({ folder, log, modelsFile, env: process.env });
    closing.push(() => local.models.close());
    const recorded = await recordedFeeds(options);
    const reached = { tools, models: local.models, recorded };
    for (const [name, processor] of processorsOf(options, reached)) {
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
  readonly recorded: RecordedFeeds;
}

/** Loads the recorder of feeds separately, so that other starts need not wait for it. */
async function recordedFeeds({ folder, feeds, logger }: LocalServicesOptions) {
  const { recordingNow, recordingOpener } = await import('#pipeline/ingest/open-recording');
  return new RecordedFeeds({
    ...{ feeds, register: '--feeds of serve', frames: join(folder, 'frames') },
    ...{ openRecording: recordingOpener(process.env), now: recordingNow },
    onUnclosed: (tape, err) => logger.error({ err, tape }, 'a recording was not closed'),
  });
}

function processorsOf(options: LocalServicesOptions, reached: Reached): [string, Processor][] {
  const { datasets, logger } = options;
  const sources = sourcesOfBoth(registeredSources(datasets), reached.recorded);
  const onFailure = (tape: string, error: unknown): void =>
    logger.error({ err: error, tape }, 'a tape cannot continue');
  const onRetry = (tape: string, error: unknown): void =>
    logger.warn({ err: error, tape }, 'sources cannot be read; retrying');
  const retries = { wall: processClock, onRetry };
  return [
    ['scoring', new ScoringProcessor({ solutionsOf: registeredSolutions(datasets) })],
    ['portfolio', new PortfolioProcessor()],
    ['agent-adapter', adapterOf(options, reached)],
    ['clock', new ClockProcessor(processClock, onFailure)],
    ['ingest', new IngestProcessor(sources, onFailure, retries)],
  ];
}

function adapterOf(
  { folder, datasets, logger, register, onWait }: LocalServicesOptions,
  { tools, models }: Pick<Reached, 'tools' | 'models'>,
): Processor {
  return new AdapterProcessor({
    ...{ tools, models },
    agentsDirectory: register.directory,
    // Topics, tables and recordings are in the folder.
    hidden: [folder, ...datasets.values()],
    documentsOf: registeredDocuments(datasets),
    onPrint: (run, lines) => logger.info({ run, lines }, 'a module prints'),
    onFailure: onWait,
  });
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
      ...{ mode: 'record', models: await loadModels(modelsFile, env), store },
      onWarning: printWarning,
    }),
    recordings: new FileRecording(folderOf),
  };
}
