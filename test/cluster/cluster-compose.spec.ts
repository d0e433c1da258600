/**
 * What docker-compose.yml declares, command by command and variable by variable, also starts
 * outside Docker.
 */

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putByAnotherUser } from '../../scripts/cluster/another-user.fixture.ts';
import { freePorts } from '../../scripts/cluster/free-ports.ts';
import { startKafka, type RunningKafka } from '../../scripts/cluster/kafka.ts';
import { startProcess, type ManagedProcess } from '../../scripts/cluster/managed-process.ts';
import { startPostgres, type RunningPostgres } from '../../scripts/cluster/postgres.ts';
import { serviceNames } from '../../scripts/cluster/services.ts';
import type { Ended } from './command.fixture.js';
import { brokerSettings } from './compose-broker.fixture.js';
import { composeFile, type ComposeService } from './compose-file.fixture.js';
import { imageFolder } from './image-folder.fixture.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const data = temporaryFolder('compose');
const image = join(data, 'image');
const secrets = join(data, 'secrets');
const checkout = newCheckout('checkout');
const { services } = composeFile({});

/** As much of a checkout as setup gets to see. */
function newCheckout(name: string): string {
  const folder = join(data, name);
  cpSync('docker', join(folder, 'docker'), { recursive: true });
  mkdirSync(join(folder, '.tapefold-cluster'));
  return folder;
}

function service(name: string): ComposeService & { environment: Record<string, string> } {
  const found = services[name];
  if (found === undefined) throw new Error(`docker-compose.yml has no ${name}`);
  return { ...found, environment: { ...found.environment } };
}

let kafka: RunningKafka;
let postgres: RunningPostgres;
let gatewayPort = 0;
const running: ManagedProcess[] = [];

/** Runs a program of the image to its end. */
function ended(args: readonly string[], cwd: string, env = {}): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env['PATH'], ...env } });
  let out = '';
  let err = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
  return new Promise((settle) => child.once('close', (code) => settle({ code, out, err })));
}

