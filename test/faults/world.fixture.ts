/**
 * A whole system to be broken: Kafka, Postgres and the services as processes on free ports, and
 * who watches it.
 */

import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { seededRandom, type SeededRandom } from '#values';
import type { Scenario } from '#contracts/scenario/scenario';
import type { MessageLog } from '#event-log';
import { openKafkaLog } from '#event-log/kafka/open-kafka-log';
import type { ReadModels } from '#read-models';
import { openPostgresReadModels } from '#read-models/postgres/open-postgres-read-models';
import { freePorts } from '../../scripts/cluster/free-ports.ts';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import type { ManagedProcess } from '../../scripts/cluster/managed-process.ts';
import { lastLines } from '../../scripts/cluster/last-lines.ts';
import { startPostgres, type RunningPostgres } from '../../scripts/cluster/postgres.ts';
import { serviceEnvironment } from '../../scripts/cluster/service-environment.ts';
import { serviceNames, startService, type ServiceName } from '../../scripts/cluster/services.ts';
import { temporaryFolder } from '../cluster/temporary-folder.fixture.js';
import { writeDatasets } from './scenarios.fixture.js';
import { SubscriberView } from './subscriber-view.fixture.js';
import { setProgress, until, untilTrue } from './until.fixture.js';

export interface Submitted {
  readonly submission: string;
  readonly tape: string;
  readonly runs: readonly string[];
}

type Environment = Readonly<Record<string, string>>;

/** Additional settings of the services; receives the folder, which it may write to. */
export type Prepare = (folder: string) => Promise<Environment>;

/** What is done to the brokers before the first service starts. */
export type Before = (world: World) => Promise<void>;

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Kafka gives the partitions of a member that is silent for so long to others. */
export const sessionTimeoutMs = 3_000;
export const partitions = 4;

export class World {
  readonly view = new SubscriberView();
  readonly services = new Map<string, ManagedProcess>();
  readonly random: SeededRandom;
  kafka!: RunningKafka;
  postgres!: RunningPostgres;
  /** The test's own clients, separate from those of the services. */
  log!: MessageLog;
  models!: ReadModels;
  private readonly ports = new Map<string, number>();
  /** The port of the model gateway: adapters have to know it from the start. */
  private modelsPort: Promise<number[]> | undefined;
  /** One restart of a process at a time. */
  private readonly reviving = new Map<ManagedProcess, Promise<void>>();
  private readonly token = randomBytes(32).toString('base64url');

  private environment: Environment = {};

  constructor(
    readonly folder: string,
    readonly seed: number,
    private readonly prepare: Prepare,
    private readonly before: Before,
  ) {
    this.random = seededRandom(seed);
  }

  async start(): Promise<void> {
    const { folder } = this;
    this.environment = await this.prepare(folder);
    const datasets = writeDatasets(folder, this.seed);
    writeFileSync(join(folder, 'datasets.json'), JSON.stringify(datasets));
    [this.kafka, this.postgres] = await Promise.all([
      startKafka({ dataDir: join(folder, 'kafka') }),
      startPostgres({ dataDir: join(folder, 'postgres') }),
    ]);
    await this.before(this);
    await Promise.all(serviceNames.map((name) => this.add(name)));
    this.log = await openKafkaLog({ brokers: [this.kafka.brokers], patienceMs: 120_000 });
    this.models = await openPostgresReadModels({ url: this.postgres.url, onGap: 'fail' });
    await this.view.start(this.log);
  }

  async end(): Promise<void> {
    await Promise.all([...this.services.values()].map((service) => service.kill()));
    await this.view.stop();
    await this.models?.close();
    await this.log?.close();
    await Promise.all([this.kafka?.kill(), this.postgres?.kill()]);
  }

  /** Starts a worker more; `as` is its name where it is not the first of its service. */
  async add(service: ServiceName, as: string = service, env = {}): Promise<ManagedProcess> {
    this.modelsPort ??= freePorts(1);
    const [modelsPort = 0] = await this.modelsPort;
    const [port = 0] = service === 'model-gateway' ? [modelsPort] : await freePorts(1);
    const place = {
      brokers: this.kafka.brokers,
      databaseUrl: this.postgres.url,
      port,
      datasets: join(this.folder, 'datasets.json'),
      adminTokenHash: createHash('sha256').update(this.token).digest('hex'),
      models: { url: `http://127.0.0.1:${modelsPort}`, token: this.token },
    };
    const environment = {
      ...serviceEnvironment(service, place),
      TAPEFOLD_PARTITIONS: `${partitions}`,
      TAPEFOLD_SESSION_TIMEOUT_MS: `${sessionTimeoutMs}`,
      ...this.environment,
      ...env,
    };
    const log = join(this.folder, `${as}.log`);
    const started = await startService(service, environment, { log, as, readyMs: 600_000 });
    this.services.set(as, started);
    this.ports.set(as, port);
    return started;
  }

  /** Asks a worker to end, and forgets it. */
  async remove(as: string): Promise<void> {
    await this.service(as).stop();
    this.services.delete(as);
  }

