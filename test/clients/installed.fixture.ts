/**
 * Foreign clients, installed once into a folder that git ignores: a second run finds them there.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end. */
export function ended(
  command: string,
  args: readonly string[],
  { cwd = '.', env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('close', (code) => settle({ code, out, err }));
  });
}

/** Two files may install at once: each into its own folder, and the first one stays. */
async function installed(name: string, install: (into: string) => Promise<Ended>): Promise<string> {
  const folder = resolve('node_modules/.cache', name);
  if (existsSync(folder)) return folder;
  const into = `${folder}.${process.pid}`;
  mkdirSync(into, { recursive: true });
  const { code, out, err } = await install(into);
  if (code !== 0) throw new Error(`${name} cannot be installed\n${out}${err}`);
  if (existsSync(folder)) rmSync(into, { recursive: true });
  else renameSync(into, folder);
  return folder;
}

/** The folder of a package of npm, in this version. */
export async function npmPackage(name: string, version: string): Promise<string> {
  const folder = await installed(`${name.replace('/', '-')}-${version}`, (into) =>
    ended('npm', ['install', '--prefix', into, '--no-audit', '--no-fund', `${name}@${version}`]),
  );
  return join(folder, 'node_modules', name);
}

/**
 * The `node_modules` of several packages of npm, each with its version: what scripts of
 * others require.
 */
export async function npmPackages(name: string, packages: readonly string[]): Promise<string> {
  const folder = await installed(name, (into) =>
    ended('npm', ['install', '--prefix', into, '--no-audit', '--no-fund', ...packages]),
  );
  return join(folder, 'node_modules');
}

/** The folder of what a file of requirements names. */
const requiredPackages = (name: string, requirements: string): Promise<string> =>
  installed(name, (into) =>
    ended('python3', [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--target',
      into,
      '--requirement',
      resolve(requirements),
    ]),
  );

export const pythonPackages = (): Promise<string> =>
  requiredPackages('mcp-2.3.0-fastmcp-4.1.6', 'test/clients/requirements.txt');

/** The folder of pandas, with what it reads and writes Parquet with. */
export const pandasPackages = (): Promise<string> =>
  installed('pandas-2.3.3-pyarrow-22.0.0', (into) =>
    ended('python3', [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--target',
      into,
      'pandas==2.3.3',
      'pyarrow==22.0.0',
    ]),
  );

/** The folder of the client of Alpaca. */
export const alpacaPackages = (): Promise<string> =>
  requiredPackages('alpaca-py-0.44.0', 'test/feeds/requirements.txt');

/** The folder of clients of Kafka that others wrote. */
export const kafkaPackages = (): Promise<string> =>
  requiredPackages('confluent-kafka-2.16.1-kafka-python-ng-2.2.3', 'test/cluster/requirements.txt');

/**
 * The folder of Harbor without its dependencies: it asks for a newer Python, but its models run
 * on older ones.
 */
export const harborPackage = (): Promise<string> =>
  installed('harbor-0.25.0', (into) =>
    ended('python3', [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--target',
      into,
      '--no-deps',
      '--ignore-requires-python',
      'harbor==0.25.0',
    ]),
  );