/** Runs the command of `setup` in this checkout, for services that run as the current user. */
function setUp(project: string): Promise<Ended> {
  const { command = [], working_dir: place, environment } = service('setup');
  expect([command[0], place, environment['TAPEFOLD_SECRETS']]).toEqual([
    'node',
    '/project',
    '/secrets',
  ]);
  const args = command.slice(1).map((part) => part.replace(/^\/app\//, `${image}/`));
  return ended(args, project, {
    ...environment,
    TAPEFOLD_SECRETS: secrets,
    TAPEFOLD_SECRETS_READER: `${process.getuid?.() ?? 0}`,
    TAPEFOLD_GATEWAY_PORT: `${gatewayPort}`,
  });
}

beforeAll(async () => {
  imageFolder(image);
  mkdirSync(secrets);
  const [hostPort = 0, free = 0] = await freePorts(2);
  gatewayPort = free;
  const { code, err } = await setUp(checkout);
  if (code !== 0) throw new Error(err);
  const { CLUSTER_ID: clusterId = '', ...settings } = service('kafka').environment;
  const { POSTGRES_PASSWORD_FILE: file = '', POSTGRES_DB: database = '' } =
    service('postgres').environment;
  const password = readFileSync(file.replace(/^\/secrets\//, `${secrets}/`), 'utf8').trim();
  [kafka, postgres] = await Promise.all([
    startKafka({
      dataDir: join(data, 'kafka'),
      clusterId,
      settings: (place) => brokerSettings(settings, place, hostPort),
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
      .replaceAll(/^\/secrets\//g, `${secrets}/`)
      .replaceAll(/(?<=^|127\.0\.0\.1:)8080\b/g, `${httpPort}`)
      // Figures are served on a port of their own, whichever is free.
      .replaceAll(/^9464$/g, '0')
  );
}

/** Runs the health check of the file. */
async function isHealthy([, program = '', ...args]: readonly string[]): Promise<boolean> {
  if (program !== 'node') throw new Error(`${program} is not in the image`);
  return (await ended(args, image)).code === 0;
}

async function started(name: string): Promise<ManagedProcess> {
  const { command = [], environment, healthcheck } = service(name);
  const [free = 0] = await freePorts(1);
  const port = name === 'gateway' ? gatewayPort : free;
  const [program, ...args] = command;
  if (program !== 'node') throw new Error(`${name} is not run by node`);
  const env = Object.entries(environment).map(([key, value]) => [key, outside(value, port)]);
  const check = healthcheck?.test.map((part) => outside(part, port)) ?? [];
  return startProcess({
    name,
    command: process.execPath,
    args,
    cwd: image,
    env: Object.fromEntries(env) as NodeJS.ProcessEnv,
    log: join(data, `${name}.log`),
    stopSignal: 'SIGTERM',
    stopMs: 30_000,
    readyMs: 600_000,
    isReady: () => isHealthy(check),
  });
}

describe('the set-up of docker-compose.yml, outside of Docker', () => {
  const contents = (): Record<string, string> =>
    Object.fromEntries(
      [join(checkout, '.tapefold-cluster'), secrets].flatMap((folder) =>
        readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
      ),
    );

  it('has made what services and command line look for, and makes it once', async () => {
    const before = contents();
    expect(Object.keys(before)).toEqual([
      'state.json',
      'token',
      'admin-token-hash',
      'model-gateway-token',
      'postgres-password',
    ]);
    expect(statSync(join(checkout, '.tapefold-cluster', 'token')).mode & 0o777).toBe(0o600);
    expect(await setUp(checkout)).toMatchObject({ code: 0, err: '' });
    expect(contents()).toEqual(before);
  });

  it('names a token that belongs to another user', async () => {
    const other = newCheckout('of-another-user');
    putByAnotherUser(join(other, '.tapefold-cluster', 'token'));
    const { code, err } = await setUp(other);
    expect(err).toMatch(/^setup: \.tapefold-cluster\/token: it belongs to another user/);
    expect(code).toBe(1);
  });
});

describe('the commands of docker-compose.yml, outside of Docker', () => {
  it('make a broker and a database with the addresses and the password of the file', () => {
    expect(kafka.isRunning() && postgres.isRunning()).toBe(true);
    expect(postgres.url).toMatch(/^postgres:\/\/tapefold:[0-9a-f]{48}@127\.0\.0\.1:\d+\/tapefold$/);
  });

  it.each(serviceNames)('make a healthy %s, from what is in the image', async (name) => {
    const process = await started(name);
    running.push(process);
    expect(process.isRunning()).toBe(true);
  });

  it('run a scenario for a command line in the checkout without configuration', async () => {
    const program = resolve('dist', 'program', 'tapefold.js');
    const hello = resolve('examples', '01-hello-backtest', 'scenario.yaml');
    const args = [program, 'cluster', 'submit', hello, '--wait'];
    const { code, out, err } = await ended(args, checkout);
    expect(err).toContain(`submitted: 4 runs to http://127.0.0.1:${gatewayPort}`);
    expect(out).toMatch(/^hold +AAPL +\+188\.09%/m);
    expect(code).toBe(0);
  });

  it('compare the tables with the topics, in the container of the gateway', async () => {
    const { environment } = service('gateway');
    const env = Object.entries(environment).map(([key, value]) => [key, outside(value, 0)]);
    const args = [join('dist', 'program', 'tapefold.js'), 'cluster', 'tables', 'check'];
    const { code, out, err } = await ended(args, image, Object.fromEntries(env) as object);
    // A slow machine sees progress every two seconds, and nothing else.
    expect(err.replaceAll(/^read \d+ messages, now of [\w.-]+\n/gm, '')).toBe('');
    expect(out).toMatch(/^runs +4 rows, the same$/m);
    expect(out).toMatch(/^no table differs$/m);
    expect(code).toBe(0);
  });
});