  service(as: string): ManagedProcess {
    const found = this.services.get(as);
    if (found === undefined) throw new Error(`no service ${as} runs`);
    return found;
  }

  /**
   * Starts a dead process again, as its supervisor would: also when it is killed while it starts.
   */
  revive(dead: ManagedProcess): Promise<void> {
    const before = this.reviving.get(dead) ?? Promise.resolve();
    const after = before.then(() =>
      untilTrue(`${dead.name} runs again`, async () => {
        if (!dead.isRunning()) await dead.restart();
        return dead.isRunning();
      }),
    );
    this.reviving.set(dead, after);
    return after;
  }

  /**
   * Submits through the gateway, which may be away for a while. `speed`: times real time, or as
   * fast as it goes.
   */
  submit(scenario: Scenario, speed?: number): Promise<Submitted> {
    const query = speed === undefined ? '' : `?speed=${speed}`;
    return until(`${scenario.name} is submitted`, async () => {
      const answer = await this.fetch('gateway', `/v1/submissions${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(scenario),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Submitted;
    });
  }

  /** What a command needs to reach the gateway. */
  reachOptions(): readonly string[] {
    const file = join(this.folder, 'token');
    writeFileSync(file, this.token, { mode: 0o600 });
    return ['--url', `http://127.0.0.1:${this.ports.get('gateway')}`, '--token-file', file];
  }

  fetch(as: string, path: string, init: Asked = {}): Promise<Response> {
    const signal = AbortSignal.timeout(20_000);
    const headers = { ...init.headers, authorization: `Bearer ${this.token}` };
    return fetch(`http://127.0.0.1:${this.ports.get(as)}${path}`, { ...init, headers, signal });
  }

  /** The value of a metric of one service, summed over the labels that are not named. */
  async metric(as: string, name: string, label = ''): Promise<number> {
    const text = await (await this.fetch(as, '/metrics')).text();
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
    return lines
      .filter((line) => line.includes(label))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  /** How many messages a service has still to read, place by place. */
  async lagsOf(as: string): Promise<string> {
    const text = await (await this.fetch(as, '/metrics')).text();
    const lags = text.matchAll(
      /^tapefold_lag\{topic="([^"]+)",partition="(\d+)".*\} (?!0$)(\d+)$/gm,
    );
    return [...lags].map(([, topic, partition, lag]) => `${topic}/${partition}: ${lag}`).join(', ');
  }

  isScored(submitted: Submitted): boolean {
    return submitted.runs.every((run) => this.view.run(run).scores.length > 0);
  }

  /** Runs a case; where it fails, prints what helps to find out why. */
  async told<T>(story: () => Promise<T>): Promise<T> {
    try {
      return await story();
    } catch (error) {
      console.error(await this.whereThingsStand());
      throw error;
    }
  }

  private async whereThingsStand(): Promise<string> {
    const { view } = this;
    const runs = [...view.runs].map(
      ([id, { label, scoredAt }]) =>
        `  ${id.slice(0, 8)} ${label}: decisions ${view.reached('agent.decisions', id)}, ` +
        `records ${view.reached('portfolio.events', id)}, scores at ${scoredAt.join(', ')}`,
    );
    const logs = [...this.services.values(), this.kafka, this.postgres].map(
      ({ name, logs: file, isRunning }) =>
        `${name} (${isRunning() ? 'runs' : 'does not run'}):\n${lastLines(file, 8)}`,
    );
    const ready = await Promise.all(
      [...this.services.keys()].map(async (as) => {
        const answer = await this.fetch(as, '/health/ready').catch(String);
        const health = typeof answer === 'string' ? answer : await answer.text();
        return `  ${as}: ${health} ${await this.lagsOf(as).catch(String)}`;
      }),
    );
    const tapes = [...view.tapes].map(
      (tape) => `  ${tape}: ${view.reached('market.tape', tape)} facts`,
    );
    const seed = `TAPEFOLD_FAULTS_SEED=${this.seed}`;
    const gaps = `gaps: ${view.gaps.slice(0, 5).join('; ')}`;
    const again = ['market.tape', 'agent.decisions', 'portfolio.events']
      .map((topic) => `${topic} ${view.duplicates(topic)}`)
      .join(', ');
    return [seed, gaps, `came again: ${again}`, ...tapes, ...runs, ...ready, ...logs].join('\n');
  }
}

/** One for all tests of a file; its seed is printed, and can be given. */
export function worldOf(
  name: string,
  prepare: Prepare = () => Promise.resolve({}),
  before: Before = () => Promise.resolve(),
): World {
  const seed = Number(process.env['TAPEFOLD_FAULTS_SEED'] ?? Date.now() % 1_000_000);
  const world = new World(temporaryFolder(`faults-${name}`), seed, prepare, before);
  console.log(`faults of ${name}: TAPEFOLD_FAULTS_SEED=${seed}`);
  setProgress(() => world.view.progress());
  beforeAll(() => world.start());
  afterAll(() => world.end());
  return world;
}
