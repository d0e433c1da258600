/** Goal: what docker-compose.yml says, command by command and variable by variable, starts outside of Docker too. */

import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../../scripts/cluster/free-ports.ts';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import type { BrokerPlace } from '../../scripts/cluster/kafka-settings.ts';
import { startProcess, type ManagedProcess } from '../../scripts/cluster/managed-process.ts';
import { startPostgres, type RunningPostgres } from '../../scripts/cluster/postgres.ts';
import { serviceNames } from '../../scripts/cluster/services.ts';
import { composeFile, type ComposeService } from './compose-file.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const data = temporaryFolder('compose');
const { services } = composeFile({
  TAPEFOLD_POSTGRES_PASSWORD: 'compose-test',
  TAPEFOLD_ADMIN_TOKEN_HASH: 'a'.repeat(64),
});

function service(name: string): ComposeService & { environment: Record<string, string> } {
  const found = services[name];
  if (found === undefined) throw new Error(`docker-compose.yml has no ${name}`);
  return { ...found, environment: { ...found.environment } };
}

/** As the image turns them into server.properties: KAFKA_LOG_DIRS is log.dirs. */
function brokerSettings(
  { port, controllerPort, data: folder }: BrokerPlace,
  hostPort: number,
): string {
  const own = new Set(['KAFKA_HEAP_OPTS']);
  return Object.entries(service('kafka').environment)
    .filter(([name]) => name.startsWith('KAFKA_') && !own.has(name))
    .map(([name, value]) => {
      const property = name.slice('KAFKA_'.length).toLowerCase().replaceAll('_', '.');
      return property === 'log.dirs' ? `${property}=${folder}` : `${property}=${value}`;
    })
    .join('\n')
    .replaceAll(/(?:kafka|127\.0\.0\.1|(?<=\/\/)):9092/g, `127.0.0.1:${port}`)
    .replaceAll(/(?:kafka|(?<=\/\/)):9093/g, `127.0.0.1:${controllerPort}`)
    .replaceAll(/(?:127\.0\.0\.1|(?<=\/\/)):19092/g, `127.0.0.1:${hostPort}`);
}

let kafka: RunningKafka;
let postgres: RunningPostgres;
const running: ManagedProcess[] = [];

beforeAll(async () => {
  const [hostPort = 0] = await freePorts(1);
  const { CLUSTER_ID: clusterId = '' } = service('kafka').environment;
  const { POSTGRES_PASSWORD: password = '', POSTGRES_DB: database = '' } =
    service('postgres').environment;
  [kafka, postgres] = await Promise.all([
    startKafka({
      dataDir: join(data, 'kafka'),
      clusterId,
      settings: (place) => brokerSettings(place, hostPort),
    }),
    startPostgres({ dataDir: join(data, 'postgres'), password, database }),
  ]);
});

afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()));
  await Promise.all([kafka.stop(), postgres.stop()]);
});

/** Names of containers become 127.0.0.1, their ports and folders those of this machine. */
function outside(text: string, httpPort: number): string {
  return (
    text
      .replaceAll('kafka:9092', kafka.brokers)
      .replaceAll('postgres:5432', new URL(postgres.url).host)
      .replaceAll(/^\/data\//g, `${resolve('docker')}/`)
      .replaceAll(/(?<=^|127\.0\.0\.1:)8080\b/g, `${httpPort}`)
      // Figures on a port of their own: any that is free.
      .replaceAll(/^9464$/g, '0')
  );
}

/** Runs the health check of the file. */
function isHealthy([, program = '', ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(program === 'node' ? process.execPath : program, args, { stdio: 'ignore' });
  return new Promise((answer) => {
    child.once('error', () => answer(false));
    child.once('exit', (code) => answer(code === 0));
  });
}

async function started(name: string): Promise<ManagedProcess> {
  const { command = [], environment, healthcheck } = service(name);
  const [port = 0] = await freePorts(1);
  const [program, ...args] = command;
  if (program !== 'node') throw new Error(`${name} is not run by node`);
  const env = Object.entries(environment).map(([key, value]) => [key, outside(value, port)]);
  const check = healthcheck.test.map((part) => outside(part, port));
  return startProcess({
    name,
    command: process.execPath,
    args,
    env: Object.fromEntries(env) as NodeJS.ProcessEnv,
    log: join(data, `${name}.log`),
    stopSignal: 'SIGTERM',
    stopMs: 30_000,
    readyMs: 90_000,
    isReady: () => isHealthy(check),
  });
}

describe('the commands of docker-compose.yml, outside of Docker', () => {
  it('make a broker and a database with the addresses and the password of the file', () => {
    expect(kafka.isRunning() && postgres.isRunning()).toBe(true);
    expect(postgres.url).toMatch(/^postgres:\/\/tapefold:compose-test@127\.0\.0\.1:\d+\/tapefold$/);
  });

  it.each(serviceNames)('make a healthy %s', async (name) => {
    const process = await started(name);
    running.push(process);
    expect(process.isRunning()).toBe(true);
  });
});
